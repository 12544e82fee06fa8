// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.error.EngineException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The regular expressions of a call: one, or those of a column, compiled once each while there are few. */
final class TextPatterns {

    private static final int PATTERNS_MAX = 64;

    private final Map<String, TextPattern> known = new HashMap<>();
    private final @Nullable TextPattern constant;

    /**
     * @param pattern the pattern if it is a literal
     * @throws EngineException if it is malformed
     */
    TextPatterns(@Nullable String pattern) {
        constant = pattern == null ? null : new TextPattern(pattern);
    }

    /**
     * The pattern of a row.
     *
     * @throws EngineException if it is malformed
     */
    TextPattern of(BytesColumn patterns, int row) {
        if (constant != null) {
            return constant;
        }
        if (known.size() > PATTERNS_MAX) {
            known.clear();
        }
        return known.computeIfAbsent(patterns.text(row), TextPattern::new);
    }
}
