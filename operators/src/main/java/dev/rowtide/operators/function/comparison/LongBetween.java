// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** Whether a value of LONG storage lies in an interval, or outside. */
final class LongBetween extends Predicate {

    private final long low;
    private final long high;
    private final boolean negated;

    /** The interval from {@code low} to {@code high}, both included; {@code low} must not be greater. */
    LongBetween(long low, long high, boolean negated) {
        this.low = low;
        this.high = high;
        this.negated = negated;
    }

    /** The test that is {@code value <comparison> constant}. */
    static LongBetween of(BuiltinFunction comparison, long constant) {
        return switch (comparison) {
            case EQUAL -> new LongBetween(constant, constant, false);
            case NOT_EQUAL -> new LongBetween(constant, constant, true);
            case LESS_OR_EQUAL -> new LongBetween(Long.MIN_VALUE, constant, false);
            case GREATER -> new LongBetween(Long.MIN_VALUE, constant, true);
            case GREATER_OR_EQUAL -> new LongBetween(constant, Long.MAX_VALUE, false);
            case LESS -> new LongBetween(constant, Long.MAX_VALUE, true);
            default -> throw new IllegalArgumentException(comparison + " is no comparison");
        };
    }

    /** The only value in the interval, where there is but one and the test is negated as asked. */
    @Nullable Long onlyValue(boolean negated) {
        return low == high && this.negated == negated ? low : null;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] values = column.values();
        int[] selection = rows.selection();
        boolean[] out = new boolean[rows.bound()];
        // One unsigned comparison tests both ends: low <= value <= high if and only if value - low <= high - low.
        long from = low + Long.MIN_VALUE;
        long width = high - low + Long.MIN_VALUE;
        boolean negated = this.negated;
        if (selection == null) {
            for (int row = 0, n = rows.size(); row < n; row++) {
                out[row] = values[row] - from <= width != negated;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = selection[i];
                out[row] = values[row] - from <= width != negated;
            }
        }
        return new BooleanColumn(out, column.nulls());
    }

    @Override
    public int select(Column[] arguments, Rows rows, int[] selected, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] nulls = column.nulls();
        if (nulls != null) {
            return selectNullable(column.values(), nulls, rows, selected);
        }
        long[] values = column.values();
        int[] selection = rows.selection();
        long from = low + Long.MIN_VALUE;
        long width = high - low + Long.MIN_VALUE;
        boolean negated = this.negated;
        int count = 0;
        if (selection == null) {
            for (int row = 0, n = rows.size(); row < n; row++) {
                selected[count] = row;
                count += values[row] - from <= width != negated ? 1 : 0;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = selection[i];
                selected[count] = row;
                count += values[row] - from <= width != negated ? 1 : 0;
            }
        }
        return count;
    }

    private int selectNullable(long[] values, long[] nulls, Rows rows, int[] selected) {
        long from = low + Long.MIN_VALUE;
        long width = high - low + Long.MIN_VALUE;
        boolean negated = this.negated;
        int count = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            selected[count] = row;
            count += values[row] - from <= width != negated & !Nulls.get(nulls, row) ? 1 : 0;
        }
        return count;
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        Predicate excluded = LongIn.union(this, other, true);
        if (excluded != null || !(other instanceof LongBetween second)) {
            return excluded;
        }
        LongBetween a = withoutNegation();
        LongBetween b = second.withoutNegation();
        if (a == null || b == null) {
            return null;
        }
        long from = Math.max(a.low, b.low);
        long to = Math.min(a.high, b.high);
        return from <= to ? new LongBetween(from, to, false) : new LongBetween(Long.MIN_VALUE, Long.MAX_VALUE, true);
    }

    @Override
    public @Nullable Predicate or(Predicate other) {
        return LongIn.union(this, other, false);
    }

    /** The same test as one for inclusion, or null if the outside of the interval is not an interval. */
    private @Nullable LongBetween withoutNegation() {
        if (!negated) {
            return this;
        }
        if (low == Long.MIN_VALUE && high < Long.MAX_VALUE) {
            return new LongBetween(high + 1, Long.MAX_VALUE, false);
        }
        return high == Long.MAX_VALUE && low > Long.MIN_VALUE ? new LongBetween(Long.MIN_VALUE, low - 1, false) : null;
    }
}
