// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** Whether a floating-point number lies in an interval of numbers, or outside; NaN is greater than all numbers and so lies outside. */
final class DoubleBetween extends Predicate {

    private final double low;
    private final double high;
    private final boolean negated;

    private DoubleBetween(double low, double high, boolean negated) {
        this.low = low;
        this.high = high;
        this.negated = negated;
    }

    /** The test that is {@code value <comparison> constant}; the constant is not NaN. */
    static DoubleBetween of(BuiltinFunction comparison, double constant) {
        return switch (comparison) {
            case EQUAL -> new DoubleBetween(constant, constant, false);
            case NOT_EQUAL -> new DoubleBetween(constant, constant, true);
            case LESS_OR_EQUAL -> new DoubleBetween(Double.NEGATIVE_INFINITY, constant, false);
            case GREATER -> new DoubleBetween(Double.NEGATIVE_INFINITY, constant, true);
            case LESS -> below(constant, false);
            case GREATER_OR_EQUAL -> below(constant, true);
            default -> throw new IllegalArgumentException(comparison + " is no comparison");
        };
    }

    private static DoubleBetween below(double constant, boolean negated) {
        return constant == Double.NEGATIVE_INFINITY
                ? new DoubleBetween(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, negated)
                : new DoubleBetween(Double.NEGATIVE_INFINITY, Math.nextDown(constant), negated);
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        double[] values = column.values();
        double low = this.low;
        double high = this.high;
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            double value = values[row];
            out[row] = (value >= low & value <= high) != negated;
        }
        return new BooleanColumn(out, column.nulls());
    }

    @Override
    public int select(Column[] arguments, Rows rows, int[] selected, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        double[] values = column.values();
        long[] nulls = column.nulls();
        double low = this.low;
        double high = this.high;
        int count = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            double value = values[row];
            selected[count] = row;
            count += (value >= low & value <= high) != negated & !Nulls.get(nulls, row) ? 1 : 0;
        }
        return count;
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        return other instanceof DoubleBetween second && !negated && !second.negated
                ? new DoubleBetween(Math.max(low, second.low), Math.min(high, second.high), false)
                : null;
    }
}
