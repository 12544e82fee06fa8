// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import org.jspecify.annotations.Nullable;

/**
 * The rows that steps put out: for each its kind and its step. Where all steps do the same, as in a group that is known and changes, the arrays are constants that all
 * batches share.
 */
final class OutputRows {

    /** The kinds of updates as pairs. */
    static final byte[] PAIR_KINDS = ChangeBatch.updatePairKinds();

    /** The steps of updates as pairs. */
    static final int[] PAIR_STEPS = new int[2 * ChangeBatch.ROWS_MAX];

    /** The steps where each puts out one row. */
    static final int[] STEPS = new int[ChangeBatch.ROWS_MAX];

    private static final byte[] UPDATE_KINDS = new byte[ChangeBatch.ROWS_MAX];

    static {
        for (int i = 0; i < ChangeBatch.ROWS_MAX; i++) {
            STEPS[i] = i;
            PAIR_STEPS[2 * i] = i;
            PAIR_STEPS[2 * i + 1] = i;
            UPDATE_KINDS[i] = RowKind.PLUS_U;
        }
    }

    private final boolean updateBefore;
    private int size;
    private boolean tellsBefore;
    private int[] steps = {};
    private byte @Nullable [] kinds;

    /** @param updateBefore whether an update has a {@code -U} before its {@code +U} */
    OutputRows(boolean updateBefore) {
        this.updateBefore = updateBefore;
    }

    /**
     * Lays out the rows of steps 0 to {@code n - 1}.
     *
     * @param existed the group's rows before each step; null where there was a result even without rows
     * @param exists the group's rows after it; null where there is one even without rows
     * @param changed whether the results changed; null when all did
     */
    void layOut(long @Nullable [] existed, long @Nullable [] exists, boolean @Nullable [] changed, int n) {
        boolean known = n <= ChangeBatch.ROWS_MAX && allPositive(exists, n);
        if (known && changed == null && allPositive(existed, n)) {
            size = updateBefore ? 2 * n : n;
            tellsBefore = updateBefore;
            steps = updateBefore ? PAIR_STEPS : STEPS;
            kinds = updateBefore ? PAIR_KINDS : UPDATE_KINDS;
        } else if (known && changed == null && existed != null && !updateBefore) {
            size = n;
            tellsBefore = false;
            steps = STEPS;
            kinds = putKinds(existed, n);
        } else if (known && allZero(existed, n)) {
            size = n;
            tellsBefore = false;
            steps = STEPS;
            kinds = null;
        } else {
            layOutOneByOne(existed, exists, changed, n);
        }
    }

    /** The kinds where each group has one new row. */
    private static byte[] putKinds(long[] existed, int n) {
        byte[] kind = new byte[n];
        for (int i = 0; i < n; i++) {
            kind[i] = existed[i] > 0 ? RowKind.PLUS_U : RowKind.PLUS_I;
        }
        return kind;
    }

    private void layOutOneByOne(
            long @Nullable [] existed, long @Nullable [] exists, boolean @Nullable [] changed, int n) {
        int[] of = new int[2 * n];
        byte[] kind = new byte[2 * n];
        int rows = 0;
        tellsBefore = false;
        for (int i = 0; i < n; i++) {
            boolean old = existed == null || existed[i] > 0;
            boolean now = exists == null || exists[i] > 0;
            if (old && now) {
                if (changed != null && !changed[i]) {
                    continue;
                }
                if (updateBefore) {
                    tellsBefore = true;
                    kind[rows] = RowKind.MINUS_U;
                    of[rows++] = i;
                }
                kind[rows] = RowKind.PLUS_U;
                of[rows++] = i;
            } else if (old || now) {
                tellsBefore |= old;
                kind[rows] = old ? RowKind.MINUS_D : RowKind.PLUS_I;
                of[rows++] = i;
            }
        }
        size = rows;
        steps = of;
        kinds = kind;
    }

    /** Whether all counts, which are not negative, are above 0. */
    private static boolean allPositive(long @Nullable [] counts, int n) {
        long below = 0;
        for (int i = 0; counts != null && i < n; i++) {
            below |= counts[i] - 1;
        }
        return below >= 0;
    }

    private static boolean allZero(long @Nullable [] counts, int n) {
        long any = counts == null ? 1 : 0;
        for (int i = 0; counts != null && i < n; i++) {
            any |= counts[i];
        }
        return any == 0;
    }

    int size() {
        return size;
    }

    /** Whether any row is what a group was like before a step. */
    boolean tellsBefore() {
        return tellsBefore;
    }

    /** The step of each row. */
    int[] steps() {
        return steps;
    }

    /** The kind of each row; null when all are {@code +I}. */
    byte @Nullable [] kinds() {
        return kinds;
    }
}
