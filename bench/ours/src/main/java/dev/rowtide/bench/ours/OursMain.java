// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.child.Child;
import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.child.Program;
import dev.rowtide.bench.child.Stopwatch;
import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.engine.InsertResult;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a query of the benchmark through the embedding API. */
public final class OursMain {

    private static final String JSON_BIDS =
            "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, date_time TIMESTAMP(3), extra STRING";

    private static final String PARALLEL = "-parallel";

    private OursMain() {}

    /** See {@link ChildOptions}. */
    public static void main(String[] arguments) {
        Child.run(arguments, OursMain::open);
    }

    private static Program open(ChildOptions options) {
        String query = options.query();
        Map<String, MemoryTable> tables = Queries.readsClicks(query)
                ? MemoryTable.of(Clicks.generate(options.events(), options.users()))
                : Queries.readsJson(query) ? Map.of() : MemoryTable.of(Events.generate(options.events()));
        MemoryConnector connector =
                new MemoryConnector(tables, Queries.tables(query).size() > 1);
        return (stopwatch, digest) -> pass(options, tables, connector, stopwatch, digest);
    }

    private static long pass(
            ChildOptions options,
            Map<String, MemoryTable> tables,
            MemoryConnector connector,
            Stopwatch stopwatch,
            @Nullable TableDigest digest) {
        String query = options.query();
        connector.sink().reset(query, digest);
        try (Rowtide rowtide = Rowtide.builder().connector(connector).open()) {
            rowtide.define(
                    new CatalogFunction("count_char", List.of(Type.STRING, Type.STRING), Type.BIGINT, new CountChar()));
            if (Queries.readsJson(query)) {
                rowtide.execute("CREATE TABLE bid (" + JSON_BIDS + ") WITH ('connector' = 'filesystem', 'path' = '"
                        + options.input() + "', 'format' = 'json')");
            } else {
                tables.forEach((name, table) -> rowtide.execute(
                        "CREATE TABLE " + name + " (" + table.ddl() + ") WITH ('connector' = 'memory')"));
            }
            if (Queries.consolidates(query) || options.config().startsWith("flush")) {
                rowtide.set("mini-batch.size", Integer.toString(Queries.FLUSH_ROWS));
            }
            int parallel = options.config().indexOf(PARALLEL);
            if (parallel >= 0) {
                rowtide.set("parallelism", options.config().substring(parallel + PARALLEL.length()));
            }
            String select = Queries.select(query);
            // A digest takes out what an update replaces, so it needs to be told that.
            boolean upsert = options.config().equals("upsert") && digest == null;
            String key = upsert ? ", PRIMARY KEY (" + String.join(", ", Queries.key(query)) + ") NOT ENFORCED" : "";
            rowtide.execute(
                    "CREATE TABLE answer (" + columns(rowtide, select) + key + ") WITH ('connector' = 'memory')");
            InsertResult insert =
                    (InsertResult) rowtide.run("INSERT INTO answer " + select).next();
            stopwatch.start();
            insert.job().run();
            stopwatch.stop();
            if (digest != null) {
                System.err.printf("%s keeps %,d bytes%n", query, insert.job().stateBytes());
            }
            return connector.sink().changes();
        }
    }

    private static String columns(Rowtide rowtide, String select) {
        rowtide.execute("CREATE OR REPLACE VIEW answer_view AS " + select);
        Schema schema = rowtide.execute("SELECT * FROM answer_view").schema();
        return schema.fields().stream()
                .map((Field field) -> "`" + field.name() + "` " + field.type().name())
                .collect(Collectors.joining(", "));
    }
}
