// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.engine.TestTables;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.testing.ChangelogFold;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.script.Action;
import dev.rowtide.sql.script.Script;
import dev.rowtide.sql.script.StatementRunner;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State that a job with some number of workers has written is taken by one with any other. */
class RestoreTest {

    private static final int TICKS = 24;
    private static final int[] PARALLELISMS = {1, 2, 5, 5, 3, 1, 128, 2};

    private static final String TABLES = """
            CREATE TABLE a (k INT, s STRING, v INT) WITH ('connector' = 'memory');
            CREATE TABLE b (k INT, s STRING, v INT) WITH ('connector' = 'memory');
            CREATE TABLE w (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            """;

    private static List<SinkNode> plan(String query) {
        Connector connector = TestTables.retracting();
        StatementRunner runner = new StatementRunner(new Catalog(), Settings.empty(), name -> connector);
        List<SinkNode> sinks = new ArrayList<>();
        Script.read(TABLES + "CREATE TABLE o WITH ('connector' = 'memory') AS " + query)
                .forEachRemaining(statement -> {
                    if (runner.run(statement) instanceof Action.Inserts inserts) {
                        sinks.addAll(inserts.sinks());
                    }
                });
        return sinks;
    }

    private static Graph graph(List<SinkNode> plan, int workers, boolean everyChange) {
        OperatorFactory factory =
                new OperatorFactory(new OperatorSettings(everyChange, ZoneOffset.UTC, null), false, false);
        Function<PlanNode, List<Operator>> operators = node -> node.accept(factory);
        return new Graph(plan, Collections.nCopies(workers, operators), everyChange, () -> {});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT s, COUNT(DISTINCT v) AS n, MIN(v) AS low, SUM(k) AS t FROM a GROUP BY s",
                "SELECT k, v, COUNT(*) AS n FROM a GROUP BY k, v",
                "SELECT a.k, a.v, b.s FROM a JOIN b ON a.k = b.k AND a.v < b.v + 5",
                "SELECT a.k, a.v, b.s FROM a LEFT JOIN b ON a.k = b.k AND a.s = b.s",
                "SELECT k, s, v FROM a WHERE k IN (SELECT k FROM b)",
                "SELECT k, s, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, s) AS r FROM a) AS t WHERE r <= 2",
                "SELECT k, v FROM a INTERSECT SELECT k, v FROM b",
                "SELECT k FROM a EXCEPT ALL SELECT k FROM b",
                "SELECT n, COUNT(*) AS c FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) AS t GROUP BY n",
                "SELECT x.k, x.n, y.n AS m FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) AS x"
                        + " JOIN (SELECT k, COUNT(*) AS n FROM b GROUP BY k) AS y ON x.n = y.n",
                "SELECT COUNT(*) AS n, SUM(v) AS s FROM (SELECT DISTINCT k, v FROM a) AS t"
            })
    void isTakenByAnyNumberOfWorkers(String query) {
        List<SinkNode> plan = plan(query);
        for (boolean everyChange : new boolean[] {true, false}) {
            Graph reference = graph(plan, 1, everyChange);
            Graph other = graph(plan, PARALLELISMS[0], everyChange);
            ChangelogFold expected = ChangelogFold.ofRows(plan.get(0).input().schema());
            ChangelogFold actual = ChangelogFold.ofRows(plan.get(0).input().schema());
            Inputs inputs = new Inputs(plan, new Random(query.hashCode()));
            for (int tick = 1; tick <= TICKS; tick++) {
                for (int round = 0; round < 2; round++) {
                    inputs.next(reference, other, new Tick(tick, 0, 0));
                }
                reference.endTick(inputs.position, new Tick(tick, 0, 0));
                other.endTick(inputs.position, new Tick(tick, 0, 0));
                reference.drain((root, batch) -> expected.add(batch));
                other.drain((root, batch) -> actual.add(batch));
                assertThat(actual.violation()).isNull();
                assertThat(actual.lines()).as("after tick " + tick).isEqualTo(expected.lines());

                StateBytes state = new StateBytes();
                other.snapshot(state);
                other.close();
                other = graph(plan, PARALLELISMS[tick % PARALLELISMS.length], everyChange);
                StateBytes reader = StateBytes.of(state.toByteArray());
                other.restore(reader);
                assertThat(reader.isExhausted()).isTrue();
            }
            assertThat(expected.lines()).isNotEmpty();
            other.close();
        }
    }

    /** Each tick takes 60 rows out that are not there, of as many keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, COUNT(DISTINCT ts) AS n FROM w GROUP BY k",
                "SELECT k, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS r FROM w) AS t WHERE r <= 2",
                "SELECT k, SUM(k) OVER (PARTITION BY k ORDER BY CAST(ts AS STRING)) AS s FROM w",
                "SELECT w.k, b.s FROM w JOIN b ON w.k = b.k",
                "SELECT k, ts FROM w WHERE k IN (SELECT k FROM b)",
                "SELECT k FROM w EXCEPT ALL SELECT k FROM b",
                "SELECT k, window_start, COUNT(*) AS n FROM HOP(TABLE w, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '10' SECOND)"
                        + " GROUP BY k, window_start, window_end",
                "SELECT k, window_start, COUNT(*) AS n FROM SESSION(TABLE w PARTITION BY k, DESCRIPTOR(ts), INTERVAL '10' SECOND)"
                        + " GROUP BY k, window_start, window_end",
                "SELECT k, window_start, COUNT(*) AS n FROM TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '10' SECOND)"
                        + " GROUP BY k, window_start, window_end EMIT AFTER WATERMARK WITH ALLOWED LATENESS INTERVAL '1' MINUTE"
            })
    void whatIsCountedStaysWhoeverCountedIt(String query) {
        List<SinkNode> plan = plan(query);
        for (boolean everyChange : new boolean[] {true, false}) {
            Graph graph = graph(plan, PARALLELISMS[0], everyChange);
            Scan scan = (Scan) Graph.leaves(plan).stream()
                    .filter(leaf -> leaf instanceof Scan of && of.table().name().equals("w"))
                    .findFirst()
                    .orElseThrow();
            for (int number = 1; number <= PARALLELISMS.length; number++) {
                Tick tick = new Tick(number, 0, 0);
                StringBuilder changes = new StringBuilder();
                for (int k = 0; k < 60; k++) {
                    changes.append("-D ").append(k).append(", 1970-01-01 00:00:05\n");
                }
                ChangeBatch batch =
                        ChangeText.parse(changes.toString(), scan.table().schema(), 60L * (number - 1));
                batch = batch.withColumns(
                        scan.columns().stream().map(batch::column).toArray(Column[]::new));
                graph.round(scan, batch, 60L * number, tick);
                graph.endTick(60L * number, tick);
                assertThat(graph.failure()).isNull();
                assertThat(sum(graph)).as("after tick " + number).isEqualTo(60L * number);

                StateBytes state = new StateBytes();
                graph.snapshot(state);
                graph.close();
                graph = graph(plan, PARALLELISMS[number % PARALLELISMS.length], everyChange);
                graph.restore(StateBytes.of(state.toByteArray()));
                assertThat(sum(graph)).as("restored after tick " + number).isEqualTo(60L * number);
            }
            graph.close();
        }
    }

    private static long sum(Graph graph) {
        return graph.unknownRetractions().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Changes of both tables: rows that come, change and go. */
    private static final class Inputs {
        private final List<PlanNode> leaves;
        private final Random random;
        private final List<List<String>> rows = List.of(new ArrayList<>(), new ArrayList<>());
        private long position;

        Inputs(List<SinkNode> plan, Random random) {
            leaves = Graph.leaves(plan);
            this.random = random;
        }

        void next(Graph first, Graph second, Tick tick) {
            int leaf = random.nextInt(leaves.size());
            List<String> present = rows.get(leaf);
            StringBuilder changes = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                int what = random.nextInt(10);
                if (what < 6 || present.isEmpty()) {
                    String row = row();
                    present.add(row);
                    changes.append("+I ").append(row).append('\n');
                } else {
                    String old = present.remove(random.nextInt(present.size()));
                    if (what < 9) {
                        String row = row();
                        present.add(row);
                        changes.append("-U ")
                                .append(old)
                                .append("\n+U ")
                                .append(row)
                                .append('\n');
                    } else {
                        changes.append("-D ").append(old).append('\n');
                    }
                }
            }
            Scan scan = (Scan) leaves.get(leaf);
            ChangeBatch batch =
                    ChangeText.parse(changes.toString(), scan.table().schema(), position);
            batch = batch.withColumns(scan.columns().stream().map(batch::column).toArray(Column[]::new));
            position = batch.position(batch.rows() - 1) + 1;
            first.round(scan, batch, position, tick);
            second.round(scan, batch, position, tick);
        }

        private String row() {
            return random.nextInt(40) + ", s" + random.nextInt(6) + ", " + random.nextInt(20);
        }
    }
}
