// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** LIKE, or ILIKE, which compares both sides in lower case. A pattern is compiled again only when it is not that of the row before. */
final class Like extends Predicate {

    private static final int NO_ESCAPE = -1;

    private final boolean ignoreCase;
    private final ChangeCase lower = new ChangeCase(false);
    private final CallSite site;
    private byte[] patternBytes = {};
    private byte[] escapeBytes = {};
    private @Nullable LikePattern pattern;

    Like(boolean ignoreCase, CallSite site) {
        this.ignoreCase = ignoreCase;
        this.site = site;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn patterns = (BytesColumn) arguments[1];
        BytesColumn escapes = arguments.length > 2 ? (BytesColumn) arguments[2] : null;
        long[] nulls = Nulls.union(text.nulls(), patterns.nulls());
        nulls = escapes == null ? nulls : Nulls.union(nulls, escapes.nulls());
        if (ignoreCase) {
            text = (BytesColumn) lower.apply(new Column[] {text}, rows, failures);
        }
        byte[] data = text.data();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                LikePattern current = pattern(patterns, escapes, row);
                int start = text.starts()[row];
                out[row] = current.matches(data, start, start + text.lengths()[row]);
            } catch (EngineException e) {
                failures.fail(row, () -> site.at(e));
            }
        }
        return new BooleanColumn(out, nulls);
    }

    private LikePattern pattern(BytesColumn patterns, @Nullable BytesColumn escapes, int row) {
        LikePattern current = pattern;
        if (current == null
                || !isSame(patternBytes, patterns, row)
                || (escapes != null && !isSame(escapeBytes, escapes, row))) {
            patternBytes = patterns.bytes(row);
            escapeBytes = escapes == null ? escapeBytes : escapes.bytes(row);
            String text = new String(patternBytes, UTF_8);
            int escape = escapes == null ? NO_ESCAPE : escape(new String(escapeBytes, UTF_8));
            pattern = null;
            current = new LikePattern(ignoreCase ? text.toLowerCase(Locale.ROOT) : text, escape);
            pattern = current;
        }
        return current;
    }

    private int escape(String text) {
        if (text.codePointCount(0, text.length()) != 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "the escape must be one character, not '" + text + "'");
        }
        return ignoreCase ? Character.toLowerCase(text.codePointAt(0)) : text.codePointAt(0);
    }

    private static boolean isSame(byte[] known, BytesColumn column, int row) {
        int start = column.starts()[row];
        int length = column.lengths()[row];
        return known.length == length && Arrays.equals(known, 0, length, column.data(), start, start + length);
    }
}
