// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static dev.rowtide.core.batch.NestedLayout.bitmapBytes;
import static dev.rowtide.core.batch.NestedLayout.readInt;
import static dev.rowtide.core.batch.NestedLayout.slotBytes;

import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import java.util.Arrays;

/** Reads ARRAY and MAP values ({@link NestedLayout}) where they lie. */
public final class ElementReader {

    /** The place of a sequence that is not there. */
    private static final int NONE = -1;

    private final Storage first;
    private final Storage second;
    private final boolean map;

    /**
     * A reader of one type.
     *
     * @param type an ARRAY or a MAP
     */
    public ElementReader(Type type) {
        first = type.fields().get(0).type().storage();
        second = type.fields().get(type.fields().size() - 1).type().storage();
        map = type.fields().size() == 2;
    }

    /** The number of elements, or of keys, of the value that starts at {@code start}. */
    public static int count(byte[] data, int start) {
        return readInt(data, start);
    }

    /** Appends the elements, or the keys, of the value to a column. */
    public void appendAll(byte[] data, int start, ColumnBuilder target) {
        appendAll(data, start + Integer.BYTES, readInt(data, start), first, target);
    }

    /** Appends the values of the MAP to a column. */
    public void appendAllValues(byte[] data, int start, ColumnBuilder target) {
        int n = readInt(data, start);
        appendAll(data, valuesAt(data, start, n), n, second, target);
    }

    /** Appends element, or key, {@code i}, counted from 0, to a column. */
    public void append(byte[] data, int start, int i, ColumnBuilder target) {
        append(data, start + Integer.BYTES, readInt(data, start), i, first, target);
    }

    /** Appends the value of key {@code i}, counted from 0, to a column. */
    public void appendValue(byte[] data, int start, int i, ColumnBuilder target) {
        int n = readInt(data, start);
        append(data, valuesAt(data, start, n), n, i, second, target);
    }

    /** The index of the element, or key, that equals the value of a column at a row that is not NULL, or -1 if none does. */
    public int find(byte[] data, int start, Column sought, int row) {
        int n = readInt(data, start);
        int at = start + Integer.BYTES;
        for (int i = 0; i < n; i++) {
            if (!NestedLayout.isNull(data, at, i) && isAt(data, at, n, i, sought, row)) {
                return i;
            }
        }
        return NONE;
    }

    /** Whether an element is NULL. */
    public static boolean hasNull(byte[] data, int start) {
        int bytes = bitmapBytes(readInt(data, start));
        for (int i = 0; i < bytes; i++) {
            if (data[start + Integer.BYTES + i] != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] data, int at, int n, int i, Column sought, int row) {
        int slot = at + bitmapBytes(n) + i * slotBytes(first);
        return switch (first) {
            case LONG -> (long) NestedLayout.LONG.get(data, slot) == ((LongColumn) sought).values()[row];
            case DOUBLE ->
                (long) NestedLayout.LONG.get(data, slot)
                        == Double.doubleToLongBits(((DoubleColumn) sought).values()[row] + 0.0);
            case BOOLEAN -> (data[slot] != 0) == ((BooleanColumn) sought).values()[row];
            case WIDE ->
                (long) NestedLayout.LONG.get(data, slot) == ((WideColumn) sought).high()[row]
                        && (long) NestedLayout.LONG.get(data, slot + Long.BYTES) == ((WideColumn) sought).low()[row];
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) sought;
                int heap = at + bitmapBytes(n) + n * Integer.BYTES;
                int from = i == 0 ? 0 : readInt(data, slot - Integer.BYTES);
                int to = readInt(data, slot);
                int other = bytes.starts()[row];
                yield Arrays.equals(data, heap + from, heap + to, bytes.data(), other, other + bytes.lengths()[row]);
            }
        };
    }

    private int valuesAt(byte[] data, int start, int n) {
        if (!map) {
            throw new IllegalStateException("an ARRAY has no keys");
        }
        int slots = start + Integer.BYTES + bitmapBytes(n);
        int heap = slots + n * slotBytes(first);
        return first == Storage.BYTES && n > 0 ? heap + readInt(data, heap - Integer.BYTES) : heap;
    }

    private static void appendAll(byte[] data, int at, int n, Storage storage, ColumnBuilder target) {
        for (int i = 0; i < n; i++) {
            append(data, at, n, i, storage, target);
        }
    }

    private static void append(byte[] data, int at, int n, int i, Storage storage, ColumnBuilder target) {
        if (NestedLayout.isNull(data, at, i)) {
            target.appendNull();
            return;
        }
        int slot = at + bitmapBytes(n) + i * slotBytes(storage);
        if (storage == Storage.BYTES) {
            int heap = at + bitmapBytes(n) + n * Integer.BYTES;
            int from = i == 0 ? 0 : readInt(data, slot - Integer.BYTES);
            target.appendBytes(data, heap + from, readInt(data, slot) - from);
        } else {
            NestedLayout.appendSlot(data, slot, storage, target);
        }
    }
}
