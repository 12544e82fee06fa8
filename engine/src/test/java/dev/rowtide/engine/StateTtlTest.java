// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** State that expires, end to end, by the time of a virtual clock. */
class StateTtlTest {

    private static final long TEN = 10 * 3_600_000;

    private static final String COUNTS = """
            CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');
            INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k;
            """;

    private final Session session = new Session();

    private List<Dropped.Entry> run(String sql) {
        try (Job job = session.start(sql)) {
            return job.run().dropped();
        }
    }

    /** The specification's example: three orders, an hour and a half of nothing, and a fourth that starts afresh. */
    @ParameterizedTest
    @ValueSource(strings = {"'1 hour'", "INTERVAL '1 hour'", "INTERVAL '1' HOUR", "'60 minutes'"})
    void theNextOrderOfAForgottenCustomerStartsAfresh(String hour) {
        session.tables.source(
                "orders",
                ChangelogMode.APPEND,
                String.join(
                        "\n",
                        "-- at " + TEN,
                        "+I c1, 50.00",
                        "-- at " + (TEN + 15 * 60_000),
                        "+I c1, 60.00",
                        "-- at " + (TEN + 30 * 60_000),
                        "+I c1, 40.00",
                        "-- at " + (TEN + 120 * 60_000),
                        "+I c1, 40.00"));
        List<Dropped.Entry> dropped = run("""
                CREATE TABLE orders (customer_id STRING, amount DECIMAL(10, 2)) WITH ('connector' = 'memory');
                CREATE TABLE totals (customer_id STRING, total DECIMAL(38, 2)) WITH ('connector' = 'memory');
                SET updating_ttl = %s;
                INSERT INTO totals SELECT customer_id, SUM(amount) FROM orders GROUP BY customer_id;
                """.formatted(hour));
        assertThat(session.tables.written("totals")).isEqualTo("""
                +I c1, 50.00
                -- shown at 36000000
                -U c1, 50.00
                +U c1, 110.00
                -- shown at 36900000
                -U c1, 110.00
                +U c1, 150.00
                -- shown at 37800000
                -D c1, 150.00
                -- shown at 41400000
                +I c1, 40.00
                -- shown at 43200000
                """);
        assertThat(dropped)
                .extracting(Dropped.Entry::where, Dropped.Entry::cause, Dropped.Entry::rows)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("GroupAggregate", "expired", 1L));
    }

    @Test
    void unboundedJobsForgetAfterADay() {
        session.tables.unboundedSource("events", """
                -- at 1000
                +I a, 1
                -- at 86400000
                +I b, 1
                """);
        Job job = session.start(Session.EVENTS + COUNTS);
        while (session.clock.nowMillis() < 90_000_000) {
            job.step();
        }
        job.close();
        assertThat(session.tables.written("counts")).isEqualTo("""
                +I a, 1
                -- shown at 1000
                +I b, 1
                -- shown at 86400000
                -D a, 1
                -- shown at 86401000
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SET updating_ttl = '0';"})
    void boundedJobsAndThoseThatAreToldSoForgetNothing(String setting) {
        session.tables.source("events", ChangelogMode.APPEND, """
                +I a, 1
                -- at 900000000
                +I a, 1
                """);
        assertThat(run(Session.EVENTS + setting + COUNTS)).isEmpty();
        assertThat(session.tables.written("counts")).contains("+U a, 2");
    }

    /** What a retraction of a forgotten row does: nothing, while the key is forgotten; it counts against the rows that have come since, once there are any. */
    @Test
    void lateRetractions() {
        session.tables.source("events", ChangelogMode.RETRACT, """
                +I a, 1
                +I a, 2
                +I b, 3
                -- at 7000
                -D a, 1
                -- at 7001
                +I b, 4
                +I b, 5
                -D b, 3
                """);
        List<Dropped.Entry> dropped = run(Session.EVENTS + """
                CREATE TABLE sums (k STRING, s INT) WITH ('connector' = 'memory');
                SET updating_ttl = '5 s';
                INSERT INTO sums SELECT k, SUM(v) FROM events GROUP BY k;
                """);
        assertThat(session.tables.written("sums")).isEqualTo("""
                +I a, 1
                -U a, 1
                +U a, 3
                +I b, 3
                -- shown at 0
                -D a, 3
                -D b, 3
                -- shown at 5000
                +I b, 4
                -U b, 4
                +U b, 9
                -U b, 9
                +U b, 6
                -- shown at 7001
                """);
        assertThat(dropped)
                .extracting(Dropped.Entry::cause, Dropped.Entry::rows)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("retraction of a row expired or never inserted", 1L),
                        org.assertj.core.groups.Tuple.tuple("expired", 2L));
    }

    /** What is behind an aggregate that tells has no time of its own: it forgets with the aggregate, and no sooner. */
    @Test
    void whatIsBehindForgetsWithIt() {
        session.tables.source("events", ChangelogMode.APPEND, """
                +I a, 1
                +I b, 1
                -- at 4000
                +I a, 0
                -- at 8000
                +I a, 0
                """);
        run(Session.EVENTS + """
                CREATE TABLE pairs (k STRING, most INT, total INT) WITH ('connector' = 'memory');
                CREATE VIEW most AS SELECT k, MAX(v) AS v FROM events GROUP BY k;
                CREATE VIEW total AS SELECT k, SUM(v) AS v FROM events GROUP BY k;
                SET updating_ttl = '5 s';
                INSERT INTO pairs SELECT most.k, most.v, total.v FROM most JOIN total ON most.k = total.k;
                """);
        assertThat(session.tables.written("pairs")).isEqualTo("""
                +I a, 1, 1
                +I b, 1, 1
                -- shown at 0
                -D b, 1, 1
                -- shown at 5000
                """);
    }

    /** Flink's setting: in silence, and what does not change is told of again. */
    @Test
    void flinksSettingForgetsInSilence() {
        session.tables.source("events", ChangelogMode.APPEND, """
                +I a, 1
                -- at 4000
                +I a, 0
                -- at 9000
                +I a, 7
                """);
        run(Session.EVENTS + """
                CREATE TABLE sums (k STRING, s INT) WITH ('connector' = 'memory');
                SET 'table.exec.state.ttl' = '5 s';
                INSERT INTO sums SELECT k, SUM(v) FROM events GROUP BY k;
                """);
        assertThat(session.tables.written("sums")).isEqualTo("""
                +I a, 1
                -- shown at 0
                -U a, 1
                +U a, 1
                -- shown at 4000
                +I a, 7
                -- shown at 9000
                """);
    }

    @Test
    void theTwoSettingsExcludeEachOther() {
        assertThatThrownBy(() -> session.run("SET updating_ttl = '1 h'; SET 'table.exec.state.ttl' = '1 h';"
                        + Session.EVENTS + "SELECT k FROM events"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION));
    }

    /** A file that is read once is remembered beside a stream that never ends. */
    @Test
    void whatDoesNotGrowIsKept() {
        session.tables.source("names", ChangelogMode.APPEND, "+I a, 7");
        session.tables.unboundedSource("events", """
                -- at 1000
                +I a, 1
                -- at 20000
                +I a, 2
                """);
        Job job = session.start(Session.EVENTS + """
                CREATE TABLE names (k STRING, id INT) WITH ('connector' = 'memory');
                CREATE TABLE named (id INT, v INT) WITH ('connector' = 'memory');
                SET updating_ttl = '5 s';
                INSERT INTO named SELECT id, v FROM events JOIN names ON events.k = names.k;
                """);
        while (session.clock.nowMillis() < 40_000) {
            job.step();
        }
        job.close();
        assertThat(session.tables.written("named")).isEqualTo("""
                +I 7, 1
                -- shown at 1000
                +I 7, 2
                -- shown at 20000
                """);
    }

    /** What the plan says of each state: who forgets, and whether the result is told. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT k, COUNT(*) FROM events GROUP BY k | [I,UB,UA,D] | taken out of the result after 1 hour",
                "SELECT DISTINCT k, v FROM events | [I] | forgotten after 1 hour",
                "SELECT a.k, b.v FROM events a JOIN events b ON a.k = b.k | [I] | forgotten after 1 hour",
                "SELECT a.k, b.v FROM events a LEFT JOIN events b ON a.k = b.k | [I,D] | taken out of the result after 1 hour",
                "SELECT /*+ STATE_TTL('b' = '90 min') */ a.k, b.v FROM events a LEFT JOIN events b ON a.k = b.k | [I,D]"
                        + " | left rows taken out of the result after 1 hour without a change, right rows forgotten after 90 minutes",
                "SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM events GROUP BY k) GROUP BY n | [I,UB,UA,D]"
                        + " | taken out of the result after 1 hour",
                "SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY v) FROM events | [I,UB,UA,D] | taken out of the result after 1 hour",
                "SELECT k, SUM(v) OVER (PARTITION BY k ROWS UNBOUNDED PRECEDING) FROM events | [I] | forgotten after 1 hour",
                "SELECT k, SUM(v) OVER (ORDER BY v) FROM events | [I,UB,UA] | ",
                "SELECT 'all', COUNT(*) FROM events | [I,UB,UA] | ",
            })
    void explainTellsWhoForgets(String query, String mode, String expiry) {
        session.run(Session.EVENTS + "CREATE TABLE written (k STRING, n BIGINT) WITH ('connector' = 'memory')");
        String plan = ((Result.Text) session.rowtide.execute(
                        "SET updating_ttl = '1 hour'; EXPLAIN CHANGELOG_MODE INSERT INTO written " + query))
                .text();
        assertThat(plan.lines().skip(1).findFirst().orElseThrow()).contains("changelogMode=" + mode);
        assertThat(plan.lines()
                        .filter(line -> line.contains("without a change"))
                        .map(line -> line.substring(line.indexOf("; ") + 2)))
                .isEqualTo(expiry == null ? List.of() : List.of(expiry + " without a change"));
    }

    /** The hint names what stands in FROM, whatever that is; what is behind has no time of its own where it hears of what is forgotten before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM events AS a LEFT JOIN events AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN (SELECT k, v FROM events) AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN (SELECT k, v + 1 FROM events WHERE v > 0) AS b(k, v) ON a.k = b.k",
                "FROM events AS a LEFT JOIN plain AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN b ON a.k = b.k",
                "FROM events AS a LEFT JOIN (SELECT k, v FROM events UNION ALL SELECT k, v FROM events) AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN (SELECT e.k, f.v FROM events AS e JOIN events AS f ON e.v = f.v) AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN (SELECT k, COUNT(*) AS v FROM events GROUP BY k) AS b ON a.k = b.k",
                "FROM events AS a LEFT JOIN counted AS b ON a.k = b.k"
            })
    void theHintNamesViewsAndSubqueries(String from) {
        session.run(Session.EVENTS + """
                CREATE TABLE written (k STRING, n BIGINT) WITH ('connector' = 'memory');
                CREATE VIEW plain AS SELECT k, v FROM events;
                CREATE VIEW b AS SELECT k, v FROM events WHERE v < 5;
                CREATE VIEW counted AS SELECT k, MAX(v) AS v FROM events GROUP BY k;
                """);
        String plan = ((Result.Text)
                        session.rowtide.execute("SET updating_ttl = '1 hour'; EXPLAIN CHANGELOG_MODE INSERT"
                                + " INTO written SELECT /*+ STATE_TTL('b' = '90 min') */ a.k, b.v " + from))
                .text();
        assertThat(plan).contains("right rows forgotten after 90 minutes without a change");
        assertThat(plan.split("90 minutes", -1)).hasSize(2);
    }

    /** The same ticks give the same bytes, however many rows are taken at a time. */
    @Test
    void howInputIsCutMakesNoDifference() {
        String events = """
                +I a, 1
                +I b, 1
                +I c, 1
                -- at 3000
                +I b, 1
                +I a, 1
                -- at 6000
                +I d, 1
                -- at 8000
                +I a, 1
                """;
        String[] written = new String[2];
        for (int run = 0; run < 2; run++) {
            Session each = new Session();
            each.tables.source("events", ChangelogMode.APPEND, events);
            try (Job job = each.start("SET 'pipeline.batch-rows' = '" + (run == 0 ? 1 : 4096) + "';"
                    + "SET updating_ttl = '5 s';" + Session.EVENTS + COUNTS)) {
                job.run();
            }
            written[run] = each.tables.written("counts").replaceAll("-- shown.*\n", "");
        }
        assertThat(written[0]).isEqualTo(written[1]).contains("-D c, 1\n+I d, 1\n-D b, 2\n-D a, 2\n+I a, 1\n");
    }
}
