// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of a text or binary column in any order of rows: {@link #begin}, some {@code write}, {@link #end}. A row that is never ended is empty.
 */
public final class TextWriter {

    private final int[] starts;
    private final int[] lengths;
    private byte[] data;
    private int used;
    private int start;

    /** A writer for a batch; {@code bytesExpected} in all is a guess. */
    public TextWriter(Rows rows, long bytesExpected) {
        starts = new int[rows.bound()];
        lengths = new int[rows.bound()];
        data = new byte[(int) Math.max(64, Math.min(bytesExpected, 1 << 24))];
    }

    /** Starts the value of a row. */
    public void begin() {
        start = used;
    }

    /** Completes the value begun last, as that of {@code row}. */
    public void end(int row) {
        starts[row] = start;
        lengths[row] = used - start;
    }

    /** Gives {@code row} the value of {@code other} without copying it. */
    public void repeat(int row, int other) {
        starts[row] = starts[other];
        lengths[row] = lengths[other];
    }

    /** Gives all of {@code rows} the value of the first of them without copying it. */
    public void repeatFirst(Rows rows) {
        int value = starts[rows.row(0)];
        int length = lengths[rows.row(0)];
        for (int i = 1, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            starts[row] = value;
            lengths[row] = length;
        }
    }

    /** Makes room for {@code count} more bytes and returns the array to write them into, from {@link #used()} on. */
    public byte[] reserve(int count) {
        if (count > data.length - used) {
            grow(count);
        }
        return data;
    }

    /** The bytes written so far. */
    public int used() {
        return used;
    }

    /** Counts bytes as written that the caller put into the array that {@link #reserve} returned. */
    public void advance(int count) {
        used += count;
    }

    /** Appends bytes to the current value. */
    public void write(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, data, used, count);
        used += count;
    }

    /** Appends bytes to the current value. */
    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    /** Appends a byte to the current value. */
    public void write(int value) {
        reserve(1);
        data[used++] = (byte) value;
    }

    /** Appends a number in decimal digits, with a minus sign where it is negative. */
    public void writeNumber(long number) {
        if (number < 0) {
            if (number == Long.MIN_VALUE) {
                write("-9223372036854775808".getBytes(US_ASCII));
                return;
            }
            write('-');
            writeDigits(-number, 1);
        } else {
            writeDigits(number, 1);
        }
    }

    /** Appends a number that is not negative, with zeros in front up to {@code width} digits. */
    public void writeDigits(long number, int width) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        int length = Math.max(digits, width);
        byte[] target = reserve(length);
        long rest = number;
        for (int i = used + length - 1; i >= used; i--) {
            long tenth = rest / 10;
            target[i] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        used += length;
    }

    /** Appends a number from 0 to 99 as two digits. */
    public void writeTwoDigits(int number) {
        byte[] target = reserve(2);
        int tens = (number * 103) >> 10;
        target[used] = (byte) ('0' + tens);
        target[used + 1] = (byte) ('0' + (number - tens * 10));
        used += 2;
    }

    /** The column of what was written; the writer is not used afterwards. */
    public BytesColumn column(long @Nullable [] nulls) {
        return new BytesColumn(data, starts, lengths, nulls);
    }

    private void grow(int count) {
        long needed = (long) used + count;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new EngineException(
                    ErrorCode.RESOURCE_LIMIT, "the texts that an expression makes of one batch exceed 2 GiB");
        }
        data = Arrays.copyOf(data, (int) Math.min(Math.max(needed, 2L * data.length), Integer.MAX_VALUE - 8));
    }
}
