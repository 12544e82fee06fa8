// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions on the clock, by which rows enter and leave a result while time passes. Times are seconds of the first minute of 1970. */
class TemporalFilterTest {

    private static final String CREATE = """
            CREATE TABLE seen (k STRING, ts TIMESTAMP(3)) WITH ('connector' = 'memory');
            CREATE TABLE o (k STRING) WITH ('connector' = 'memory');
            """;

    private final Session session = new Session();

    private String written(String sql, ChangelogMode mode, String rows) {
        session.tables.source("seen", mode, rows);
        try (Job job = session.start(CREATE + sql)) {
            job.run();
        }
        return session.tables.written("o");
    }

    @Test
    void rowsLeaveByThemselves() {
        assertThat(written(
                        "INSERT INTO o SELECT k FROM seen WHERE ts > NOW() - INTERVAL '10' SECOND",
                        ChangelogMode.APPEND,
                        """
                        -- at 20000
                        +I old, 1970-01-01 00:00:10
                        +I a, 1970-01-01 00:00:12.500
                        +I b, 1970-01-01 00:00:11
                        -- at 21500
                        +I c, 1970-01-01 00:00:21
                        -- at 40000
                        +I d, 1970-01-01 00:00:39
                        """))
                .isEqualTo("""
                        +I a
                        +I b
                        -- shown at 20000
                        -D b
                        -- shown at 21000
                        +I c
                        -- shown at 21500
                        -D a
                        -- shown at 22500
                        -D c
                        -- shown at 31000
                        +I d
                        -- shown at 40000
                        """);
    }

    @Test
    void rowsEnterByThemselves() {
        assertThat(written(
                        "INSERT INTO o SELECT k FROM seen WHERE ts BETWEEN NOW() - INTERVAL '3' SECOND AND NOW()",
                        ChangelogMode.APPEND,
                        """
                        -- at 20000
                        +I soon, 1970-01-01 00:00:21
                        +I over, 1970-01-01 00:00:16.999
                        +I last, 1970-01-01 00:00:17
                        -- at 40000
                        +I x, 1970-01-01 00:00:50
                        """))
                .isEqualTo("""
                        +I last
                        -- shown at 20000
                        -D last
                        -- shown at 20001
                        +I soon
                        -- shown at 21000
                        -D soon
                        -- shown at 24001
                        """);
    }

    /** What was deleted before its time leaves once; what is deleted after it, or before it comes, leaves no trace; equal rows leave each for itself. */
    @Test
    void followsAnUpdatingInput() {
        assertThat(written(
                        "INSERT INTO o SELECT k FROM seen WHERE ts <= NOW() AND ts > NOW() - INTERVAL '10' SECOND",
                        ChangelogMode.RETRACT,
                        """
                        -- at 20000
                        +I a, 1970-01-01 00:00:12
                        +I twice, 1970-01-01 00:00:14
                        +I twice, 1970-01-01 00:00:14
                        +I never, 1970-01-01 00:00:30
                        -- at 21000
                        -D a, 1970-01-01 00:00:12
                        -D twice, 1970-01-01 00:00:14
                        -D never, 1970-01-01 00:00:30
                        -- at 25000
                        -D twice, 1970-01-01 00:00:14
                        +I b, 1970-01-01 00:00:24
                        -U b, 1970-01-01 00:00:24
                        +U b2, 1970-01-01 00:00:25
                        -U b2, 1970-01-01 00:00:25
                        +U b3, 1970-01-01 00:00:26
                        -U b3, 1970-01-01 00:00:26
                        +U b4, 1970-01-01 00:00:22
                        -- at 60000
                        -D b4, 1970-01-01 00:00:22
                        """))
                .isEqualTo("""
                        +I a
                        +I twice
                        +I twice
                        -- shown at 20000
                        -D a
                        -D twice
                        -- shown at 21000
                        -D twice
                        -- shown at 24000
                        +I b
                        -U b
                        +U b2
                        -D b2
                        +I b4
                        -- shown at 25000
                        -D b4
                        -- shown at 32000
                        """);
    }

    @Test
    void whatIsComputedOfThemFollows() {
        session.tables.source("seen", ChangelogMode.APPEND, """
                -- at 20000
                +I a, 1970-01-01 00:00:12
                +I a, 1970-01-01 00:00:14
                +I b, 1970-01-01 00:00:14
                -- at 60000
                +I b, 1970-01-01 00:00:59
                """);
        try (Job job = session.start(CREATE + """
                CREATE TABLE n (k STRING, n BIGINT) WITH ('connector' = 'memory');
                INSERT INTO n SELECT k, COUNT(*) FROM seen WHERE ts > CURRENT_TIMESTAMP - INTERVAL '10' SECOND GROUP BY k;
                """)) {
            job.run();
        }
        assertThat(session.tables.written("n")).isEqualTo("""
                +I a, 1
                -U a, 1
                +U a, 2
                +I b, 1
                -- shown at 20000
                -U a, 2
                +U a, 1
                -- shown at 22000
                -D a, 1
                -D b, 1
                -- shown at 24000
                +I b, 1
                -- shown at 60000
                """);
    }

