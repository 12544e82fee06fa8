// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlushTest {

    private static final String COUNTS = Session.EVENTS + """
            CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');
            INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k;
            """;
    private static final String ABABA = "+I a, 1\n+I b, 1\n+I a, 1\n+I b, 1\n+I a, 1";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4096})
    void everyChangeShowsInOrderHoweverTheInputIsCut(int batchRows) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ABABA);
        session.run("SET 'pipeline.batch-rows' = '" + batchRows + "';" + COUNTS);
        assertThat(session.tables.written("counts").replace("-- shown at 0\n", ""))
                .isEqualTo("""
                +I a, 1
                +I b, 1
                -U a, 1
                +U a, 2
                -U b, 1
                +U b, 2
                -U a, 2
                +U a, 3
                """);
    }

    @Test
    void afterSoManyRowsTheDifferenceShows() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ABABA + "\n+I a, 1");
        session.run("SET 'mini-batch.size' = '4';" + COUNTS);
        assertThat(session.tables.written("counts")).isEqualTo("""
                +I a, 2
                +I b, 2
                -- shown at 0
                -U a, 2
                +U a, 4
                -- shown at 0
                """);
    }

    /** What leads for a moment between two flushes is never shown, and what stays as it was is not told again. */
    @Test
    void ofTheLeadersOfAFlushTheLastShows() {
        Session session = new Session();
        session.tables.source(
                "bids",
                ChangelogMode.APPEND,
                "+I a, 1\n+I b, 1\n+I a, 2\n+I a, 3\n+I a, 4\n+I b, 0\n"
                        + "+I a, 5\n+I c, 7\n+I a, 6\n+I c, 7\n+I b, 1\n+I d, 0");
        session.run("SET 'mini-batch.size' = '3';" + """
                CREATE TABLE bids (item STRING, price BIGINT NOT NULL) WITH ('connector' = 'memory');
                CREATE TABLE leaders (item STRING, price BIGINT) WITH ('connector' = 'memory');
                INSERT INTO leaders SELECT item, price FROM (
                  SELECT *, ROW_NUMBER() OVER (PARTITION BY item ORDER BY price DESC) AS place FROM bids)
                WHERE place = 1;
                """);
        assertThat(session.tables.written("leaders")).isEqualTo("""
                +I a, 2
                +I b, 1
                -- shown at 0
                -U a, 2
                +U a, 4
                -- shown at 0
                -U a, 4
                +U a, 6
                +I c, 7
                -- shown at 0
                +I d, 0
                -- shown at 0
                """);
    }

    /** The 2 that b was is the 2 that a becomes; the sink is told that it may be sent deletes. */
    @Test
    void whatIsLeftOfTwoUpdatesIsADeleteAndAnInsert() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1\n+I b, 1\n+I b, 1\n+I a, 1\n+I b, 1");
        session.run("SET 'mini-batch.size' = '3';" + Session.EVENTS + """
                CREATE TABLE sizes (n BIGINT) WITH ('connector' = 'memory');
                INSERT INTO sizes SELECT n FROM (SELECT k, COUNT(*) AS n FROM events GROUP BY k);
                """);
        assertThat(session.tables.written("sizes")).isEqualTo("""
                +I 1
                +I 2
                -- shown at 0
                -D 1
                +I 3
                -- shown at 0
                """);
    }

    @Test
    void anIntervalFlushesAtMultiplesSinceTheStart() {
        Session session = new Session(250);
        session.tables.source("events", ChangelogMode.APPEND, """
                -- at 300
                +I a, 1
                -- at 1200
                +I b, 1
                +I a, 1
                -- at 1900
                +I b, 1
                -- at 4300
                +I a, 1
                """);
        session.run("SET 'flush-interval' = '1 s';" + COUNTS);
        assertThat(session.tables.written("counts")).isEqualTo("""
                +I a, 2
                +I b, 1
                -- shown at 1250
                -U b, 1
                +U b, 2
                -- shown at 2250
                -U a, 2
                +U a, 3
                -- shown at 4300
                """);
    }

    @Test
    void whatCancelsOutWithinAFlushDoesNotShow() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, "+I a, 1\n+I b, 2\n-D a, 1");
        session.run("SET 'flush-interval' = '1 s';" + Session.EVENTS + """
                CREATE TABLE copy (k STRING, v INT) WITH ('connector' = 'memory');
                INSERT INTO copy SELECT k, v FROM events;
                """);
        assertThat(session.tables.written("copy")).isEqualTo("+I b, 2\n-- shown at 0\n");
    }

    @Test
    void aBatchRunShowsTheFinalRows() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ABABA);
        String batch = "SET 'execution.runtime-mode' = 'batch';" + Session.EVENTS;
        assertThat(session.run(batch + "SELECT k, COUNT(*) FROM events GROUP BY k"))
                .containsExactly("+I[a, 3]", "+I[b, 2]");
    }

    @Test
    void cancellingEndsWellWithTheOutputSoFar() {
        Session session = new Session();
        session.tables.unboundedSource("events", ABABA);
        Job job = session.start(COUNTS);
        assertThat(job.step()).isTrue();
        assertThat(session.tables.written("counts")).isEmpty();
        session.rowtide.cancel();
        assertThat(job.step()).isFalse();
        assertThat(session.tables.written("counts")).isEqualTo("+I a, 3\n+I b, 2\n-- shown at 0\n");
        assertThat(session.tables.finished("counts")).isTrue();
        assertThat(job.summary().rowsRead()).isEqualTo(5);
        assertThat(job.step()).isFalse();
    }
}
