// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static dev.rowtide.core.batch.NestedLayout.bitmapBytes;
import static dev.rowtide.core.batch.NestedLayout.slotBytes;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes values of nested types ({@link NestedLayout}) one behind the other, made of the values of columns. */
public final class NestedWriter {

    private static final int BYTES_MAX = Integer.MAX_VALUE - 8;

    private byte[] data;
    private int used;

    /** A writer that expects so many bytes in all, which is a guess. */
    public NestedWriter(int bytesExpected) {
        data = new byte[Math.max(64, bytesExpected)];
    }

    /** The bytes written so far. */
    public int used() {
        return used;
    }

    /** What was written, of which the first {@link #used()} bytes count. */
    public byte[] data() {
        return data;
    }

    /** Writes an ARRAY of the {@code n} values of a column from row {@code from} on. */
    public void array(Column elements, int from, int n) {
        putInt(n);
        sequence(elements, null, from, n);
    }

    /** Writes an ARRAY of the values of several columns, all of one storage, at one row. */
    public void array(Column[] elements, int row) {
        putInt(elements.length);
        sequence(elements, row);
    }

    /** Writes a ROW of the values of several columns at one row. */
    public void row(Column[] fields, int row) {
        sequence(fields, row);
    }

    /**
     * Writes a MAP of the {@code n} keys and values of two columns from row {@code from} on; of equal keys the last counts.
     *
     * @throws EngineException {@code INVALID_ARGUMENT} if a key is NULL
     */
    public void map(Column keys, Column values, int from, int n) {
        for (int row = from; row < from + n; row++) {
            if (keys.isNull(row)) {
                throw new EngineException(ErrorCode.INVALID_ARGUMENT, "a key of a MAP is NULL");
            }
        }
        int[] order = KeyOrder.distinct(keys, from, n);
        putInt(order.length);
        sequence(keys, order, 0, order.length);
        sequence(values, order, 0, order.length);
    }

    /** Writes a sequence of the values of one column: of rows {@code rows[from]} and so on, or of {@code from} and so on. */
    private void sequence(Column column, int @Nullable [] rows, int from, int n) {
        Storage storage = column.storage();
        int at = reserve(n, n * (long) slotBytes(storage));
        int slot = at + bitmapBytes(n);
        int heap = used;
        for (int i = 0; i < n; i++) {
            value(column, rows == null ? from + i : rows[from + i], at, i, slot, heap);
            slot += slotBytes(storage);
        }
    }

    /** Writes a sequence of the values of several columns at one row. */
    private void sequence(Column[] columns, int row) {
        long slots = 0;
        for (Column column : columns) {
            slots += slotBytes(column.storage());
        }
        int at = reserve(columns.length, slots);
        int slot = at + bitmapBytes(columns.length);
        int heap = used;
        for (int i = 0; i < columns.length; i++) {
            value(columns[i], row, at, i, slot, heap);
            slot += slotBytes(columns[i].storage());
        }
    }

    /** Takes zeroed room for the bitmap and the slots; where it starts. */
    private int reserve(int n, long slots) {
        int at = used;
        long bytes = bitmapBytes(n) + slots;
        makeRoom(bytes);
        used += (int) bytes;
        Arrays.fill(data, at, used, (byte) 0);
        return at;
    }

    private void value(Column column, int row, int at, int i, int slot, int heap) {
        boolean isNull = column.isNull(row);
        if (isNull) {
            data[at + (i >>> 3)] |= (byte) (1 << (i & 7));
        }
        switch (column.storage()) {
            case LONG -> NestedLayout.LONG.set(data, slot, isNull ? 0 : ((LongColumn) column).values()[row]);
            case DOUBLE -> {
                double value = isNull ? 0 : ((DoubleColumn) column).values()[row];
                NestedLayout.LONG.set(data, slot, Double.doubleToLongBits(value + 0.0));
            }
            case BOOLEAN -> data[slot] = (byte) (!isNull && ((BooleanColumn) column).values()[row] ? 1 : 0);
            case WIDE -> {
                NestedLayout.LONG.set(data, slot, isNull ? 0 : ((WideColumn) column).high()[row]);
                NestedLayout.LONG.set(data, slot + Long.BYTES, isNull ? 0 : ((WideColumn) column).low()[row]);
            }
            case BYTES -> {
                if (!isNull) {
                    BytesColumn bytes = (BytesColumn) column;
                    put(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
                }
                NestedLayout.INT.set(data, slot, used - heap);
            }
        }
    }

    private void putInt(int value) {
        makeRoom(Integer.BYTES);
        NestedLayout.INT.set(data, used, value);
        used += Integer.BYTES;
    }

    private void put(byte[] source, int start, int length) {
        makeRoom(length);
        System.arraycopy(source, start, data, used, length);
        used += length;
    }

    private void makeRoom(long bytes) {
        long needed = used + bytes;
        if (needed > BYTES_MAX) {
            throw new EngineException(ErrorCode.RESOURCE_LIMIT, "the nested values of one batch exceed 2 GiB");
        }
        if (needed > data.length) {
            data = Arrays.copyOf(data, (int) Math.min(BYTES_MAX, Math.max(needed, 2L * data.length)));
        }
    }
}
