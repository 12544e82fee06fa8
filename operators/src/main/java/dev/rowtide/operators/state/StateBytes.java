// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** State as one byte array: written in front, read back from a copy. A {@code long} takes eight bytes, little endian; bytes lie as they are. */
public final class StateBytes implements StateWriter, StateReader {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int written;
    private int read;

    /** Nothing written yet. */
    public StateBytes() {
        this(new byte[256], 0);
    }

    private StateBytes(byte[] bytes, int written) {
        this.bytes = bytes;
        this.written = written;
    }

    /** What {@link #toByteArray} gave, to be read. */
    public static StateBytes of(byte[] bytes) {
        return new StateBytes(bytes, bytes.length);
    }

    /** A copy of all that was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, written);
    }

    /** The bytes written so far. */
    public int size() {
        return written;
    }

    /** Whether all that was written has been read. */
    public boolean isExhausted() {
        return read == written;
    }

    @Override
    public void writeLong(long value) {
        reserve(Long.BYTES);
        LONG.set(bytes, written, value);
        written += Long.BYTES;
    }

    @Override
    public void writeLongs(long[] values, int start, int length) {
        reserve((long) length * Long.BYTES);
        for (int i = start; i < start + length; i++) {
            LONG.set(bytes, written, values[i]);
            written += Long.BYTES;
        }
    }

    @Override
    public void writeBytes(byte[] values, int start, int length) {
        reserve(length);
        System.arraycopy(values, start, bytes, written, length);
        written += length;
    }

    @Override
    public long readLong() {
        long value = (long) LONG.get(bytes, advance(Long.BYTES));
        return value;
    }

    @Override
    public void readLongs(long[] values, int start, int length) {
        for (int i = start; i < start + length; i++) {
            values[i] = readLong();
        }
    }

    @Override
    public void readBytes(byte[] values, int start, int length) {
        System.arraycopy(bytes, advance(length), values, start, length);
    }

    private int advance(int length) {
        int at = read;
        if (at + length > written) {
            throw new IllegalStateException("state ends after " + written + " bytes");
        }
        read += length;
        return at;
    }

    private void reserve(long length) {
        long needed = written + length;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Capacity.grown(bytes.length, needed, "a snapshot"));
        }
    }
}
