// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
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
    @Nullable
    Long onlyValue(boolean negated) {
        return low == high && this.negated == negated ? low : null;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] values = column.values();
        int[] selection = rows.selection();
        long low = this.low;
        long width = high - low;
        int flip = negated ? 1 : 0;
        boolean[] out = new boolean[rows.bound()];
        if (selection == null) {
            for (int row = 0, n = rows.size(); row < n; row++) {
                out[row] = (Bits.within(values[row], low, width) ^ flip) != 0;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = selection[i];
                out[row] = (Bits.within(values[row], low, width) ^ flip) != 0;
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
        long low = this.low;
        long width = high - low;
        int flip = negated ? 1 : 0;
        int count = 0;
        if (selection == null) {
            for (int row = 0, n = rows.size(); row < n; row++) {
                selected[count] = row;
                count += Bits.within(values[row], low, width) ^ flip;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = selection[i];
                selected[count] = row;
                count += Bits.within(values[row], low, width) ^ flip;
            }
        }
        return count;
    }

    private int selectNullable(long[] values, long[] nulls, Rows rows, int[] selected) {
        long width = high - low;
        int flip = negated ? 1 : 0;
        int count = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            int isNull = (int) (nulls[row >>> 6] >>> row) & 1;
            selected[count] = row;
            count += (Bits.within(values[row], low, width) ^ flip) & ~isNull;
        }
        return count;
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        Predicate excluded = LongIn.union(this, other, true);
        return excluded == null && other instanceof LongBetween second ? intersection(this, second) : excluded;
    }

    /** By De Morgan's law: outside of both outsides. */
    @Override
    public @Nullable Predicate or(Predicate other) {
        Predicate included = LongIn.union(this, other, false);
        if (included != null || !(other instanceof LongBetween second)) {
            return included;
        }
        LongBetween neither = intersection(negation(), second.negation());
        return neither == null ? null : neither.negation();
    }

    private LongBetween negation() {
        return new LongBetween(low, high, !negated);
    }

    private static @Nullable LongBetween intersection(LongBetween first, LongBetween second) {
        LongBetween a = first.withoutNegation();
        LongBetween b = second.withoutNegation();
        if (a == null || b == null) {
            return null;
        }
        long from = Math.max(a.low, b.low);
        long to = Math.min(a.high, b.high);
        return from <= to ? new LongBetween(from, to, false) : new LongBetween(Long.MIN_VALUE, Long.MAX_VALUE, true);
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
