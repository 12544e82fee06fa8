// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import org.jspecify.annotations.Nullable;

/**
 * A call of an aggregate that the two engines write differently. In a text, <code>{filter}</code> stands for a FILTER clause, and <code>{and}</code> for the
 * continuation of one by its condition.
 */
record CallText(String rowtide, String duckDb) {

    static String filled(String text, @Nullable String filter) {
        return text.replace("{filter}", filter == null ? "" : " FILTER (WHERE " + filter + ")")
                .replace("{and}", filter == null ? "" : " AND (" + filter + ")");
    }
}
