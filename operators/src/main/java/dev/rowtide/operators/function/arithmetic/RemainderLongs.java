// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.LongDivisor;
import org.jspecify.annotations.Nullable;

/** Remainders of LONG storage, with the dividend's sign. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class RemainderLongs extends LongArithmetic {

    private final @Nullable LongDivisor divisor;

    /** @param constant the divisor if it is a literal; 0 or less serves as well, more slowly */
    RemainderLongs(Operands operands, @Nullable Long constant, CallSite site) {
        super(Operation.REMAINDER, operands, site);
        divisor = constant != null && constant > 0 ? new LongDivisor(constant) : null;
    }

    @Override
    boolean dense(long[] left, long[] right, long[] out, int size) {
        LongDivisor divisor = this.divisor;
        boolean inexact = false;
        if (divisor != null) {
            for (int row = 0; row < size; row++) {
                out[row] = divisor.remainder(left[row]);
            }
            return true;
        }
        for (int row = 0; row < size; row++) {
            long y = right[row];
            long r = y == 0 ? 0 : left[row] % y;
            out[row] = r;
            inexact |= y == 0 | r < min | r > max;
        }
        return !inexact;
    }

    @Override
    boolean sparse(long[] left, long[] right, long[] out, int[] selection, int size) {
        boolean inexact = false;
        for (int i = 0; i < size; i++) {
            int row = selection[i];
            long y = right[row];
            long r = y == 0 ? 0 : left[row] % y;
            out[row] = r;
            inexact |= y == 0 | r < min | r > max;
        }
        return !inexact;
    }

    /** The result type may be narrower than the dividend's, as that of the divisor. */
    @Override
    boolean isExact(long x, long y) {
        if (y == 0) {
            return false;
        }
        long r = x % y;
        return r >= min && r <= max;
    }
}
