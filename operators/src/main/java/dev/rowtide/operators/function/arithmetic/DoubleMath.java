// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** A function of one floating-point number, or POWER; IEEE 754 gives a result for any argument, such as NaN for the square root of -1. */
final class DoubleMath implements VectorFunction {

    private final BuiltinFunction function;
    private final boolean single;

    DoubleMath(BuiltinFunction function, Type type) {
        this.function = function;
        single = type.kind() == TypeKind.FLOAT;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn argument = (DoubleColumn) arguments[0];
        double[] out = new double[rows.bound()];
        long[] nulls = argument.nulls();
        if (function == BuiltinFunction.POWER) {
            DoubleColumn exponent = (DoubleColumn) arguments[1];
            power(argument.values(), exponent.values(), out, rows);
            nulls = Nulls.union(nulls, exponent.nulls());
        } else {
            compute(argument.values(), out, rows);
        }
        if (single) {
            roundToSingle(out, rows);
        }
        return new DoubleColumn(out, nulls);
    }

    /** Rounds the values to what a FLOAT can hold. */
    static void roundToSingle(double[] values, Rows rows) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            values[row] = (float) values[row];
        }
    }

    private void compute(double[] values, double[] out, Rows rows) {
        BuiltinFunction function = this.function;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            double x = values[row];
            out[row] = switch (function) {
                case NEGATE -> -x;
                case ABS -> Math.abs(x);
                case SIGN -> Math.signum(x);
                case FLOOR -> Math.floor(x);
                case CEIL -> Math.ceil(x);
                case SQRT -> Math.sqrt(x);
                case EXP -> StrictMath.exp(x);
                case LN -> StrictMath.log(x);
                case LOG10 -> StrictMath.log10(x);
                default -> throw new IllegalStateException(function.name());
            };
        }
    }

    /** Strict, as the other functions here: the same bits on every machine, so that a replayed log is the same log. */
    private static void power(double[] bases, double[] exponents, double[] out, Rows rows) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = StrictMath.pow(bases[row], exponents[row]);
        }
    }
}
