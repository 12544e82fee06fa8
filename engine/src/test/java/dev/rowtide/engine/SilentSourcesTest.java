// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

/** Sources that send nothing, or have ended, beside others whose event time goes on. */
class SilentSourcesTest {

    private static final String TABLES = """
            CREATE TABLE a (v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            CREATE TABLE b (v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory'%s);
            CREATE TABLE sums (s INT, window_end TIMESTAMP(3)) WITH ('connector' = 'memory');
            """;

    private static final String SUMS = """
            INSERT INTO sums SELECT SUM(v), window_end
            FROM TUMBLE((SELECT * FROM a UNION ALL SELECT * FROM b), DESCRIPTOR(ts), INTERVAL '10' SECOND)
            GROUP BY window_start, window_end;
            """;

    private final Session session = new Session();

    private void aGoesOn() {
        session.tables.unboundedSource("a", """
                -- at 1000
                +I 1, 1970-01-01 00:00:01
                -- at 2000
                +I 2, 1970-01-01 00:00:12
                -- at 20000
                +I 4, 1970-01-01 00:00:25
                """);
    }

    private void runUntil(long millis, String script) {
        Job job = session.start(script);
        while (session.clock.nowMillis() < millis) {
            job.step();
        }
        job.close();
    }

    @Test
    void oneThatIsSilentForTooLongHoldsNoOtherUp() {
        aGoesOn();
        session.tables.unboundedSource("b", """
                -- at 1000
                +I 8, 1970-01-01 00:00:02
                -- at 25000
                +I 16, 1970-01-01 00:00:03
                +I 32, 1970-01-01 00:00:26
                """);
        runUntil(30_000, TABLES.formatted(", 'scan.watermark.idle-timeout' = '5 s'") + SUMS);
        assertThat(session.tables.written("sums")).isEqualTo("""
                +I 9, 1970-01-01 00:00:10.000
                -- shown at 6000
                +I 2, 1970-01-01 00:00:20.000
                -- shown at 20000
                """);
    }

    @Test
    void withoutTimeoutOthersWaitForIt() {
        aGoesOn();
        session.tables.unboundedSource("b", """
                -- at 1000
                +I 8, 1970-01-01 00:00:02
                """);
        runUntil(30_000, TABLES.formatted("") + SUMS);
        assertThat(session.tables.written("sums")).isEmpty();
    }

    @Test
    void whereAllAreSilentTimeStandsStill() {
        aGoesOn();
        session.tables.unboundedSource("b", """
                -- at 1000
                +I 8, 1970-01-01 00:00:02
                """);
        runUntil(15_000, "SET 'scan.watermark.idle-timeout' = '500 ms';" + TABLES.formatted("") + SUMS);
        assertThat(session.tables.written("sums")).isEqualTo("""
                +I 9, 1970-01-01 00:00:10.000
                -- shown at 2000
                """);
    }

    @Test
    void oneThatHasEndedHoldsNoOtherUp() {
        aGoesOn();
        session.tables.source("b", ChangelogMode.APPEND, """
                +I 8, 1970-01-01 00:00:02
                """);
        runUntil(30_000, TABLES.formatted("") + SUMS);
        assertThat(session.tables.written("sums")).isEqualTo("""
                +I 9, 1970-01-01 00:00:10.000
                -- shown at 2000
                +I 2, 1970-01-01 00:00:20.000
                -- shown at 20000
                """);
    }

    /** The window of the row that shows b's silence is complete in the same tick: the row goes as soon as it has come, also by key. */
    @Test
    void aRowThatCompletesAWindowCanGoWithIt() {
        session.tables.unboundedSource("a", """
                -- at 1000
                +I 1, 1970-01-01 00:00:01
                -- at 20000
                +I 2, 1970-01-01 00:00:12
                """);
        session.tables.unboundedSource("b", """
                -- at 60000
                +I 8, 1970-01-01 00:00:02
                """);
        runUntil(30_000, "SET 'flush-interval' = '0 s'; SET 'scan.watermark.idle-timeout' = '5 s';" + """
            CREATE TABLE a (v INT PRIMARY KEY NOT ENFORCED, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
                WITH ('connector' = 'memory');
            CREATE TABLE b (v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            CREATE TABLE early (v INT PRIMARY KEY NOT ENFORCED, ts TIMESTAMP(3)) WITH ('connector' = 'memory');
            INSERT INTO early SELECT * FROM a WHERE NOT EXISTS (
                SELECT window_start
                FROM TUMBLE((SELECT v, ts FROM a UNION ALL SELECT * FROM b), DESCRIPTOR(ts), INTERVAL '10' SECOND)
                GROUP BY window_start, window_end);
            """);
        assertThat(session.tables.written("early")).isEqualTo("""
                +I 1, 1970-01-01 00:00:01.000
                -- shown at 1000
                +I 2, 1970-01-01 00:00:12.000
                -D 1, 1970-01-01 00:00:01.000
                -D 2, 1970-01-01 00:00:12.000
                -- shown at 20000
                """);
    }
}
