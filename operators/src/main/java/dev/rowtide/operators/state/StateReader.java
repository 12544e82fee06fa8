// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

/** Gives back what a {@link StateWriter} took, in the same order. */
public interface StateReader {

    long readLong();

    /** Reads {@code length} values to {@code start} on. */
    void readLongs(long[] values, int start, int length);

    /** Reads {@code length} bytes to {@code start} on. */
    void readBytes(byte[] values, int start, int length);
}
