// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A snapshot in memory: written once, read any number of times. */
public final class SnapshotBuffer implements StateWriter {

    private ByteBuffer bytes = ByteBuffer.allocate(256);

    @Override
    public void writeLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    @Override
    public void writeLongs(long[] values, int start, int length) {
        ByteBuffer target = room(length * Long.BYTES);
        for (int i = start; i < start + length; i++) {
            target.putLong(values[i]);
        }
    }

    @Override
    public void writeBytes(byte[] values, int start, int length) {
        room(length).put(values, start, length);
    }

    /** The bytes written. */
    public int size() {
        return bytes.position();
    }

    /** A reader from the start. */
    public Reader reader() {
        return new Reader(ByteBuffer.wrap(Arrays.copyOf(bytes.array(), bytes.position())));
    }

    private ByteBuffer room(int length) {
        if (bytes.remaining() < length) {
            int capacity = Math.max(bytes.capacity() * 2, bytes.position() + length);
            bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
        }
        return bytes;
    }

    /** Reads what was written, in order. Reading past the end throws {@link java.nio.BufferUnderflowException}. */
    public static final class Reader implements StateReader {

        private final ByteBuffer bytes;

        private Reader(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public long readLong() {
            return bytes.getLong();
        }

        @Override
        public void readLongs(long[] values, int start, int length) {
            for (int i = start; i < start + length; i++) {
                values[i] = bytes.getLong();
            }
        }

        @Override
        public void readBytes(byte[] values, int start, int length) {
            bytes.get(values, start, length);
        }

        /** The bytes not read yet. */
        public int remaining() {
            return bytes.remaining();
        }
    }
}
