// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** Whether a floating-point number lies in an interval, or outside, in the order of comparisons: NaN is greatest, the zeros are one. */
final class DoubleBetween extends Predicate {

    private static final long LEAST = Bits.orderOf(Double.NEGATIVE_INFINITY);
    private static final long GREATEST = Bits.orderOf(Double.NaN);

    /** The ends, included, as {@link Bits#orderOf} numbers them. */
    private final long low;

    private final long high;
    private final boolean negated;

    private DoubleBetween(long low, long high, boolean negated) {
        this.low = low;
        this.high = high;
        this.negated = negated;
    }

    /** The test that is {@code value <comparison> constant}. */
    static DoubleBetween of(BuiltinFunction comparison, double constant) {
        long number = Bits.orderOf(constant);
        return switch (comparison) {
            case EQUAL -> new DoubleBetween(number, number, false);
            case NOT_EQUAL -> new DoubleBetween(number, number, true);
            case LESS_OR_EQUAL -> new DoubleBetween(LEAST, number, false);
            case GREATER -> new DoubleBetween(LEAST, number, true);
            case GREATER_OR_EQUAL -> new DoubleBetween(number, GREATEST, false);
            case LESS -> new DoubleBetween(number, GREATEST, true);
            default -> throw new IllegalArgumentException(comparison + " is no comparison");
        };
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        double[] values = column.values();
        long low = this.low;
        long width = high - low;
        int flip = negated ? 1 : 0;
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            out[row] = (Bits.within(Bits.orderOf(values[row]), low, width) ^ flip) != 0;
        }
        return new BooleanColumn(out, column.nulls());
    }
}