    /** A row from the 20th second that comes at the 1st: when it enters and leaves the result. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ts > NOW()                                              | 1000  | 20000
                    ts >= NOW()                                             | 1000  | 20001
                    NOW() < ts                                              | 1000  | 20000
                    ts < NOW()                                              | 20001 |
                    ts <= NOW()                                             | 20000 |
                    NOT ts > NOW()                                          | 20000 |
                    ts = NOW()                                              | 20000 | 20001
                    ts + INTERVAL '5' SECOND > NOW()                        | 1000  | 25000
                    ts > LOCALTIMESTAMP - INTERVAL '1' MINUTE               | 1000  | 80000
                    ts - INTERVAL '5' SECOND <= CURRENT_TIMESTAMP           | 15000 |
                    ts < NOW() - INTERVAL '5' SECOND + INTERVAL '1' SECOND  | 24001 |
                    (NOW() - ts) SECOND < INTERVAL '7' SECOND               | 1000  | 27000
                    (ts - NOW()) SECOND <= INTERVAL '4' SECOND              | 16000 |
                    ts <= NOW() AND ts > NOW() - INTERVAL '2' SECOND AND k <> 'x' | 20000 | 22000
                    ts >= CURRENT_DATE                                      | 1000  | 86400000
                    ts < CURRENT_DATE                                       | 86400000 |
                    CAST(ts AS DATE) > CURRENT_DATE - INTERVAL '2' DAY      | 1000  | 172800000
                    """)
    void timesOfARow(String condition, long enters, Long leaves) {
        String written = written(
                "INSERT INTO o SELECT k FROM seen WHERE " + condition,
                ChangelogMode.APPEND,
                "-- at 1000\n+I a, 1970-01-01 00:00:20\n-- at " + (leaves == null ? enters + 10_000 : leaves + 1)
                        + "\n+I x, NULL\n");
        String expected = "+I a\n-- shown at " + enters + "\n";
        assertThat(written).isEqualTo(leaves == null ? expected : expected + "-D a\n-- shown at " + leaves + "\n");
    }

    /** The session's day ends when it does there. */
    @Test
    void localTimeIsTheSessions() {
        assertThat(written("""
                        SET 'table.local-time-zone' = 'Asia/Tokyo';
                        INSERT INTO o SELECT k FROM seen WHERE ts >= CURRENT_DATE;
                        """, ChangelogMode.APPEND, """
                        -- at 1000
                        +I morning, 1970-01-01 09:00:00
                        -- at 60000000
                        +I x, 1970-01-01 10:00:00
                        """)).isEqualTo("""
                        +I morning
                        -- shown at 1000
                        -D morning
                        -- shown at 54000000
                        """);
    }

    /** With a flush interval rows leave with the flush. */
    @Test
    void flushed() {
        assertThat(written("""
                        SET 'flush-interval' = '5 s';
                        INSERT INTO o SELECT k FROM seen WHERE ts > NOW() - INTERVAL '10' SECOND;
                        """, ChangelogMode.APPEND, """
                        -- at 20000
                        +I a, 1970-01-01 00:00:12
                        +I b, 1970-01-01 00:00:18
                        -- at 26000
                        +I c, 1970-01-01 00:00:20
                        -- at 40000
                        +I d, 1970-01-01 00:00:40
                        """)).contains("+I a", "-D a", "-D b", "-D c");
    }

    @Test
    void pairsOfAJoin() {
        assertThat(written("""
                        INSERT INTO o SELECT a.k FROM seen AS a JOIN seen AS b ON a.k = b.k AND a.ts > NOW() - INTERVAL '10' SECOND;
                        """, ChangelogMode.APPEND, """
                        -- at 20000
                        +I a, 1970-01-01 00:00:12
                        -- at 50000
                        +I b, 1970-01-01 00:00:12
                        """)).isEqualTo("""
                        +I a
                        -- shown at 20000
                        -D a
                        -- shown at 22000
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ts > NOW() OR k = 'a'",
                "EXTRACT(HOUR FROM NOW()) = 5",
                "ts > NOW() - INTERVAL '1' MONTH",
                "ts <> NOW()",
                "NOW() > NOW() - INTERVAL '1' SECOND"
            })
    void otherConditionsAreRefused(String condition) {
        assertThatThrownBy(() -> session.start(CREATE + "INSERT INTO o SELECT k FROM seen WHERE " + condition))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("a condition on the clock in this form is not supported yet");
    }

    @Test
    void explains() {
        session.tables.source("seen", ChangelogMode.APPEND, "");
        List<String> plan = ((Result.Text) session.rowtide.execute(
                        CREATE + "EXPLAIN CHANGELOG_MODE SELECT k FROM seen WHERE ts > NOW() - INTERVAL '1' HOUR"))
                .text()
                .lines()
                .toList();
        assertThat(plan)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "TemporalFilter(where=[CAST(ts AS TIMESTAMP_LTZ(6)) > CURRENT_TIMESTAMP - INTERVAL '1' HOUR],"
                                        + " changelogMode=[I,D])"));
    }

    /** A query that runs once sees one time. */
    @Test
    void batchesSeeOneTime() {
        session.tables.source("seen", ChangelogMode.APPEND, """
                +I a, 1970-01-01 00:00:12
                +I b, 1969-12-31 23:00:00
                """);
        assertThat(session.run(CREATE + """
                SET 'execution.runtime-mode' = 'batch';
                SELECT k FROM seen WHERE ts > NOW() - INTERVAL '10' SECOND;
                """)).containsExactly("+I[a]");
    }
}
