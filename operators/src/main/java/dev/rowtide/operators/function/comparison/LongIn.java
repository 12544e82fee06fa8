// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whether a value of LONG storage is one of several constants, or none of them. */
final class LongIn extends Predicate {

    /** Up to here trying each constant is faster than a search. */
    private static final int LINEAR_MAX = 8;

    private final long[] constants;
    private final boolean negated;

    /** @param constants rising */
    private LongIn(long[] constants, boolean negated) {
        this.constants = constants;
        this.negated = negated;
    }

    /** The test for the constants of both, where both are tests for constants, or where both are tests for none of some constants; else null. */
    static @Nullable Predicate union(Predicate first, Predicate second, boolean negated) {
        long[] a = constants(first, negated);
        long[] b = constants(second, negated);
        if (a == null || b == null) {
            return null;
        }
        long[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return new LongIn(Arrays.stream(all).sorted().distinct().toArray(), negated);
    }

    private static long @Nullable [] constants(Predicate predicate, boolean negated) {
        if (predicate instanceof LongIn in) {
            return in.negated == negated ? in.constants : null;
        }
        Long only = predicate instanceof LongBetween between ? between.onlyValue(negated) : null;
        return only == null ? null : new long[] {only};
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] values = column.values();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = contains(values[row]) != negated;
        }
        return new BooleanColumn(out, column.nulls());
    }

    private boolean contains(long value) {
        if (constants.length > LINEAR_MAX) {
            return Arrays.binarySearch(constants, value) >= 0;
        }
        boolean found = false;
        for (long constant : constants) {
            found |= constant == value;
        }
        return found;
    }

    @Override
    public @Nullable Predicate or(Predicate other) {
        return union(this, other, false);
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        return union(this, other, true);
    }
}
