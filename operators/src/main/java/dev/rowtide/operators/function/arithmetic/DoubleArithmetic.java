// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/**
 * A binary operation on floating-point numbers, by IEEE 754: it has a result for any operands. FLOAT is computed in double precision and rounded, which gives the
 * same results as computing in single precision for these operations.
 */
final class DoubleArithmetic implements VectorFunction {

    private final Operation operation;
    private final boolean single;

    DoubleArithmetic(Operation operation, Type type) {
        this.operation = operation;
        single = type.kind() == TypeKind.FLOAT;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn left = (DoubleColumn) arguments[0];
        DoubleColumn right = (DoubleColumn) arguments[1];
        double[] out = new double[rows.bound()];
        int[] selection = rows.selection();
        if (selection == null) {
            dense(left.values(), right.values(), out, rows.size());
        } else {
            sparse(left.values(), right.values(), out, selection, rows.size());
        }
        if (single) {
            DoubleMath.roundToSingle(out, rows);
        }
        return new DoubleColumn(out, Nulls.union(left.nulls(), right.nulls()));
    }

    private void dense(double[] left, double[] right, double[] out, int size) {
        switch (operation) {
            case ADD -> {
                for (int row = 0; row < size; row++) {
                    out[row] = left[row] + right[row];
                }
            }
            case SUBTRACT -> {
                for (int row = 0; row < size; row++) {
                    out[row] = left[row] - right[row];
                }
            }
            case MULTIPLY -> {
                for (int row = 0; row < size; row++) {
                    out[row] = left[row] * right[row];
                }
            }
            case DIVIDE -> {
                for (int row = 0; row < size; row++) {
                    out[row] = left[row] / right[row];
                }
            }
            case REMAINDER -> {
                for (int row = 0; row < size; row++) {
                    out[row] = left[row] % right[row];
                }
            }
        }
    }

    private void sparse(double[] left, double[] right, double[] out, int[] selection, int size) {
        Operation operation = this.operation;
        for (int i = 0; i < size; i++) {
            int row = selection[i];
            double x = left[row];
            double y = right[row];
            out[row] = switch (operation) {
                case ADD -> x + y;
                case SUBTRACT -> x - y;
                case MULTIPLY -> x * y;
                case DIVIDE -> x / y;
                case REMAINDER -> x % y;
            };
        }
    }
}
