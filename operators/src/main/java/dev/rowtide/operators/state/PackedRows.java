// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * Rows of numbers, known by row number and cell. A row is a run of {@code int} in a block of rows; blocks never move, so that more rows cost no copy of those there are.
 *
 * <p>A cell takes one {@code int} as long as all its values lie near each other: it has then the difference to the column's <em>base</em>, its first value, in <em>units</em>.
 * With the first value that does not fit, the cell is made two {@code int} wide in all rows, which happens once to each cell at most.
 */
final class PackedRows {

    private static final int BLOCK_BITS = 11;
    private static final int BLOCK_ROWS = 1 << BLOCK_BITS;
    private static final int FIRST_ROWS = 16;
    private static final long LOW = 0xFFFF_FFFFL;

    private final long[] units;
    private final long[] bases;
    private final boolean[] hasBase;
    private final boolean[] wide;
    private final int[] offsets;
    private int width;
    private int[][] blocks = {};

    /** @param units of each cell: what all its differences are multiples of, as far as is known; 0 for one that is wide from the beginning */
    PackedRows(long[] units) {
        this.units = units;
        bases = new long[units.length];
        hasBase = new boolean[units.length];
        wide = new boolean[units.length];
        offsets = new int[units.length];
        for (int cell = 0; cell < units.length; cell++) {
            offsets[cell] = width;
            wide[cell] = units[cell] == 0;
            width += wide[cell] ? 2 : 1;
        }
    }

    /** The cell's values are near 0, whatever the first is. */
    void setBaseZero(int cell) {
        hasBase[cell] = true;
    }

    /** Makes room for a row. */
    void ensure(int number) {
        int index = number >>> BLOCK_BITS;
        if (index == blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(1, index * 2));
        }
        int needed = ((number & BLOCK_ROWS - 1) + 1) * width;
        int[] block = blocks[index];
        if (block == null) {
            blocks[index] = new int[(index == 0 ? FIRST_ROWS : BLOCK_ROWS) * width];
        } else if (block.length < needed) {
            blocks[index] = Arrays.copyOf(block, Math.min(block.length * 2, BLOCK_ROWS * width));
        }
    }

    long get(int number, int cell) {
        int[] block = blocks[number >>> BLOCK_BITS];
        int at = (number & BLOCK_ROWS - 1) * width + offsets[cell];
        return wide[cell] ? block[at] & LOW | (long) block[at + 1] << 32 : bases[cell] + block[at] * units[cell];
    }

    void put(int number, int cell, long value) {
        if (!wide[cell]) {
            if (!hasBase[cell]) {
                hasBase[cell] = true;
                bases[cell] = value;
            }
            // May wrap around, and does so back in get.
            long difference = value - bases[cell];
            long steps = units[cell] == 1 ? difference : difference / units[cell];
            if (steps == (int) steps && steps * units[cell] == difference) {
                blocks[number >>> BLOCK_BITS][(number & BLOCK_ROWS - 1) * width + offsets[cell]] = (int) steps;
                return;
            }
            widen(cell);
        }
        int[] block = blocks[number >>> BLOCK_BITS];
        int at = (number & BLOCK_ROWS - 1) * width + offsets[cell];
        block[at] = (int) value;
        block[at + 1] = (int) (value >>> 32);
    }

    /** The value of a cell in the first {@code n} of some rows, 0 where a row's number is negative. */
    long[] gather(int cell, int[] numbers, int n) {
        long[] values = new long[n];
        int offset = offsets[cell];
        long base = bases[cell];
        long unit = units[cell];
        for (int i = 0; i < n; i++) {
            int number = numbers[i];
            if (number >= 0) {
                int[] block = blocks[number >>> BLOCK_BITS];
                int at = (number & BLOCK_ROWS - 1) * width + offset;
                values[i] = wide[cell] ? block[at] & LOW | (long) block[at + 1] << 32 : base + block[at] * unit;
            }
        }
        return values;
    }

    /** Makes all cells of a row 0, or their base. */
    void clear(int number) {
        int from = (number & BLOCK_ROWS - 1) * width;
        Arrays.fill(blocks[number >>> BLOCK_BITS], from, from + width, 0);
    }

    /** Reads a row from one end to the other, so that the cache misses of many rows overlap; the sum is of no meaning. */
    long touch(int number) {
        int[] block = blocks[number >>> BLOCK_BITS];
        int from = (number & BLOCK_ROWS - 1) * width;
        return block[from] + block[from + width - 1];
    }

    /** Makes a cell two {@code int} wide, if it isn't. */
    void widen(int cell) {
        if (wide[cell]) {
            return;
        }
        for (int index = 0; index < blocks.length && blocks[index] != null; index++) {
            blocks[index] = widened(blocks[index], cell);
        }
        wide[cell] = true;
        width++;
        for (int other = 0; other < offsets.length; other++) {
            offsets[other] += offsets[other] > offsets[cell] ? 1 : 0;
        }
    }

    private int[] widened(int[] block, int cell) {
        int rows = block.length / width;
        int[] target = new int[rows * (width + 1)];
        int before = offsets[cell];
        for (int row = 0; row < rows; row++) {
            int from = row * width;
            int to = row * (width + 1);
            long value = bases[cell] + block[from + before] * units[cell];
            System.arraycopy(block, from, target, to, before);
            target[to + before] = (int) value;
            target[to + before + 1] = (int) (value >>> 32);
            System.arraycopy(block, from + before + 1, target, to + before + 2, width - before - 1);
        }
        return target;
    }

    /** The heap occupied, bytes. */
    long bytes() {
        long bytes = 0;
        for (int[] block : blocks) {
            bytes += block == null ? 0 : (long) block.length * Integer.BYTES;
        }
        return bytes;
    }
}
