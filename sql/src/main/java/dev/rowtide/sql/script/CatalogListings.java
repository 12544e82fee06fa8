// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.statement.SqlShow;
import dev.rowtide.sql.BuiltinFunctions;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.CatalogColumn;
import dev.rowtide.sql.catalog.CatalogFunction;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.CatalogView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** The catalog as rows: SHOW and DESCRIBE. */
final class CatalogListings {

    private CatalogListings() {}

    static Action show(Catalog catalog, SqlShow show) {
        return switch (show.subject()) {
            case TABLES -> names("table name", catalog.tables().stream().map(CatalogTable::name), show.pattern());
            case VIEWS -> names("view name", catalog.views().stream().map(CatalogView::name), show.pattern());
            case FUNCTIONS ->
                names(
                        "function name",
                        Stream.concat(
                                BuiltinFunctions.names().stream(),
                                Stream.concat(
                                        catalog.functions().stream().map(CatalogFunction::name),
                                        catalog.aggregates().stream().map(CatalogAggregate::name))),
                        show.pattern());
            case CREATE_TABLE, CREATE_VIEW -> {
                SqlIdentifier name = show.name();
                if (name == null) {
                    throw new IllegalStateException("SHOW CREATE without a subject");
                }
                yield new Action.Explanation(find(catalog, name).toSql() + "\n");
            }
            case DROPPED, SETTINGS -> throw new IllegalStateException(show.subject() + " is not in the catalog");
        };
    }

    /** The columns of a table or view: name, type, whether NULL is allowed, key, how a computed column is computed, watermark. */
    static Action describe(Catalog catalog, SqlIdentifier name) {
        CatalogObject object = find(catalog, name);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (object instanceof CatalogTable table) {
            for (CatalogColumn column : table.columns()) {
                boolean key = table.table().primaryKey().stream().anyMatch(column.name()::equalsIgnoreCase);
                rows.add(row(
                        column.name(),
                        column.type(),
                        key ? "PRI" : null,
                        column.expression() == null ? null : "AS " + column.expression(),
                        watermark(table, column)));
            }
        } else {
            for (Field field : ((CatalogView) object).schema().fields()) {
                rows.add(row(field.name(), field.type(), null, null, null));
            }
        }
        Schema schema = texts("name", "type", "null", "key", "computed", "watermark");
        return new Action.Listing(schema, rows);
    }

    private static List<@Nullable Object> row(
            String name, Type type, @Nullable String key, @Nullable String computed, @Nullable String watermark) {
        return Arrays.asList(name, type.name(), type.nullable() ? "TRUE" : "FALSE", key, computed, watermark);
    }

    private static @Nullable String watermark(CatalogTable table, CatalogColumn column) {
        return table.watermark() != null && table.watermark().column().equalsIgnoreCase(column.name())
                ? table.watermark().expression().toString()
                : null;
    }

    private static CatalogObject find(Catalog catalog, SqlIdentifier name) {
        CatalogObject object = catalog.find(name.toString());
        if (object == null) {
            throw catalog.undefined(name.toString())
                    .at(
                            name.getParserPosition().getLineNum(),
                            name.getParserPosition().getColumnNum());
        }
        return object;
    }

    private static Action names(String title, Stream<String> names, @Nullable String like) {
        Pattern pattern = like == null ? null : likePattern(like);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        names.filter(name -> pattern == null || pattern.matcher(name).matches())
                .forEach(name -> rows.add(List.of(name)));
        return new Action.Listing(texts(title), rows);
    }

    private static Pattern likePattern(String like) {
        StringBuilder regex = new StringBuilder();
        for (char c : like.toCharArray()) {
            regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    private static Schema texts(String... names) {
        return new Schema(Arrays.stream(names)
                .map(name -> new Field(name.toLowerCase(Locale.ROOT), Type.STRING))
                .toList());
    }
}
