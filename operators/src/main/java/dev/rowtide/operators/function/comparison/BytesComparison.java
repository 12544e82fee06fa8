// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.util.Arrays;

/** Compares two columns of bytes, unsigned, which orders UTF-8 text by code points. */
final class BytesComparison extends Predicate {

    private final Comparison comparison;
    private final boolean padded;

    /** @param padded whether trailing blanks do not count, as between two CHAR of different lengths */
    BytesComparison(Comparison comparison, boolean padded) {
        this.comparison = comparison;
        this.padded = padded;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn left = (BytesColumn) arguments[0];
        BytesColumn right = (BytesColumn) arguments[1];
        byte[] leftData = left.data();
        byte[] rightData = right.data();
        long[] nulls = Nulls.union(left.nulls(), right.nulls());
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int leftStart = left.starts()[row];
            int rightStart = right.starts()[row];
            int leftLength = left.lengths()[row];
            int rightLength = right.lengths()[row];
            if (padded) {
                leftLength = unpadded(leftData, leftStart, leftLength);
                rightLength = unpadded(rightData, rightStart, rightLength);
            }
            if (comparison.equality()) {
                boolean equal = leftLength == rightLength
                        && Arrays.equals(
                                leftData,
                                leftStart,
                                leftStart + leftLength,
                                rightData,
                                rightStart,
                                rightStart + rightLength);
                out[row] = equal != comparison.negated();
            } else {
                out[row] = comparison.test(Arrays.compareUnsigned(
                        leftData, leftStart, leftStart + leftLength, rightData, rightStart, rightStart + rightLength));
            }
        }
        return new BooleanColumn(out, nulls);
    }

    private static int unpadded(byte[] data, int start, int length) {
        int end = start + length;
        while (end > start && data[end - 1] == ' ') {
            end--;
        }
        return end - start;
    }
}
