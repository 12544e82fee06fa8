// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows of numbers, known by row number and cell. A row is a run of bytes in a page of rows; pages never move, so that a row more costs no copy of those there are, and at
 * most a page is empty.
 *
 * <p>A cell takes as few bytes as its values have needed so far, none while all are the same: it holds the distance from the cell's <em>base</em>, unsigned. With a value that does not
 * fit all pages are written anew with a wider cell, which happens to each cell a few times at most.
 */
final class PackedRows {

    /** The rows of a page: some tens of kilobytes, little of what is worth packing. */
    private static final int PAGE_BITS = 11;

    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int FIRST_ROWS = 8;

    /** A value is read as eight bytes, wherever it lies. */
    private static final int PADDING = Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    // By cell.
    private final int[] offsets;
    private final int[] bytes;
    private final long[] masks;
    private final long[] bases;
    private final boolean[] fromZero;
    private final boolean[] hasValues;

    private int width;
    private byte[][] pages = {};
    private int firstRows = FIRST_ROWS;

    /** The rows that there is room for. */
    private int capacity;

    private long allocated;

    /** No rows yet, of so many cells. */
    PackedRows(int cells) {
        offsets = new int[cells];
        bytes = new int[cells];
        masks = new long[cells];
        bases = new long[cells];
        fromZero = new boolean[cells];
        hasValues = new boolean[cells];
    }

    /** Fixes the base of a cell at 0, for values that count from there, or whose rows must be 0 where nothing was put. */
    void countFromZero(int cell) {
        fromZero[cell] = true;
        hasValues[cell] = true;
    }

    /** Fixes a cell's width at so many bytes, its base at 0. To be called before there are rows. */
    void setBytes(int cell, int count) {
        countFromZero(cell);
        rewrite(cell, count, 0);
    }

    /** Makes room for a row, the next after those there are. */
    void ensure(int number) {
        if (number >= capacity) {
            addRoom(number);
        }
    }

    private void addRoom(int number) {
        int index = number >>> PAGE_BITS;
        if (index == pages.length) {
            pages = Arrays.copyOf(pages, Math.max(1, index * 2));
        }
        if (pages[index] == null) {
            pages[index] = allocate(rows(index) * width);
        } else if ((number & PAGE_ROWS - 1) >= rows(index)) {
            byte[] page = pages[index];
            allocated -= page.length;
            firstRows *= 2;
            pages[index] = allocate(firstRows * width);
            System.arraycopy(page, 0, pages[index], 0, page.length - PADDING);
        }
        capacity = (index << PAGE_BITS) + rows(index);
    }

    /** The rows that a page has room for: the first one grows. */
    private int rows(int index) {
        return index == 0 ? firstRows : PAGE_ROWS;
    }

    private byte[] allocate(int bytes) {
        byte[] page = new byte[bytes + PADDING];
        allocated += page.length;
        return page;
    }

    /** The value of a cell. */
    long get(int number, int cell) {
        return ((long) LONG.get(pages[number >>> PAGE_BITS], at(number) + offsets[cell]) & masks[cell]) + bases[cell];
    }

    /** Sets a cell. */
    void put(int number, int cell, long value) {
        if (!fits(cell, value)) {
            widen(cell, value, value);
        }
        hasValues[cell] = true;
        write(pages[number >>> PAGE_BITS], at(number) + offsets[cell], bytes[cell], value - bases[cell]);
    }

    private int at(int number) {
        return (number & PAGE_ROWS - 1) * width;
    }

    private static void write(byte[] page, int at, int bytes, long value) {
        switch (bytes) {
            case 0 -> {}
            case 1 -> page[at] = (byte) value;
            case 2 -> SHORT.set(page, at, (short) value);
            case 3 -> {
                SHORT.set(page, at, (short) value);
                page[at + Short.BYTES] = (byte) (value >>> Short.SIZE);
            }
            case 4 -> INT.set(page, at, (int) value);
            case 5 -> {
                INT.set(page, at, (int) value);
                page[at + Integer.BYTES] = (byte) (value >>> Integer.SIZE);
            }
            case 6 -> {
                INT.set(page, at, (int) value);
                SHORT.set(page, at + Integer.BYTES, (short) (value >>> Integer.SIZE));
            }
            default -> LONG.set(page, at, value);
        }
    }

    /** The value of a cell in the first {@code n} of some rows, 0 where a row's number is negative. */
    void gather(int cell, int[] numbers, int n, long[] values) {
        byte[][] pages = this.pages;
        int width = this.width;
        int offset = offsets[cell];
        long mask = masks[cell];
        long base = bases[cell];
        for (int i = 0; i < n; i++) {
            int number = numbers[i];
            values[i] = number < 0
                    ? 0
                    : ((long) LONG.get(pages[number >>> PAGE_BITS], (number & PAGE_ROWS - 1) * width + offset) & mask)
                            + base;
        }
    }

