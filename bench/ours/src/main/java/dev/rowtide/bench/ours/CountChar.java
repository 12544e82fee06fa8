// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.query.CharacterCount;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.ColumnFunction;
import org.jspecify.annotations.Nullable;

/** The function of q14, as a user would write it: how often an ASCII character occurs in a text. */
final class CountChar implements ColumnFunction {

    @Override
    public String name() {
        return "count_char";
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (arguments[0] == null || arguments[1] == null) {
            return null;
        }
        char wanted = ((String) arguments[1]).charAt(0);
        return ((String) arguments[0]).chars().filter(c -> c == wanted).count();
    }

    @Override
    public Column apply(Column[] arguments, int @Nullable [] selection, int size, int rows) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn wanted = (BytesColumn) arguments[1];
        long[] counts = new long[rows];
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            byte character = wanted.data()[wanted.starts()[row]];
            counts[row] = CharacterCount.of(character, text.data(), text.starts()[row], text.lengths()[row]);
        }
        return new LongColumn(counts, Nulls.union(text.nulls(), wanted.nulls()));
    }
}
