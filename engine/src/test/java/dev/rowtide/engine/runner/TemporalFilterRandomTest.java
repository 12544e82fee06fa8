// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.TestTables;
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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes and goes, and whenever: the result is that of the rows whose time it is; also of a job that was restored. */
class TemporalFilterRandomTest {

    private static final String SCRIPT = """
            CREATE TABLE a (k INT, f TIMESTAMP(3), u TIMESTAMP(3)) WITH ('connector' = 'memory');
            CREATE TABLE o WITH ('connector' = 'memory') AS SELECT k, f, u FROM a WHERE f <= NOW() AND u > NOW();
            """;

    private final List<String> rows = new ArrayList<>();
    private final List<long[]> times = new ArrayList<>();
    private Random random = new Random(0);

    private static List<SinkNode> plan() {
        Connector connector = TestTables.retracting();
        StatementRunner runner = new StatementRunner(new Catalog(), Settings.empty(), name -> connector);
        List<SinkNode> sinks = new ArrayList<>();
        Script.read(SCRIPT).forEachRemaining(statement -> {
            if (runner.run(statement) instanceof Action.Inserts inserts) {
                sinks.addAll(inserts.sinks());
            }
        });
        return sinks;
    }

    private static Graph graph(List<SinkNode> plan, boolean everyChange) {
        OperatorFactory factory =
                new OperatorFactory(new OperatorSettings(everyChange, ZoneOffset.UTC, null), false, false);
        return new Graph(plan, List.of(node -> node.accept(factory)), everyChange, () -> {});
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isThatOfTheRowsWhoseTimeItIs(boolean everyChange) {
        for (int seed = 1; seed <= 20; seed++) {
            random = new Random(seed);
            rows.clear();
            times.clear();
            run(everyChange, seed);
        }
    }

    private void run(boolean everyChange, int seed) {
        List<SinkNode> plan = plan();
        PlanNode leaf = Graph.leaves(plan).get(0);
        Graph graph = graph(plan, everyChange);
        ChangelogFold fold = ChangelogFold.ofRows(plan.get(0).input().schema());
        long position = 0;
        long now = 0;
        for (int number = 1; number <= 60; number++) {
            now += random.nextInt(4) * 1_000;
            Tick tick = new Tick(number, now, 0);
            if (graph.nextExpiryMillis() <= now && graph.hasExpired(now)) {
                graph.expire(position++, tick);
            }
            ChangeBatch batch = ChangeText.parse(changes(), leaf.schema(), position);
            position = batch.size() == 0 ? position : batch.position(batch.row(batch.size() - 1)) + 1;
            graph.round(leaf, batch, position, tick);
            graph.endTick(position, tick);
            graph.drain((root, changed) -> fold.add(changed));
            assertThat(graph.failure()).isNull();
            assertThat(fold.violation()).as("seed " + seed + ", tick " + number).isNull();
            assertThat(fold.lines()).as("seed " + seed + ", tick " + number).isEqualTo(expected(leaf.schema(), now));
            if (number % 7 == 0) {
                StateBytes state = new StateBytes();
                graph.snapshot(state);
                graph = graph(plan, everyChange);
                StateBytes reader = StateBytes.of(state.toByteArray());
                graph.restore(reader);
                assertThat(reader.isExhausted()).isTrue();
            }
        }
        assertThat(graph.unknownRetractions().values()).allMatch(count -> count == 0);
    }

    private List<String> expected(Schema schema, long now) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            if (times.get(i)[0] <= now && now < times.get(i)[1]) {
                lines.append("+I ").append(rows.get(i)).append('\n');
            }
        }
        ChangelogFold fold = ChangelogFold.ofRows(schema);
        fold.add(ChangeText.parse(lines.toString(), schema, 0));
        return fold.lines();
    }

    private String changes() {
        StringBuilder changes = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            boolean takes = !rows.isEmpty() && random.nextInt(3) == 0;
            boolean puts = !takes || random.nextBoolean();
            if (takes) {
                int index = random.nextInt(rows.size());
                changes.append(puts ? "-U " : "-D ").append(rows.remove(index)).append('\n');
                times.remove(index);
            }
            if (puts) {
                changes.append(takes ? "+U " : "+I ").append(row()).append('\n');
            }
        }
        return changes.toString();
    }

    private String row() {
        long from = random.nextInt(100);
        long until = from + random.nextInt(30) - 3;
        boolean isNull = random.nextInt(20) == 0;
        rows.add(random.nextInt(3) + ", " + (isNull ? "NULL" : time(from)) + ", " + time(until));
        times.add(isNull ? new long[] {Long.MAX_VALUE, 0} : new long[] {from * 1_000, until * 1_000});
        return rows.get(rows.size() - 1);
    }

    private static String time(long seconds) {
        return java.time.LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC)
                .format(java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss"));
    }
}
