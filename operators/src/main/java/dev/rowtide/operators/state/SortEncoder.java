// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows as byte strings whose order, byte by byte and unsigned, is the order of the rows by their sort keys, and of rows with equal keys by their payload.
 *
 * <pre>
 *   sort keys ... | payload | where the payload starts (4)
 *
 *   sort key: one byte that puts NULL first or last | the value, its bytes inverted for a descending order
 *   number:   8 or 16 bytes, big endian, sign bit inverted
 *   text:     its bytes, each 0 followed by 255, then 0 0
 *   payload:  1 for NULL, else 0 and the value; a text as it is
 * </pre>
 */
public final class SortEncoder {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int NULL_BEFORE = 0;
    private static final int VALUE = 1;
    private static final int NULL_BEHIND = 2;

    private byte[] data = new byte[256];
    private int used;
    private int payload;

    /** Starts a row. */
    public void begin() {
        used = 0;
    }

    /** The row, in front; another array after the next call. */
    public byte[] data() {
        return data;
    }

    /** The length of the row. */
    public int length() {
        return used;
    }

    /** Appends a sort key. */
    public void key(Column column, int row, boolean descending, boolean nullsFirst) {
        reserve(1);
        if (column.isNull(row)) {
            data[used++] = (byte) (nullsFirst ? NULL_BEFORE : NULL_BEHIND);
            return;
        }
        data[used++] = VALUE;
        int from = used;
        if (column instanceof BytesColumn bytes) {
            escaped(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
        } else {
            number(column, row);
        }
        for (int i = from; descending && i < used; i++) {
            data[i] = (byte) ~data[i];
        }
    }

    /** Appends a number that is not NULL, as a sort key or part of one. */
    public void number(long number) {
        reserve(Long.BYTES);
        LONG.set(data, used, number ^ Long.MIN_VALUE);
        used += Long.BYTES;
    }

    /** Appends a run of bytes and how long it is, in front. */
    public void run(byte[] source, int start, int length) {
        reserve(Integer.BYTES);
        INT.set(data, used, length);
        used += Integer.BYTES;
        bytes(source, start, length);
    }

    /** Says that the sort keys are complete and the payload begins; it is not NULL. */
    public void beginPayload() {
        payload = used;
        reserve(1);
        data[used++] = 0;
    }

    /** Appends part of a payload that is a text. */
    public void bytes(byte[] source, int start, int length) {
        reserve(length);
        System.arraycopy(source, start, data, used, length);
        used += length;
    }

    /** Appends a column's value as the payload. */
    public void payload(Column column, int row) {
        beginPayload();
        if (column.isNull(row)) {
            data[payload] = 1;
        } else if (column instanceof BytesColumn bytes) {
            bytes(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
        } else {
            number(column, row);
        }
    }

    /** Ends the row behind its payload. */
    public void end() {
        reserve(Integer.BYTES);
        INT.set(data, used, payload);
        used += Integer.BYTES;
    }

    /** Whether the payload of the row that lies at a handle is NULL, see {@link Arena}. */
    public static boolean isNull(byte[] data, long handle) {
        return data[payloadStart(data, handle)] == 1;
    }

    /** Where the text that is the payload of a row lies, as a handle for the same bytes. */
    public static long text(byte[] data, long handle) {
        int start = payloadStart(data, handle) + 1;
        int end = Arena.start(handle) + Arena.length(handle) - Integer.BYTES;
        return (long) start << 32 | end - start;
    }

    /** The number that is the payload of a row, or its upper half. */
    public static long number(byte[] data, long handle) {
        return numberAt(data, payloadStart(data, handle) + 1);
    }

    /** The lower half of the wide number that is the payload of a row. */
    public static long low(byte[] data, long handle) {
        return (long) LONG.get(data, payloadStart(data, handle) + 1 + Long.BYTES);
    }

    /** The number that {@link #number(long)} put at {@code at}. */
    public static long numberAt(byte[] data, int at) {
        return (long) LONG.get(data, at) ^ Long.MIN_VALUE;
    }

    private static int payloadStart(byte[] data, long handle) {
        int start = Arena.start(handle);
        return start + (int) INT.get(data, start + Arena.length(handle) - Integer.BYTES);
    }

    private void number(Column column, int row) {
        if (column instanceof WideColumn wide) {
            number(wide.high()[row]);
            reserve(Long.BYTES);
            LONG.set(data, used, wide.low()[row]);
            used += Long.BYTES;
        } else {
            long word = KeyWords.of(column, row);
            number(column.storage() == Storage.DOUBLE ? word ^ ((word >> 63) & Long.MAX_VALUE) : word);
        }
    }

    private void escaped(byte[] source, int start, int length) {
        reserve(2L * length + 2);
        for (int i = start; i < start + length; i++) {
            data[used++] = source[i];
            if (source[i] == 0) {
                data[used++] = -1;
            }
        }
        data[used++] = 0;
        data[used++] = 0;
    }

    private void reserve(long length) {
        if (used + length > data.length) {
            data = Arrays.copyOf(data, Capacity.grown(data.length, used + length, "a row to be sorted"));
        }
    }
}
