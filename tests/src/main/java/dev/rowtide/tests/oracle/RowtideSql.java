// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.oracle.Expression.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A case as statements for Rowtide. */
final class RowtideSql {

    /** The sink that takes whole retractions. */
    static final String SINK = "sink";
    /** The sink whose key is that of the result. */
    static final String KEYED_SINK = "keyed_sink";
    /** The sink whose key, the first column, is not that of the result. */
    static final String CONFLICT_SINK = "conflict_sink";

    private static final List<String> ON_CONFLICT =
            List.of("", " ON CONFLICT DO DEDUPLICATE", " ON CONFLICT DO NOTHING");

    private static final int TTL_TURN = 5;

    private final OracleCase oracleCase;
    private final RowtideQuery dialect = new RowtideQuery();
    private final boolean viewsInQuery;
    private final String onConflict;
    private final String query;

    RowtideSql(OracleCase oracleCase) {
        this.oracleCase = oracleCase;
        this.viewsInQuery = oracleCase.flushRows() % 2 == 0;
        this.onConflict = ON_CONFLICT.get(oracleCase.flushRows() % ON_CONFLICT.size());
        this.query = dialect.select(oracleCase.query());
    }

    /** The statements before the query: input tables, views, the sink. */
    List<String> definitions() {
        List<String> statements = new ArrayList<>();
        for (InputTable table : oracleCase.tables()) {
            String key = table.key().isEmpty() ? "" : key(table.key().stream().map(table.schema()::name));
            statements.add(create(table.name(), table.schema(), key + watermark(table)));
        }
        if (!viewsInQuery) {
            dialect.views().forEach((name, definition) -> statements.add("CREATE VIEW " + name + " AS " + definition));
        }
        Schema schema = sinkSchema(oracleCase.query());
        statements.add(create(SINK, schema, ""));
        statements.add(create(CONFLICT_SINK, schema, key(Stream.of(schema.name(0)))));
        if (!oracleCase.query().key().isEmpty()) {
            statements.add(create(
                    KEYED_SINK, schema, key(oracleCase.query().key().stream().map(Column::name))));
        }
        return statements;
    }

    /** What is set: with some cases that state is forgotten some time, so that it is kept with its times; no case lasts that long. */
    Settings settings() {
        return oracleCase.flushRows() % TTL_TURN == 0
                ? Settings.empty().with("updating_ttl", "1 day")
                : Settings.empty();
    }

    /** The query. */
    String query() {
        return dialect.views().isEmpty() || !viewsInQuery
                ? query
                : dialect.views().entrySet().stream()
                                .map(view -> view.getKey() + " AS (" + view.getValue() + ")")
                                .collect(Collectors.joining(", ", "WITH ", " "))
                        + query;
    }

    /** The statement that fills one of the sinks; what is done about several rows with one key takes turns with the cases. */
    String insert(String sink) {
        String all = query();
        return sink.equals(CONFLICT_SINK)
                ? "INSERT INTO " + sink + " SELECT * FROM (" + all + ") AS result" + onConflict
                : "INSERT INTO " + sink + " " + all;
    }

    /** The columns of the query's result. */
    static Schema sinkSchema(Relation query) {
        return new Schema(query.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
    }

    private static String watermark(InputTable table) {
        InputTable.EventTime time = table.eventTime();
        if (time == null) {
            return "";
        }
        String column = table.schema().name(time.column());
        return ", WATERMARK FOR " + column + " AS " + column + " - "
                + time.arrival().delay();
    }

    private static String key(Stream<String> columns) {
        return columns.collect(Collectors.joining(", ", ", PRIMARY KEY (", ") NOT ENFORCED"));
    }

    private static String create(String name, Schema schema, String key) {
        return schema.fields().stream()
                .map(field -> field.name() + " " + field.type())
                .collect(Collectors.joining(
                        ", ", "CREATE TABLE " + name + " (", key + ") WITH ('connector' = 'oracle')"));
    }
}
