// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Several values as one byte string, equal exactly where the values are. Each value is a byte that is 1 for NULL, which ends it, and 0 otherwise; then eight
 * bytes for what is a word ({@link KeyWords}), sixteen for a wide number, and four bytes of length before the bytes of a byte string. Little endian.
 */
public final class KeyEncoder {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] data = new byte[256];
    private int used;
    private int[] starts = new int[16];
    private int[] lengths = new int[16];
    private int count;

    /** Forgets all strings. */
    public void clear() {
        used = 0;
        count = 0;
    }

    /** The bytes of all strings since {@link #clear}. */
    public byte[] data() {
        return data;
    }

    /** The start of each string. */
    public int[] starts() {
        return starts;
    }

    /** The length of each string. */
    public int[] lengths() {
        return lengths;
    }

    /** Starts a string. */
    public void begin() {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        starts[count] = used;
    }

    /** Appends a word that is not NULL. */
    public void word(long word) {
        reserve(1 + Long.BYTES);
        data[used] = 0;
        LONG.set(data, used + 1, word);
        used += 1 + Long.BYTES;
    }

    /** Appends the value of a column. */
    public void value(Column column, int row) {
        if (column.isNull(row)) {
            reserve(1);
            data[used++] = 1;
        } else if (column instanceof BytesColumn bytes) {
            int length = bytes.lengths()[row];
            reserve(1 + Integer.BYTES + length);
            data[used] = 0;
            INT.set(data, used + 1, length);
            System.arraycopy(bytes.data(), bytes.starts()[row], data, used + 1 + Integer.BYTES, length);
            used += 1 + Integer.BYTES + length;
        } else if (column instanceof WideColumn wide) {
            word(wide.high()[row]);
            reserve(Long.BYTES);
            LONG.set(data, used, wide.low()[row]);
            used += Long.BYTES;
        } else {
            word(KeyWords.of(column, row));
        }
    }

    /** Ends the string. */
    public void end() {
        lengths[count] = used - starts[count];
        count++;
    }

    /** The word that a string starts with, which is not NULL, given the string's handle in an arena over {@code data}. */
    public static long firstWord(byte[] data, long handle) {
        return (long) LONG.get(data, Arena.start(handle) + 1);
    }

    /** Appends the value of the given storage that starts at {@code at} in {@code data} to a builder; where the next one starts. */
    static int decode(byte[] data, int at, Storage storage, ColumnBuilder builder) {
        int next = at + 1;
        if (data[at] == 1) {
            builder.appendNull();
            return next;
        }
        if (storage == Storage.BYTES) {
            int length = (int) INT.get(data, next);
            next += Integer.BYTES;
            builder.appendBytes(data, next, length);
            return next + length;
        }
        long word = (long) LONG.get(data, next);
        next += Long.BYTES;
        if (storage == Storage.WIDE) {
            builder.appendWide(word, (long) LONG.get(data, next));
            return next + Long.BYTES;
        }
        appendWord(builder, storage, word);
        return next;
    }

    private static void appendWord(ColumnBuilder builder, Storage storage, long word) {
        switch (storage) {
            case LONG -> builder.appendLong(word);
            case DOUBLE -> builder.appendDouble(Double.longBitsToDouble(word));
            case BOOLEAN -> builder.appendBoolean(word != 0);
            case BYTES, WIDE -> throw new IllegalArgumentException(storage + " does not fit in a word");
        }
    }

    private void reserve(int length) {
        if (used + length > data.length || used + length < 0) {
            data = Arrays.copyOf(data, Capacity.grown(data.length, (long) used + length, "the keys of one batch"));
        }
    }
}
