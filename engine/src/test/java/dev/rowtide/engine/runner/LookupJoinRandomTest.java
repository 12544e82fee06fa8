// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
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
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that is looked up changes all the time, the rows that look it up too: each row has what was there when it came, also in a job that was restored. */
class LookupJoinRandomTest {

    private static final String SCRIPT = """
            CREATE TABLE a (k INT, v INT) WITH ('connector' = 'memory');
            CREATE TABLE b (id INT, nm STRING) WITH ('connector' = 'memory');
            CREATE TABLE o WITH ('connector' = 'memory') AS
            SELECT a.k, a.v, b.nm FROM a %s JOIN b FOR SYSTEM_TIME AS OF PROCTIME() AS b ON a.k = b.id AND b.nm <> 'n1';
            """;

    private final Map<Integer, List<String>> table = new TreeMap<>();
    private final List<String> rows = new ArrayList<>();
    private final List<List<String>> joined = new ArrayList<>();
    private Random random = new Random(0);

    /** Tables in memory, of which b is asked. */
    private static final class Tables implements Connector {
        private final Connector retracting = TestTables.retracting();

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public List<Setting<?>> options() {
            return List.of();
        }

        @Override
        public Source source(Table read) {
            return retracting.source(read);
        }

        @Override
        public Sink sink(Table written) {
            return retracting.sink(written);
        }

        @Override
        public @Nullable LookupTable lookup(Table asked) {
            return asked.name().equals("b") ? new Asked() : null;
        }
    }

    private static final class Asked implements LookupTable {
        @Override
        public LookupCaching caching() {
            return LookupCaching.NONE;
        }

        @Override
        public LookupReader open(List<Integer> columns, List<Integer> keys) {
            throw new UnsupportedOperationException("the test asks itself");
        }
    }

    private LookupReader reader(LookupJoin node) {
        return new LookupReader() {
            @Override
            public LookupAnswer rows(Column[] keys, int count) {
                List<ColumnBuilder> answer = new ArrayList<>();
                node.columns()
                        .forEach(column -> answer.add(ColumnBuilder.of(
                                node.table().schema().type(column).storage())));
                int found = 0;
                for (int i = 0; i < count; i++) {
                    long key = ((LongColumn) keys[0]).values()[i];
                    for (String name : table.getOrDefault((int) key, List.of())) {
                        for (int c = 0; c < answer.size(); c++) {
                            int column = node.columns().get(c);
                            Datum.append(
                                    answer.get(c),
                                    column == 0 ? (Object) key : name,
                                    node.table().schema().type(column));
                        }
                        found++;
                    }
                }
                return new LookupAnswer(
                        found, answer.stream().map(ColumnBuilder::build).toList());
            }

            @Override
            public LookupAnswer allRows() {
                throw new UnsupportedOperationException("single keys are asked for");
            }

            @Override
            public void close() {}
        };
    }

    private static List<SinkNode> plan(boolean outer) {
        Connector connector = new Tables();
        StatementRunner runner = new StatementRunner(new Catalog(), Settings.empty(), name -> connector);
        List<SinkNode> sinks = new ArrayList<>();
        Script.read(SCRIPT.formatted(outer ? "LEFT" : "")).forEachRemaining(statement -> {
            if (runner.run(statement) instanceof Action.Inserts inserts) {
                sinks.addAll(inserts.sinks());
            }
        });
        return sinks;
    }

    private Graph graph(List<SinkNode> plan, boolean everyChange) {
        OperatorFactory factory = new OperatorFactory(
                new OperatorSettings(everyChange, ZoneOffset.UTC, null), false, false, false, this::reader);
        return new Graph(plan, List.of(node -> node.accept(factory)), everyChange, () -> {});
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsHaveWhatWasThereWhenTheyCame(boolean outer) {
        for (int seed = 1; seed <= 20; seed++) {
            random = new Random(seed);
            table.clear();
            rows.clear();
            joined.clear();
            run(outer, seed % 2 == 0, seed);
        }
    }

    private void run(boolean outer, boolean everyChange, int seed) {
        List<SinkNode> plan = plan(outer);
        PlanNode leaf = Graph.leaves(plan).get(0);
        Schema result = plan.get(0).input().schema();
        Graph graph = graph(plan, everyChange);
        ChangelogFold fold = ChangelogFold.ofRows(result);
        long position = 0;
        for (int number = 1; number <= 40; number++) {
            changeTable();
            ChangeBatch batch = ChangeText.parse(changes(outer), leaf.schema(), position);
            position = batch.size() == 0 ? position : batch.position(batch.row(batch.size() - 1)) + 1;
            Tick tick = new Tick(number, 0, 0);
            graph.round(leaf, batch, position, tick);
            graph.endTick(position, tick);
            graph.drain((root, changed) -> fold.add(changed));
            assertThat(graph.failure()).isNull();
            assertThat(fold.violation()).as("seed " + seed + ", tick " + number).isNull();
            StringBuilder expected = new StringBuilder();
            joined.forEach(pairs ->
                    pairs.forEach(pair -> expected.append("+I ").append(pair).append('\n')));
            ChangelogFold wanted = ChangelogFold.ofRows(result);
            wanted.add(ChangeText.parse(expected.toString(), result, 0));
            assertThat(fold.lines()).as("seed " + seed + ", tick " + number).isEqualTo(wanted.lines());
            if (number % 5 == 0) {
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

    private void changeTable() {
        for (int key = 0; key < 4; key++) {
            if (random.nextInt(3) == 0) {
                List<String> names = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    names.add("n" + random.nextInt(4));
                }
                table.put(key, names);
            }
        }
    }

    private String changes(boolean outer) {
        StringBuilder changes = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            boolean takes = !rows.isEmpty() && random.nextInt(2) == 0;
            boolean puts = !takes || random.nextBoolean();
            if (takes) {
                int index = rows.indexOf(rows.get(random.nextInt(rows.size())));
                changes.append(puts ? "-U " : "-D ").append(rows.remove(index)).append('\n');
                joined.remove(index);
            }
            if (puts) {
                changes.append(takes ? "+U " : "+I ").append(row(outer)).append('\n');
            }
        }
        return changes.toString();
    }

    private String row(boolean outer) {
        int key = random.nextInt(5);
        String row = (key == 4 ? "NULL" : key) + ", " + random.nextInt(2);
        List<String> pairs = new ArrayList<>();
        for (String name : table.getOrDefault(key, List.of())) {
            if (!name.equals("n1")) {
                pairs.add(row + ", " + name);
            }
        }
        if (pairs.isEmpty() && outer) {
            pairs.add(row + ", NULL");
        }
        rows.add(row);
        joined.add(pairs);
        return row;
    }
}
