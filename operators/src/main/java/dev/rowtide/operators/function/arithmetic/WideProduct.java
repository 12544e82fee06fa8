// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/**
 * Products of LONG storage that have a result of 128 bits. Mostly all products of a batch are below 2^63 and not negative, as those of prices and amounts are: then they are
 * computed as 64 bits, and all batches share one upper half.
 */
final class WideProduct implements VectorFunction {

    private final Constant constant;
    private final VectorFunction any;
    private long[] zeros = {};

    /** @param any computes the product for all operands */
    WideProduct(Constant constant, WideArithmetic any) {
        this.constant = constant;
        this.any = any;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn left = (LongColumn) arguments[0];
        LongColumn right = (LongColumn) arguments[1];
        if (rows.size() == 0) {
            return any.apply(arguments, rows, failures);
        }
        long[] products = new long[rows.bound()];
        boolean small = switch (constant) {
            case LEFT -> multiply(right.values(), left.values()[rows.row(0)], products, rows);
            case RIGHT -> multiply(left.values(), right.values()[rows.row(0)], products, rows);
            case NONE -> multiply(left.values(), right.values(), products, rows);
        };
        return small
                ? new WideColumn(zeros(rows.bound()), products, Nulls.union(left.nulls(), right.nulls()))
                : any.apply(arguments, rows, failures);
    }

    /** Whether all products are from 0 to 2^63 - 1; they are right only then. */
    private static boolean multiply(long[] left, long[] right, long[] products, Rows rows) {
        long highs = 0;
        long signs = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long product = left[row] * right[row];
            products[row] = product;
            highs |= Math.multiplyHigh(left[row], right[row]);
            signs |= product;
        }
        return highs == 0 && signs >= 0;
    }

    /** As above: the factors that are right are an interval. */
    private static boolean multiply(long[] left, long factor, long[] products, Rows rows) {
        if (factor <= 0) {
            return false;
        }
        long greatest = Long.MAX_VALUE / factor;
        long signs = 0;
        int[] selection = rows.selection();
        if (selection == null) {
            for (int row = 0, n = rows.size(); row < n; row++) {
                long x = left[row];
                products[row] = x * factor;
                signs |= x | (greatest - x);
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                long x = left[selection[i]];
                products[selection[i]] = x * factor;
                signs |= x | (greatest - x);
            }
        }
        return signs >= 0;
    }

    /** Upper halves of small numbers, never written. */
    private long[] zeros(int bound) {
        if (zeros.length < bound) {
            zeros = new long[bound];
        }
        return zeros;
    }
}
