// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** REGEXP_LIKE: whether a pattern of {@link Pattern} is found anywhere in the text. */
final class RegexpLike extends Predicate {

    private final TextPatterns patterns;
    private final CallSite site;

    /** @param pattern the pattern if it is a literal */
    RegexpLike(@Nullable String pattern, CallSite site) {
        patterns = new TextPatterns(pattern);
        this.site = site;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn pattern = (BytesColumn) arguments[1];
        long[] nulls = Nulls.union(text.nulls(), pattern.nulls());
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                out[row] = patterns.of(pattern, row).find(text, row, site);
            } catch (EngineException e) {
                failures.fail(row, () -> site.at(e));
            }
        }
        return new BooleanColumn(out, nulls);
    }
}
