// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.LongDivisor;
import org.jspecify.annotations.Nullable;

/** Quotients of integers, toward zero. */
final class DivideLongs extends LongArithmetic {

    private final @Nullable LongDivisor divisor;

    /** @param constant the divisor if it is a literal; 0 or less serves as well, more slowly */
    DivideLongs(Operands operands, @Nullable Long constant, CallSite site) {
        super(Operation.DIVIDE, operands, site);
        divisor = constant != null && constant > 0 ? new LongDivisor(constant) : null;
    }

    @Override
    boolean dense(long[] left, long[] right, long[] out, int size) {
        LongDivisor divisor = this.divisor;
        boolean inexact = false;
        if (divisor != null) {
            for (int row = 0; row < size; row++) {
                out[row] = divisor.quotient(left[row]);
            }
            return true;
        }
        for (int row = 0; row < size; row++) {
            long y = right[row];
            out[row] = y == 0 ? 0 : left[row] / y;
            inexact |= !isExact(left[row], y);
        }
        return !inexact;
    }

    @Override
    boolean sparse(long[] left, long[] right, long[] out, int[] selection, int size) {
        boolean inexact = false;
        for (int i = 0; i < size; i++) {
            int row = selection[i];
            long y = right[row];
            out[row] = y == 0 ? 0 : left[row] / y;
            inexact |= !isExact(left[row], y);
        }
        return !inexact;
    }

    /** Besides zero, the only divisor that can leave the range is -1 under the smallest value. */
    @Override
    boolean isExact(long x, long y) {
        return y != 0 && !(y == -1 && x == min);
    }
}
