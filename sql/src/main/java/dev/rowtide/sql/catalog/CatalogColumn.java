// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table as it was declared.
 *
 * @param name its name as written
 * @param type its type
 * @param expression what a computed column is computed from; null for a physical one
 * @param defaultValue what an INSERT that leaves the column out writes; null for NULL
 * @param comment what it is, for people
 */
public record CatalogColumn(
        String name,
        Type type,
        @Nullable SqlNode expression,
        @Nullable SqlNode defaultValue,
        @Nullable String comment) {

    /** Whether it is computed from other columns, and neither read nor written. */
    public boolean isComputed() {
        return expression != null;
    }

    /** Its declaration. */
    String toSql() {
        String named = QuotedNames.quoted(name) + " ";
        String commented = comment == null ? "" : " COMMENT " + QuotedNames.text(comment);
        if (expression != null) {
            return named + "AS " + expression + commented;
        }
        return named + type + (defaultValue == null ? "" : " DEFAULT " + defaultValue) + commented;
    }
}
