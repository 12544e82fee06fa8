// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Secrets;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of the session.
 *
 * @param table its physical columns, key, connector and options
 * @param columns all its columns in the order declared, computed ones included
 * @param watermark its watermark declaration, if any
 * @param comment what it is, for people
 */
public record CatalogTable(
        Table table,
        List<CatalogColumn> columns,
        @Nullable Watermark watermark,
        @Nullable String comment) implements CatalogObject {

    public CatalogTable {
        columns = List.copyOf(columns);
    }

    /** A table whose columns are all physical. */
    public static CatalogTable of(Table table) {
        return new CatalogTable(
                table,
                table.schema().fields().stream()
                        .map(field -> new CatalogColumn(field.name(), field.type(), null, null, null))
                        .toList(),
                null,
                null);
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public Schema schema() {
        return new Schema(columns.stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
    }

    @Override
    public String toSql() {
        StringJoiner elements = new StringJoiner(",\n  ", " (\n  ", "\n)").setEmptyValue("");
        for (CatalogColumn column : columns) {
            elements.add(column.toSql());
        }
        if (!table.primaryKey().isEmpty()) {
            elements.add(table.primaryKey().stream()
                    .map(QuotedNames::quoted)
                    .collect(Collectors.joining(", ", "PRIMARY KEY (", ") NOT ENFORCED")));
        }
        if (watermark != null) {
            elements.add("WATERMARK FOR " + QuotedNames.quoted(watermark.column()) + " AS " + watermark.expression());
        }
        StringJoiner options = new StringJoiner(",\n  ", " WITH (\n  ", "\n)");
        options.add("'connector' = " + QuotedNames.text(table.connector()));
        table.options()
                .forEach((name, value) ->
                        options.add(QuotedNames.text(name) + " = " + QuotedNames.text(Secrets.shown(name, value))));
        String commented = comment == null ? "" : " COMMENT " + QuotedNames.text(comment);
        return "CREATE TABLE " + QuotedNames.quoted(name()) + elements + commented + options;
    }
}
