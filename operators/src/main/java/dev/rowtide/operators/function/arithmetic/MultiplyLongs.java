// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.operators.function.CallSite;

/** Products of LONG storage. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class MultiplyLongs extends LongArithmetic {

    private final Constant constant;

    MultiplyLongs(Operands operands, Constant constant, CallSite site) {
        super(Operation.MULTIPLY, operands, site);
        this.constant = constant;
    }

    @Override
    boolean dense(long[] left, long[] right, long[] out, int size) {
        return switch (constant) {
            case LEFT -> denseConstant(right, left[0], out, size);
            case RIGHT -> denseConstant(left, right[0], out, size);
            case NONE -> denseColumns(left, right, out, size);
        };
    }

    private boolean denseColumns(long[] left, long[] right, long[] out, int size) {
        boolean inexact = false;
        for (int row = 0; row < size; row++) {
            long x = left[row];
            long y = right[row];
            long r = x * y;
            out[row] = r;
            inexact |= Math.multiplyHigh(x, y) != r >> 63 | r < min | r > max;
        }
        return !inexact;
    }

    /** The factors that stay in range are an interval, so that two comparisons replace the upper half of the product. */
    private boolean denseConstant(long[] left, long y, long[] out, int size) {
        if (y == 0) {
            return true;
        }
        if (y == -1) {
            return denseNegation(left, out, size);
        }
        long lowest = y > 0 ? min / y : max / y;
        long highest = y > 0 ? max / y : min / y;
        boolean inexact = false;
        for (int row = 0; row < size; row++) {
            long x = left[row];
            out[row] = x * y;
            inexact |= x < lowest | x > highest;
        }
        return !inexact;
    }

    private boolean denseNegation(long[] left, long[] out, int size) {
        boolean inexact = false;
        for (int row = 0; row < size; row++) {
            long r = -left[row];
            out[row] = r;
            inexact |= r == Long.MIN_VALUE | r < min | r > max;
        }
        return !inexact;
    }

    @Override
    boolean sparse(long[] left, long[] right, long[] out, int[] selection, int size) {
        boolean inexact = false;
        for (int i = 0; i < size; i++) {
            int row = selection[i];
            long x = left[row];
            long y = right[row];
            long r = x * y;
            out[row] = r;
            inexact |= Math.multiplyHigh(x, y) != r >> 63 | r < min | r > max;
        }
        return !inexact;
    }

    @Override
    boolean isExact(long x, long y) {
        long r = x * y;
        return Math.multiplyHigh(x, y) == r >> 63 && r >= min && r <= max;
    }
}
