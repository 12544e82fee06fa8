// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

/**
 * How the values of a column lie in memory. Five forms serve all SQL types; the choice is a function of the type
 * ({@link Type#storage()}), so that a kernel is written once per form and not once per type.
 */
public enum Storage {
    /** A {@code long}: integers, decimals of up to 18 digits (unscaled), dates, times, timestamps, intervals. */
    LONG,
    /** A {@code double}: DOUBLE, and FLOAT (always holding a value that a {@code float} can hold). */
    DOUBLE,
    /** A {@code boolean}. */
    BOOLEAN,
    /** Bytes of any length: UTF-8 text, binary strings. */
    BYTES,
    /** Two {@code long}, a 128-bit two's complement number: decimals of 19 to 38 digits (unscaled). */
    WIDE
}
