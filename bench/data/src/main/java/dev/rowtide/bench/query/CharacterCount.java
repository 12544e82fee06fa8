// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.query;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The body of the function that q14 brings along. All programs call it, so that they differ in what they do around a user's code only. */
public final class CharacterCount {
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private CharacterCount() {}

    /** How often a character of ASCII occurs in UTF-8 text, which lies in {@code length} bytes from {@code offset} on. */
    public static int of(byte wanted, byte[] bytes, int offset, int length) {
        int count = 0;
        int end = offset + length;
        int at = offset;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long zeroWhereFound = (long) EIGHT_BYTES.get(bytes, at) ^ wanted * LOW_BITS;
            long lowNotZero = (zeroWhereFound & ~HIGH_BITS) + ~HIGH_BITS;
            count += Long.bitCount(~(lowNotZero | zeroWhereFound) & HIGH_BITS);
        }
        for (; at < end; at++) {
            count += bytes[at] == wanted ? 1 : 0;
        }
        return count;
    }
}
