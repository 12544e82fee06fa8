// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

class DroppedRowsTest {

    private static final String RECORDS = "+I a, 1\n-- bad #!\n+I b, 0\n-- bad ?\n+I c, 3";
    private static final String COPY = """
            CREATE TABLE copy (k STRING, v INT) WITH ('connector' = 'memory');
            INSERT INTO copy SELECT k, v FROM events;
            """;
    private static final String LETTERS =
            "CREATE TABLE letters (source STRING, place STRING, record STRING, reason STRING) WITH ('connector' = 'memory');";

    private static Session session() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, RECORDS);
        return session;
    }

    @Test
    void badRecordsAreSkippedAndCounted() {
        Session session = session();
        session.run("SET 'bad-records' = 'skip';" + Session.EVENTS + COPY);
        assertThat(session.tables.written("copy").replace("-- shown at 0\n", ""))
                .isEqualTo("+I a, 1\n+I b, 0\n+I c, 3\n");
        assertThat(session.run("SHOW DROPPED")).containsExactly("[events, bad record, 2, events:2: not a change]");
    }

    @Test
    void theOptionOfATableGoesBeforeTheSetting() {
        Session session = session();
        session.run(
                "CREATE TABLE events (k STRING, v INT) WITH ('connector' = 'memory', 'bad-records' = 'skip');" + COPY);
        assertThat(session.tables.written("copy")).contains("+I c, 3");
    }

    @Test
    void aTableTakesDeadLetters() {
        Session session = session();
        session.run("SET 'bad-records' = 'letters';" + LETTERS + Session.EVENTS + """
                CREATE TABLE quotients (k STRING, q INT) WITH ('connector' = 'memory');
                INSERT INTO quotients SELECT k, 6 / v FROM events;
                """);
        assertThat(session.tables.written("quotients").replace("-- shown at 0\n", ""))
                .isEqualTo("+I a, 6\n+I c, 2\n");
        assertThat(session.tables.written("letters").replace("-- shown at 0\n", ""))
                .isEqualTo("""
                +I events, events:2, #!, not a change
                +I query, events:3, "k = 'b', v = 0", division by zero
                +I events, events:4, ?, not a change
                """);
        assertThat(session.tables.finished("letters")).isTrue();
        assertThat(session.run("SHOW DROPPED")).hasSize(2);
    }

    @Test
    void aTableOfOtherColumnsTakesNoDeadLetters() {
        Session session = session();
        assertThatThrownBy(() -> session.run("SET 'bad-records' = 'copy';" + Session.EVENTS + COPY))
                .hasMessageContaining("table \"copy\" can't take dead letters: column \"k\"");
    }

    @Test
    void updatesReadWithoutTheirNewRowAreCounted() {
        Session session = new Session();
        session.tables.source("log", ChangelogMode.APPEND, """
                +I INSERT, a, 1
                +I UPDATE_BEFORE, a, 1
                +I UPDATE_AFTER, a, 2
                +I UPDATE_BEFORE, a, 2
                """);
        Job job = session.start("""
                CREATE TABLE log (op STRING, k STRING, v INT) WITH ('connector' = 'memory');
                CREATE TABLE copy (k STRING, v INT) WITH ('connector' = 'memory');
                INSERT INTO copy SELECT * FROM FROM_CHANGELOG(input => TABLE log);
                """);
        job.run();
        assertThat(session.tables.written("copy")).isEqualTo("+I a, 1\n-U a, 1\n+U a, 2\n-U a, 2\n-- shown at 0\n");
        assertThat(job.summary().rowsDropped()).isEqualTo(1);
        assertThat(session.run("SHOW DROPPED"))
                .containsExactly("[FromChangelog, -U without a +U, taken as a delete, 1,"
                        + " the two rows of an update are read one after the other, in one tick]");
    }

    @Test
    void retractionsOfUnknownRowsAreCountedOnce() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, "+I a, 1\n-D b, 2\n-D b, 2");
        Job job = session.start(Session.EVENTS + """
                CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');
                INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k;
                """);
        job.run();
        assertThat(job.summary().rowsDropped()).isEqualTo(2);
        assertThat(session.run("SHOW DROPPED"))
                .containsExactly("[GroupAggregate, retraction of a row never inserted, 2,"
                        + " shown by SET 'validate-changelog' = 'true']");
        assertThat(session.tables.written("counts")).isEqualTo("+I a, 1\n-- shown at 0\n");
    }

    /** Each set is a grouping of its own, which leaves the row out. */
    @Test
    void aRowThatIsLateForAllGroupingSetsIsOne() {
        Session session = new Session();
        session.tables.source("bids", ChangelogMode.APPEND, """
                +I a, 1, 1970-01-01 00:00:01
                +I b, 2, 1970-01-01 00:00:12
                +I a, 4, 1970-01-01 00:00:02
                """);
        Job job = session.start("SET 'late-rows' = 'letters';" + LETTERS + """
                CREATE TABLE bids (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
                CREATE TABLE sums (e TIMESTAMP(3), k STRING, v INT, s INT) WITH ('connector' = 'memory');
                INSERT INTO sums SELECT window_end, k, v, SUM(v) FROM TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)
                GROUP BY window_start, window_end, GROUPING SETS ((k), (v), ());
                """);
        job.run();
        assertThat(session.tables.written("sums").lines().filter(line -> line.startsWith("+I")))
                .containsExactlyInAnyOrder(
                        "+I 1970-01-01 00:00:10.000, a, NULL, 1",
                        "+I 1970-01-01 00:00:10.000, NULL, 1, 1",
                        "+I 1970-01-01 00:00:10.000, NULL, NULL, 1",
                        "+I 1970-01-01 00:00:20.000, b, NULL, 2",
                        "+I 1970-01-01 00:00:20.000, NULL, 2, 2",
                        "+I 1970-01-01 00:00:20.000, NULL, NULL, 2");
        assertThat(job.summary().rowsDropped()).isEqualTo(1);
        assertThat(session.tables.written("letters").lines().filter(line -> line.startsWith("+I")))
                .hasSize(1);
    }
}
