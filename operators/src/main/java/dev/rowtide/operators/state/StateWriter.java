// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

/** Takes the state of an operator, value by value. What is written must be read back in the same order. */
public interface StateWriter {

    /** The number of virtual partitions; a key's partition is the top seven bits of its hash. */
    int PARTITIONS = 128;

    void writeLong(long value);

    /** Writes {@code length} values from {@code start} on. */
    void writeLongs(long[] values, int start, int length);

    /** Writes {@code length} bytes from {@code start} on. */
    void writeBytes(byte[] values, int start, int length);
}
