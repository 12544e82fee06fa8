// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.ExactSums;
import java.math.BigInteger;

/** A number as {@code unscaled * 2^exponent}, for arithmetic without loss. */
record ExactValue(BigInteger unscaled, int exponent) {

    private static final int BITS = 62;

    static ExactValue of(ExactSums sums, int sum) {
        return new ExactValue(sums.unscaled(sum), sums.exponent(sum));
    }

    ExactValue times(long factor) {
        return new ExactValue(unscaled.multiply(BigInteger.valueOf(factor)), exponent);
    }

    ExactValue times(ExactValue other) {
        return new ExactValue(unscaled.multiply(other.unscaled), exponent + other.exponent);
    }

    ExactValue minus(ExactValue other) {
        if (other.unscaled.signum() == 0) {
            return this;
        }
        if (unscaled.signum() == 0) {
            return new ExactValue(other.unscaled.negate(), other.exponent);
        }
        int common = Math.min(exponent, other.exponent);
        return new ExactValue(
                unscaled.shiftLeft(exponent - common).subtract(other.unscaled.shiftLeft(other.exponent - common)),
                common);
    }

    /** An even binary exponent: divided by its power of two, the number is about 1. */
    int magnitude() {
        return unscaled.signum() == 0 ? 0 : unscaled.bitLength() + exponent & ~1;
    }

    /** The number divided by a power of two. */
    ExactValue shiftedRight(int bits) {
        return new ExactValue(unscaled, exponent - bits);
    }

    /** The nearest DOUBLE. */
    double toDouble() {
        int cut = unscaled.bitLength() - BITS;
        if (cut <= 0) {
            return Math.scalb((double) unscaled.longValue(), exponent);
        }
        long leading = unscaled.shiftRight(cut).longValue();
        // What is cut off only matters for rounding: a bit that says that there is something.
        return Math.scalb((double) (unscaled.getLowestSetBit() < cut ? leading | 1 : leading), exponent + cut);
    }
}
