// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.util.Arrays;

/** STARTS_WITH or ENDS_WITH. */
final class AffixTest extends Predicate {

    private final boolean end;

    AffixTest(boolean end) {
        this.end = end;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn what = (BytesColumn) arguments[1];
        long[] nulls = Nulls.union(text.nulls(), what.nulls());
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int length = what.lengths()[row];
            int spare = text.lengths()[row] - length;
            int from = text.starts()[row] + (end ? spare : 0);
            int whatFrom = what.starts()[row];
            out[row] = spare >= 0
                    && Arrays.equals(text.data(), from, from + length, what.data(), whatFrom, whatFrom + length);
        }
        return new BooleanColumn(out, nulls);
    }
}
