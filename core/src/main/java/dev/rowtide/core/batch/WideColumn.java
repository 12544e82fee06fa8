// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A column of {@link Storage#WIDE} values: 128-bit two's complement numbers in two arrays. */
public final class WideColumn extends Column {

    private final long[] high;
    private final long[] low;

    public WideColumn(long[] high, long[] low, long @Nullable [] nulls) {
        super(nulls);
        this.high = high;
        this.low = low;
    }

    /** The upper 64 bits, signed, by row. */
    public long[] high() {
        return high;
    }

    /** The lower 64 bits, unsigned, by row. */
    public long[] low() {
        return low;
    }

    /** The value at {@code row}. */
    public BigInteger value(int row) {
        return toBigInteger(high[row], low[row]);
    }

    /** The 128-bit number with these halves. */
    public static BigInteger toBigInteger(long high, long low) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (high >>> 56 - 8 * i);
            bytes[8 + i] = (byte) (low >>> 56 - 8 * i);
        }
        return new BigInteger(bytes);
    }

    @Override
    public Storage storage() {
        return Storage.WIDE;
    }
}
