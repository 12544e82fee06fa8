// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/** TRIM, LTRIM and RTRIM: takes blanks off the ends, or any of the characters of a second argument. */
final class Trim implements VectorFunction {

    private final boolean leading;
    private final boolean trailing;

    Trim(boolean leading, boolean trailing) {
        this.leading = leading;
        this.trailing = trailing;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn characters = arguments.length > 1 ? (BytesColumn) arguments[1] : null;
        long[] nulls = characters == null ? text.nulls() : Nulls.union(text.nulls(), characters.nulls());
        byte[] data = text.data();
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int start = text.starts()[row];
            int end = start + text.lengths()[row];
            while (leading && start < end && isTrimmed(data, start, Utf8.next(data, start, end), characters, row)) {
                start = Utf8.next(data, start, end);
            }
            while (trailing && start < end && isTrimmed(data, Utf8.previous(data, start, end), end, characters, row)) {
                end = Utf8.previous(data, start, end);
            }
            starts[row] = start;
            lengths[row] = end - start;
        }
        return new BytesColumn(data, starts, lengths, nulls);
    }

    private static boolean isTrimmed(byte[] data, int start, int end, @Nullable BytesColumn characters, int row) {
        if (characters == null) {
            return data[start] == ' ';
        }
        int from = characters.starts()[row];
        // In UTF-8 the bytes of one character are never found within those of others.
        return Utf8.indexOf(characters.data(), from, from + characters.lengths()[row], data, start, end) >= 0;
    }
}
