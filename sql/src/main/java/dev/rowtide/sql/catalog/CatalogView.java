// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Schema;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;

/**
 * A view of the session: a named query, expanded wherever it is used.
 *
 * @param name its name
 * @param query the query as parsed, never validated in place (validation rewrites a tree)
 * @param schema its columns, named by the view's column list where it has one
 * @param text the query as SQL
 */
public record CatalogView(String name, SqlNode query, Schema schema, String text) implements CatalogObject {

    @Override
    public String toSql() {
        String columns = schema.names().stream().map(QuotedNames::quoted).collect(Collectors.joining(", "));
        return "CREATE VIEW " + QuotedNames.quoted(name) + " (" + columns + ") AS\n" + text;
    }
}
