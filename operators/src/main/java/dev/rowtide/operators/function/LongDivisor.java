// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import java.math.BigInteger;

/**
 * Division of {@code long} by one divisor many times: by a multiplication with its reciprocal, a few times faster than the processor's division. The
 * reciprocal is a 64-bit fixed-point number rounded up, with as many bits as make the quotient exact for every dividend (Granlund and Montgomery,
 * "Division by invariant integers using multiplication", 1994).
 */
public final class LongDivisor {

    private final long divisor;
    private final long multiplier;
    private final int shift;

    /** @throws IllegalArgumentException if the divisor is less than 1 */
    public LongDivisor(long divisor) {
        if (divisor < 1) {
            throw new IllegalArgumentException("divisor " + divisor);
        }
        this.divisor = divisor;
        int bits = Math.max(64 - Long.numberOfLeadingZeros(divisor - 1), 1);
        shift = bits - 1;
        // Between 2^63 and 2^65: only the lower 64 bits are kept, as a signed number, and quotient() adds the missing
        // 2^64 times the dividend.
        multiplier = BigInteger.ONE
                .shiftLeft(64 + shift)
                .divide(BigInteger.valueOf(divisor))
                .add(BigInteger.ONE)
                .longValue();
    }

    /** The divisor. */
    public long divisor() {
        return divisor;
    }

    /** {@code dividend / divisor}, toward zero. */
    public long quotient(long dividend) {
        return ((Math.multiplyHigh(multiplier, dividend) + dividend) >> shift) - (dividend >> 63);
    }

    /** {@code dividend % divisor}, with the sign of the dividend. */
    public long remainder(long dividend) {
        return dividend - quotient(dividend) * divisor;
    }

    /** {@link Math#floorDiv(long, long)}. */
    public long floorQuotient(long dividend) {
        long quotient = quotient(dividend);
        return quotient * divisor > dividend ? quotient - 1 : quotient;
    }

    /** {@link Math#floorMod(long, long)}. */
    public long floorRemainder(long dividend) {
        long remainder = remainder(dividend);
        return remainder + (divisor & (remainder >> 63));
    }
}
