// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

/** Decimal places of floating-point numbers, which count as the decimals that they print as, found without making those. */
public final class DecimalPlaces {

    /** Says that the number must be looked at as a decimal. */
    public static final long UNSURE = -1;

    /** Up to here a double times a power of ten is off by less than {@link #MARGIN}. */
    private static final double SCALED_MAX = 1L << 32;

    private static final double MARGIN = 1e-6;

    private DecimalPlaces() {}

    /**
     * A number with {@code digits} after the point, as a whole number of units of the last one; or {@link #UNSURE}, if it is large or nearly in the middle.
     *
     * @param magnitude not negative, finite
     * @param digits 0 to 18
     * @param truncate whether the rest is cut, else rounded half up
     */
    public static long scaled(double magnitude, int digits, boolean truncate) {
        double scaled = magnitude * Decimals.power(digits);
        double floor = Math.floor(scaled);
        double fraction = scaled - floor;
        double threshold = truncate ? 1 : 0.5;
        boolean sure = scaled < SCALED_MAX
                && Math.abs(fraction - threshold) > MARGIN
                && (!truncate || fraction > MARGIN || scaled == magnitude);
        return sure ? (long) floor + (fraction >= threshold ? 1 : 0) : UNSURE;
    }
}
