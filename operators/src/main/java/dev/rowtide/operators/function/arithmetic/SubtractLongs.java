// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.operators.function.CallSite;

/** Differences of LONG storage. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class SubtractLongs extends LongArithmetic {

    private final Constant constant;

    SubtractLongs(Operands operands, Constant constant, CallSite site) {
        super(Operation.SUBTRACT, operands, site);
        this.constant = constant;
    }

    @Override
    boolean dense(long[] left, long[] right, long[] out, int size) {
        return constant == Constant.RIGHT
                ? denseConstant(left, right[0], out, size)
                : denseColumns(left, right, out, size);
    }

    private boolean denseColumns(long[] left, long[] right, long[] out, int size) {
        boolean inexact = false;
        for (int row = 0; row < size; row++) {
            long x = left[row];
            long y = right[row];
            long r = x - y;
            out[row] = r;
            inexact |= ((x ^ y) & (x ^ r)) < 0 | r < min | r > max;
        }
        return !inexact;
    }

    private boolean denseConstant(long[] left, long y, long[] out, int size) {
        boolean inexact = false;
        for (int row = 0; row < size; row++) {
            long x = left[row];
            long r = x - y;
            out[row] = r;
            inexact |= ((x ^ y) & (x ^ r)) < 0 | r < min | r > max;
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
            long r = x - y;
            out[row] = r;
            inexact |= ((x ^ y) & (x ^ r)) < 0 | r < min | r > max;
        }
        return !inexact;
    }

    @Override
    boolean isExact(long x, long y) {
        long r = x - y;
        return !(((x ^ y) & (x ^ r)) < 0) && r >= min && r <= max;
    }
}
