// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.NullMask;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * REGEXP_EXTRACT(text, pattern, group): what the group of the first match of a pattern of {@link Pattern} took, the whole match for group 0, which needs not be
 * given; NULL without a match.
 */
final class RegexpExtract implements VectorFunction {

    private final TextPatterns patterns;
    private final CallSite site;

    /** @param pattern the pattern if it is a literal */
    RegexpExtract(@Nullable String pattern, CallSite site) {
        patterns = new TextPatterns(pattern);
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn pattern = (BytesColumn) arguments[1];
        LongColumn group = arguments.length > 2 ? (LongColumn) arguments[2] : null;
        long[] given = Nulls.union(text.nulls(), pattern.nulls());
        long[] nulls = NullMask.writable(group == null ? given : Nulls.union(given, group.nulls()), rows.bound());
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                TextPattern searched = patterns.of(pattern, row);
                int wanted = group == null ? 0 : groupOf(searched, group.values()[row]);
                int start = searched.find(text, row, site) ? searched.start(wanted) : -1;
                if (start < 0) {
                    Nulls.set(nulls, row);
                } else {
                    starts[row] = start;
                    lengths[row] = searched.end(wanted) - start;
                }
            } catch (EngineException e) {
                failures.fail(row, () -> site.at(e));
            }
        }
        return new BytesColumn(text.data(), starts, lengths, nulls);
    }

    private static int groupOf(TextPattern pattern, long group) {
        if (group < 0 || group > pattern.groups()) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "the pattern '" + pattern + "' has no group " + group);
        }
        return (int) group;
    }
}
