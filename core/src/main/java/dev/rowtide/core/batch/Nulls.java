// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import org.jspecify.annotations.Nullable;

/** Null bitmaps: bit {@code row} is set where the value is NULL. A column without NULLs has no bitmap ({@code null}). */
public final class Nulls {

    private Nulls() {}

    /** An empty bitmap for {@code rows} rows. */
    public static long[] allocate(int rows) {
        return new long[(rows + 63) >>> 6];
    }

    /** A bitmap with all of {@code rows} bits set. */
    public static long[] all(int rows) {
        long[] nulls = allocate(rows);
        java.util.Arrays.fill(nulls, -1L);
        return nulls;
    }

    /** Whether bit {@code row} is set. */
    public static boolean get(long @Nullable [] nulls, int row) {
        return nulls != null && (nulls[row >>> 6] >>> row & 1) != 0;
    }

    /** Sets bit {@code row}. */
    public static void set(long[] nulls, int row) {
        nulls[row >>> 6] |= 1L << row;
    }

    /** The rows that are NULL in {@code a} or in {@code b}; neither argument is changed, either may be returned. */
    public static long @Nullable [] union(long @Nullable [] a, long @Nullable [] b) {
        if (a == null || a == b) {
            return b;
        }
        if (b == null) {
            return a;
        }
        long[] longer = a.length >= b.length ? a : b;
        long[] shorter = longer == a ? b : a;
        long[] union = longer.clone();
        for (int i = 0; i < shorter.length; i++) {
            union[i] |= shorter[i];
        }
        return union;
    }
}
