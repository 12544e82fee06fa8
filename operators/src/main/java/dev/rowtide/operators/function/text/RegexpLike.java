// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** REGEXP_LIKE: whether a pattern of {@link Pattern} is found anywhere in the text. */
final class RegexpLike extends Predicate {

    /** Patterns that come from a column are compiled once each, while there are few. */
    private static final int PATTERNS_MAX = 64;

    private final Map<String, Matcher> matchers = new HashMap<>();
    private final AsciiSequence ascii = new AsciiSequence();
    private final @Nullable Matcher constant;
    private final CallSite site;

    /** @param pattern the pattern if it is a literal */
    RegexpLike(@Nullable String pattern, CallSite site) {
        this.site = site;
        constant = pattern == null ? null : compile(pattern);
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn patterns = (BytesColumn) arguments[1];
        long[] nulls = Nulls.union(text.nulls(), patterns.nulls());
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                out[row] = matcher(patterns, row).reset(text(text, row)).find();
            } catch (EngineException e) {
                failures.fail(row, () -> site.at(e));
            } catch (StackOverflowError e) {
                failures.fail(
                        row,
                        () -> site.error(
                                ErrorCode.RESOURCE_LIMIT, "the regular expression is too complex for the text"));
            }
        }
        return new BooleanColumn(out, nulls);
    }

    private CharSequence text(BytesColumn text, int row) {
        int start = text.starts()[row];
        int length = text.lengths()[row];
        if (!Utf8.isAscii(text.data(), start, start + length)) {
            return text.text(row);
        }
        ascii.set(text.data(), start, length);
        return ascii;
    }

    private Matcher matcher(BytesColumn patterns, int row) {
        if (constant != null) {
            return constant;
        }
        if (matchers.size() > PATTERNS_MAX) {
            matchers.clear();
        }
        return matchers.computeIfAbsent(patterns.text(row), RegexpLike::compile);
    }

    private static Matcher compile(String pattern) {
        try {
            return Pattern.compile(pattern).matcher("");
        } catch (PatternSyntaxException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a regular expression")
                    .withDetail(e.getDescription())
                    .causedBy(e);
        }
    }
}
