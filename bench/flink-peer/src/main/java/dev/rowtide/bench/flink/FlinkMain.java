// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.child.Child;
import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.child.Program;
import dev.rowtide.bench.child.Stopwatch;
import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.query.Queries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.jspecify.annotations.Nullable;

/** Runs one query in Flink. */
public final class FlinkMain implements Program {
    private final String query;
    private final String select;
    private final boolean readsClicks;
    private final String[] tables;
    private final FlinkConfig config;

    private FlinkMain(ChildOptions options) throws IOException {
        query = options.query();
        select = Queries.select(options.query());
        readsClicks = Queries.readsClicks(options.query());
        config = FlinkConfig.parse(options.config());
        tables = resource(script(options.query(), config)).split(";");
        MemoryInput.load(options);
    }

    public static void main(String[] arguments) {
        Child.run(arguments, FlinkMain::new);
    }

    @Override
    public long pass(Stopwatch stopwatch, @Nullable TableDigest digest) throws Exception {
        MeasuredPass pass = MeasuredPass.begin(query, stopwatch, digest);
        StreamTableEnvironment environment =
                StreamTableEnvironment.create(StreamExecutionEnvironment.createLocalEnvironment(config.settings()));
        environment.createTemporarySystemFunction("count_char", CountCharacter.class);
        for (String table : tables) {
            environment.executeSql(table);
        }
        Table result = environment.sqlQuery(select);
        result.insertInto(sink(result, digest != null)).execute().await();
        return pass.changes();
    }

    private static String script(String query, FlinkConfig config) {
        if (Queries.readsClicks(query)) {
            return "clicks.sql";
        }
        if (Queries.readsJson(query)) {
            return "json.sql";
        }
        return config.nested() ? "nested.sql" : "flat.sql";
    }

    /**
     * A sink with the result's columns, all nullable: for a column that is not, Flink would add an operator that looks
     * for nulls, which the public benchmark's sinks do not ask for.
     *
     * <p>Like Flink's own blackhole the sink takes no {@code -U} unless it must: a digest needs it, and the counts of
     * clicks are defined to deliver it.
     */
    private TableDescriptor sink(Table result, boolean digested) {
        Schema.Builder schema = Schema.newBuilder();
        for (Column column : result.getResolvedSchema().getColumns()) {
            schema.column(column.getName(), column.getDataType().nullable());
        }
        boolean retract = digested || readsClicks;
        return TableDescriptor.forConnector(CountingTableFactory.IDENTIFIER)
                .schema(schema.build())
                .option(CountingTableFactory.RETRACT, retract)
                .build();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = FlinkMain.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
