// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the number of workers, what comes out is the same. */
class ParallelismTest {

    private static final String TABLES = Session.EVENTS + """
            CREATE TABLE pairs (k STRING, n BIGINT) WITH ('connector' = 'memory');
            CREATE TABLE numbers (v INT, n BIGINT) WITH ('connector' = 'memory');
            """;
    private static final String COUNT = "INSERT INTO pairs SELECT k, COUNT(*) FROM events GROUP BY k;";

    /** 3,000 rows of 500 keys, each seventh an update of the row before it that moves it to another key. */
    private static String changes() {
        return IntStream.range(0, 3_000)
                .mapToObj(i -> i % 7 == 6
                        ? "-U k" + (i - 1) * 13 % 500 + ", " + (i - 1) % 10 + "\n+U k" + i * 17 % 500 + ", " + i % 10
                        : "+I k" + i * 13 % 500 + ", " + i % 10)
                .collect(Collectors.joining("\n"));
    }

    private static String written(int parallelism, String settings, String insert, String table) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, changes());
        session.run("SET 'parallelism' = '" + parallelism + "';" + settings + TABLES + insert);
        return session.tables.written(table);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 128})
    void everyChangeOfAnAggregateComesInTheSameOrder(int parallelism) {
        String expected = written(1, "", COUNT, "pairs");
        assertThat(expected.lines()).hasSizeGreaterThan(4_000);
        assertThat(written(parallelism, "", COUNT, "pairs")).isEqualTo(expected);
        assertThat(written(parallelism, "SET 'pipeline.batch-rows' = '70';", COUNT, "pairs")
                        .replaceAll("-- shown at 0\n", ""))
                .isEqualTo(expected.replaceAll("-- shown at 0\n", ""));
    }

    /** Of other queries the order of changes within a position is not promised, see decision 11. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, SUM(v) FROM events GROUP BY k HAVING MIN(v) < 5",
                "SELECT DISTINCT k, CAST(v AS BIGINT) FROM events",
                "SELECT k, v FROM events WHERE v < 6 INTERSECT SELECT k, v FROM events WHERE v > 3",
                "SELECT k, v FROM events WHERE v < 6 EXCEPT ALL SELECT k, v FROM events WHERE v > 3"
            })
    void everyChangeComesInTheSameOrder(String query) {
        String insert = "INSERT INTO pairs " + query + ";";
        String expected = written(1, "", insert, "pairs");
        assertThat(expected.lines()).hasSizeGreaterThan(100);
        assertThat(written(2, "", insert, "pairs")).isEqualTo(expected);
        assertThat(written(5, "", insert, "pairs")).isEqualTo(expected);
    }

    @Test
    void aggregatesOfAggregatesAreTheSame() {
        String nested = "INSERT INTO numbers SELECT CAST(n AS INT), COUNT(*) FROM"
                + " (SELECT k, COUNT(*) AS n FROM events GROUP BY k) AS counts GROUP BY n;";
        assertThat(folded(written(2, "", nested, "numbers")))
                .isNotEmpty()
                .isEqualTo(folded(written(1, "", nested, "numbers")));
    }

    @Test
    void aFlushHoldsTheSameRows() {
        String flush = "SET 'mini-batch.size' = '1000';";
        assertThat(written(2, flush, COUNT, "pairs").lines().sorted())
                .isNotEmpty()
                .containsExactlyElementsOf(
                        written(1, flush, COUNT, "pairs").lines().sorted().toList());
    }

    @Test
    void aTableWithAKeyHoldsTheSameRows() {
        String join = "CREATE TABLE latest (k STRING PRIMARY KEY NOT ENFORCED, n BIGINT) WITH ('connector' = 'memory');"
                + " INSERT INTO latest SELECT a.k, b.n FROM (SELECT k, MAX(v) AS v FROM events GROUP BY k) AS a"
                + " JOIN (SELECT v, COUNT(*) AS n FROM events GROUP BY v) AS b ON a.v = b.v;";
        assertThat(foldedByKey(written(3, "", join, "latest")))
                .isNotEmpty()
                .isEqualTo(foldedByKey(written(1, "", join, "latest")));
    }

    /** A row that goes from one partition to another, into which another row has come before it at the same position, is known by its key behind that. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, RANK() OVER (PARTITION BY n ORDER BY k) AS place FROM counts",
                "SELECT k, n, ROW_NUMBER() OVER (PARTITION BY n ORDER BY k) AS place FROM counts"
                        + " QUALIFY ROW_NUMBER() OVER (PARTITION BY n ORDER BY k) < 100"
            })
    void aRowThatMovesToAnotherPartitionStays(String moving) {
        String insert = "CREATE VIEW counts AS SELECT k, COUNT(*) AS n FROM events GROUP BY k;"
                + " INSERT INTO pairs SELECT k, COUNT(*) OVER () + place FROM (" + moving + ") AS moving;";
        assertThat(folded(written(2, "", insert, "pairs")))
                .isNotEmpty()
                .isEqualTo(folded(written(1, "", insert, "pairs")));
    }

    private static List<String> folded(String changes) {
        List<String> rows = new ArrayList<>();
        changes.lines().filter(line -> !line.startsWith("--")).forEach(line -> {
            boolean putsIn = line.startsWith("+");
            if (putsIn) {
                rows.add(line.substring(3));
            } else {
                assertThat(rows.remove(line.substring(3))).as(line).isTrue();
            }
        });
        return rows.stream().sorted().toList();
    }

    private static Map<String, String> foldedByKey(String changes) {
        Map<String, String> rows = new TreeMap<>();
        changes.lines().filter(line -> !line.startsWith("--")).forEach(line -> {
            String key = line.substring(3).split(",")[0];
            if (line.startsWith("+")) {
                rows.put(key, line.substring(3));
            } else {
                rows.remove(key);
            }
        });
        return rows;
    }

    @Test
    void allRowsMayHaveOneKey() {
        Session session = new Session();
        session.tables.source(
                "events",
                ChangelogMode.APPEND,
                IntStream.range(0, 1_000).mapToObj(i -> "+I hot, " + i).collect(Collectors.joining("\n")));
        session.run("SET 'parallelism' = '4';" + TABLES + COUNT);
        assertThat(session.tables
                        .written("pairs")
                        .lines()
                        .filter(line -> !line.startsWith("--"))
                        .reduce((first, last) -> last))
                .contains("+U hot, 1000");
    }

    @Test
    void anEmptyInputGivesNothing() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "");
        session.run("SET 'parallelism' = '4';" + TABLES + COUNT);
        assertThat(session.tables.written("pairs")).doesNotContain("+I");
    }

    /** The rows before row 150 and nothing of a later one, though two workers fail in the same round and one has gone on. */
    @ParameterizedTest
    @CsvSource({"k, 100 / (v - 150)", "MAX(k), MAX(100 / (v - 150))"})
    void theFirstRowThatFailsEndsTheJob(String key, String value) {
        String grouped = key.startsWith("MAX") ? " GROUP BY v" : "";
        String query = "INSERT INTO pairs SELECT k, SUM(q) FROM (SELECT " + key + " AS k, " + value
                + " AS q FROM events" + grouped + ") AS t GROUP BY k;";
        String[] written = new String[3];
        EngineException[] errors = new EngineException[3];
        for (int parallelism = 1; parallelism <= 2; parallelism++) {
            Session session = new Session();
            session.tables.source(
                    "events",
                    ChangelogMode.APPEND,
                    IntStream.range(0, 600)
                            .mapToObj(i -> "+I k" + i % 50 + ", " + (i % 200))
                            .collect(Collectors.joining("\n")));
            String script = "SET 'parallelism' = '" + parallelism + "';" + TABLES + query;
            errors[parallelism] = catchThrowableOfType(EngineException.class, () -> session.run(script));
            written[parallelism] = session.tables.written("pairs");
        }
        assertThat(errors[1].code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        assertThat(errors[2]).hasMessage(errors[1].getMessage());
        assertThat(errors[2].detail()).isEqualTo(errors[1].detail());
        assertThat(written[1].lines()).hasSizeGreaterThan(150);
        assertThat(written[2]).isEqualTo(written[1]);
    }

    /** A fault of a function that is no error of a row: it stops the job, and all workers with it. */
    private static final class Broken implements ScalarFunction {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            throw new LinkageError("no such class");
        }
    }

    @Test
    void aFaultOfAWorkerEndsTheJob() {
        Session session = new Session();
        session.rowtide.define(new CatalogFunction("broken", List.of(Type.BIGINT), Type.BIGINT, new Broken()));
        session.tables.source("events", ChangelogMode.RETRACT, changes());
        assertThatThrownBy(() -> session.run("SET 'parallelism' = '2';" + TABLES
                        + "INSERT INTO pairs SELECT k, BROKEN(COUNT(*)) FROM events GROUP BY k;"))
                .hasMessageContaining("no such class");
    }

    @Test
    void rowsLeftOutAreCountedOnce() {
        for (int parallelism : new int[] {1, 3}) {
            Session session = new Session();
            session.tables.source("events", ChangelogMode.RETRACT, changes() + "\n-D nobody, 1");
            session.run("SET 'bad-records' = 'skip'; SET 'parallelism' = '" + parallelism + "';" + TABLES
                    + "INSERT INTO pairs SELECT k, 10 / (m - 3) FROM"
                    + " (SELECT k, MIN(v) AS m FROM events GROUP BY k) AS t;");
            assertThat(session.run("SHOW DROPPED").toString())
                    .as("parallelism " + parallelism)
                    .contains("expression failed")
                    .contains("GroupAggregate, retraction of a row never inserted, 1");
        }
    }

    /** Also behind an exchange, where other workers are past the row by then. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, 10 / (m - 3) FROM (SELECT k, MIN(v) AS m FROM events GROUP BY k) AS t",
                "SELECT k, 10 / (v - 3) FROM (SELECT k, v, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS rn FROM events)"
                        + " AS t WHERE rn = 1",
                "SELECT a.k, 10 / (a.v + b.v - 6) FROM events AS a JOIN events AS b ON a.k = b.k"
            })
    void aRowThatFailsLeavesItsFlushAlone(String query) {
        for (String setting : List.of("", "SET 'mini-batch.size' = '1000';", "SET 'runtime-mode' = 'batch';")) {
            List<List<String>> tables = new ArrayList<>();
            List<String> dropped = new ArrayList<>();
            for (int parallelism : new int[] {1, 3}) {
                Session session = new Session();
                session.tables.source("events", ChangelogMode.RETRACT, changes());
                session.run(setting + "SET 'bad-records' = 'skip'; SET 'parallelism' = '" + parallelism + "';" + TABLES
                        + "INSERT INTO pairs " + query + ";");
                tables.add(folded(session.tables.written("pairs")));
                dropped.add(session.run("SHOW DROPPED")
                        .toString()
                        .lines()
                        .filter(line -> line.contains("expression failed"))
                        .map(line -> line.replaceAll("(expression failed, \\d+).*", "$1"))
                        .collect(Collectors.joining("\n")));
            }
            assertThat(tables.get(1)).as(setting).isNotEmpty().isEqualTo(tables.get(0));
            assertThat(dropped.get(1)).contains("expression failed").isEqualTo(dropped.get(0));
        }
    }

    @Test
    void theMemoryOfAllWorkersCounts() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, changes());
        EngineException error = catchThrowableOfType(
                EngineException.class,
                () -> session.run("SET 'parallelism' = '2'; SET 'memory.limit' = '20 kb';" + TABLES + COUNT));
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        assertThat(error.detail()).startsWith("GroupAggregate(groupBy=[k]");
    }

    @Test
    void explainTellsWhereRowsChangeWorker() {
        Session session = new Session();
        String query = "EXPLAIN SELECT COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM events GROUP BY k) AS t WHERE n > 1";
        String one = text(session, TABLES + query);
        String two = text(session, "SET 'parallelism' = '2';" + query);
        assertThat(one).doesNotContain("Exchange");
        assertThat(two).contains("Exchange(single)").contains("Exchange(hash[k])");
        assertThat(two.indexOf("Exchange(single)")).isLessThan(two.indexOf("Exchange(hash[k])"));
    }

    private static String text(Session session, String sql) {
        Result last = new Result.Message("");
        for (var results = session.rowtide.run(sql); results.hasNext(); ) {
            last = results.next();
        }
        return ((Result.Text) last).text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "129", "two"})
    void theNumberOfWorkersIsChecked(String workers) {
        assertThatThrownBy(() -> new Session().run("SET 'parallelism' = '" + workers + "'"))
                .isInstanceOf(EngineException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallelism.default", "table.exec.resource.default-parallelism"})
    void namesOfFlinkAreKnown(String name) {
        Session session = new Session();
        session.run("SET '" + name + "' = '2'");
        assertThat(session.run("SET").toString()).contains("parallelism, 2");
    }
}