    /**
     * Sets a cell in the first {@code n} of some rows. No row may be there twice.
     *
     * @param low no value is less
     * @param high no value is greater
     */
    void scatter(int cell, int[] numbers, int n, long[] values, long low, long high) {
        if (n == 0) {
            return;
        }
        if (!fits(cell, low) || !fits(cell, high)) {
            widen(cell, low, high);
        }
        hasValues[cell] = true;
        byte[][] pages = this.pages;
        int width = this.width;
        int offset = offsets[cell];
        long base = bases[cell];
        switch (bytes[cell]) {
            case 0 -> {}
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    int number = numbers[i];
                    pages[number >>> PAGE_BITS][(number & PAGE_ROWS - 1) * width + offset] = (byte) (values[i] - base);
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    int number = numbers[i];
                    byte[] page = pages[number >>> PAGE_BITS];
                    SHORT.set(page, (number & PAGE_ROWS - 1) * width + offset, (short) (values[i] - base));
                }
            }
            case 3 -> {
                for (int i = 0; i < n; i++) {
                    int number = numbers[i];
                    byte[] page = pages[number >>> PAGE_BITS];
                    int at = (number & PAGE_ROWS - 1) * width + offset;
                    int value = (int) (values[i] - base);
                    SHORT.set(page, at, (short) value);
                    page[at + Short.BYTES] = (byte) (value >>> Short.SIZE);
                }
            }
            case 4 -> {
                for (int i = 0; i < n; i++) {
                    int number = numbers[i];
                    byte[] page = pages[number >>> PAGE_BITS];
                    INT.set(page, (number & PAGE_ROWS - 1) * width + offset, (int) (values[i] - base));
                }
            }
            default -> {
                int count = bytes[cell];
                for (int i = 0; i < n; i++) {
                    int number = numbers[i];
                    byte[] page = pages[number >>> PAGE_BITS];
                    write(page, (number & PAGE_ROWS - 1) * width + offset, count, values[i] - base);
                }
            }
        }
    }

    /** Makes the cells of a row 0 that count from there, and the others anything. */
    void clear(int number) {
        int from = at(number);
        Arrays.fill(pages[number >>> PAGE_BITS], from, from + width, (byte) 0);
    }

    /** Reads a row from one end to the other, so that the cache misses of many rows overlap; the sum is of no meaning. */
    long touch(int number) {
        byte[] page = pages[number >>> PAGE_BITS];
        int from = at(number);
        return page[from] + page[from + width];
    }

    /** The bytes of a row. */
    int width() {
        return width;
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return allocated;
    }

    private boolean fits(int cell, long value) {
        return (value - bases[cell] & ~masks[cell]) == 0;
    }

    /** Makes room in a cell for values of a range besides those that it has. */
    private void widen(int cell, long low, long high) {
        if (fromZero[cell]) {
            rewrite(cell, low < 0 ? Long.BYTES : bytesFor(high), 0);
            return;
        }
        long lowest = hasValues[cell] ? Math.min(low, bases[cell]) : low;
        long highest = hasValues[cell] ? Math.max(high, bases[cell] + masks[cell]) : high;
        int count = highest - lowest < 0 ? Long.BYTES : bytesFor(highest - lowest);
        // Numbers and times mostly rise: more room is left above.
        long base = lowest - (mask(count) - (highest - lowest) >>> 4);
        boolean wraps = base > lowest || base + mask(count) < highest;
        if (count == Long.BYTES || wraps) {
            rewrite(cell, Long.BYTES, 0);
        } else {
            rewrite(cell, count, base);
        }
    }

    private static int bytesFor(long range) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range);
        return bits > 48 ? Long.BYTES : (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    private static long mask(int bytes) {
        return bytes == Long.BYTES ? -1 : (1L << bytes * Byte.SIZE) - 1;
    }

    private void rewrite(int cell, int count, long base) {
        int more = count - bytes[cell];
        long difference = bases[cell] - base;
        allocated = 0;
        for (int index = 0; index < pages.length && pages[index] != null; index++) {
            pages[index] = rewritten(pages[index], rows(index), cell, count, difference);
        }
        bytes[cell] = count;
        masks[cell] = mask(count);
        bases[cell] = base;
        width += more;
        for (int later = cell + 1; later < offsets.length; later++) {
            offsets[later] += more;
        }
    }

    private byte[] rewritten(byte[] page, int rows, int cell, int count, long difference) {
        int before = offsets[cell];
        int from = before + bytes[cell];
        int to = before + count;
        int newWidth = width + count - bytes[cell];
        byte[] target = allocate(rows * newWidth);
        for (int row = 0; row < rows; row++) {
            int old = row * width;
            int fresh = row * newWidth;
            long value = (long) LONG.get(page, old + before) & masks[cell];
            System.arraycopy(page, old, target, fresh, before);
            write(target, fresh + before, count, value + difference);
            System.arraycopy(page, old + from, target, fresh + to, width - from);
        }
        return target;
    }
}
