// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryLimitTest {

    private static final String INSERT = "CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');"
            + "INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k";

    private static String keys(int count) {
        StringBuilder changes = new StringBuilder();
        for (int i = 0; i < count; i++) {
            changes.append("+I key ").append(i).append(", 1\n");
        }
        return changes.toString();
    }

    private static Session session(int keys) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, keys(keys));
        session.run(Session.EVENTS + "SET 'pipeline.batch-rows' = '100'");
        return session;
    }

    @ParameterizedTest
    @CsvSource({"0, streaming", "1000, streaming", "0, batch"})
    void aJobThatKeepsTooMuchIsStoppedAndToldWhichOperatorKeepsIt(int flushRows, String mode) {
        Session session = session(20_000);
        session.run("SET 'memory.limit' = '64 kb'; SET 'execution.runtime-mode' = '" + mode + "'"
                + (flushRows > 0 ? "; SET 'mini-batch.size' = '" + flushRows + "'" : ""));
        Job job = session.start(INSERT);

        EngineException error = catchThrowableOfType(EngineException.class, job::run);

        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        assertThat(error).hasMessage("the job keeps more than 'memory.limit' = '64 kb' allows");
        assertThat(error.detail())
                .matches(
                        "GroupAggregate\\(groupBy=\\[k\\], select=\\[k, COUNT\\(\\*\\) AS \\S+\\]\\) keeps [0-9.]+ kb of [0-9.]+ kb\\.");
        assertThat(error.hint()).contains("SET 'memory.limit' = '128 kb'");
        assertThat(job.step()).isFalse();
        assertThat(session.tables.finished("counts")).isFalse();
        // What was read before is shown, each key once; a batch run shows all or nothing.
        long shown = session.tables
                .written("counts")
                .lines()
                .filter(line -> line.startsWith("+I"))
                .count();
        assertThat(shown).isEqualTo(mode.equals("batch") ? 0 : job.rowsRead());
        assertThat(job.rowsRead()).isBetween(100L, 10_000L);
    }

    @Test
    void aJobWithinItsLimitIsNotStopped() {
        Session session = session(20_000);
        session.run("SET 'memory.limit' = '64 mb'");
        Job job = session.start(INSERT);
        assertThat(job.run().rowsRead()).isEqualTo(20_000);
        assertThat(job.stateBytes()).isBetween(20_000L * 8, 64L << 20);
    }

    @Test
    void anEndOfTheProcessesMemoryIsAnErrorOfTheJob() {
        Session session = session(10);
        Job job = session.start("CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');"
                + "INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k");
        session.tables.beforeWrite(() -> {
            throw new OutOfMemoryError("Java heap space");
        });

        EngineException error = catchThrowableOfType(EngineException.class, job::run);

        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        assertThat(error).hasMessage("the memory of the process is used up");
        assertThat(error.detail()).startsWith("GroupAggregate(groupBy=[k], ");
    }

    @ParameterizedTest
    @CsvSource({"1, 1 bytes", "1024, 1 kb", "1536, 1.5 kb", "536870912, 512 mb", "1099511627776, 1 tb"})
    void sizesForPeople(long bytes, String text) {
        assertThat(MemoryLimit.size(bytes)).isEqualTo(text);
    }

    @Test
    void stateThatGrowsWithoutEndIsWarnedOfOncePerOperator() {
        Session session = new Session();
        session.tables.unboundedSource("events", "+I a, 1");
        String insert = "INSERT INTO counts SELECT k, n FROM (SELECT k, COUNT(DISTINCT v) AS n FROM events GROUP BY k)";
        Job job = session.start("SET updating_ttl = '0';" + Session.EVENTS
                + "CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');" + insert);
        assertThat(job.warnings())
                .containsExactly("GroupAggregate(groupBy=[k], select=[k, COUNT(DISTINCT v) AS n]) keeps"
                        + " one record per k (key + 1 accumulator), grows with the number of distinct keys;"
                        + " the values of COUNT(DISTINCT v) with their counts, growing with the distinct values per key;"
                        + " no bound unless keys recur: table 'events' never ends");

        assertThat(session.start("SET 'warn-unbounded-state' = 'false';" + insert)
                        .warnings())
                .isEmpty();
    }

    /** One warning each: what is behind an aggregate that updates its rows is as large as that. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELECT e.k, o.v FROM events e JOIN others o ON e.k = o.k | Join( | no bound: tables 'events', 'others' never end
            SELECT k, v FROM events WHERE k IN (SELECT k FROM ended) | Join( | no bound: table 'events' never ends
            SELECT k, v FROM events QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) <= 2 | Rank( \
                | no bound unless keys recur: table 'events' never ends
            SELECT k, v FROM events EXCEPT SELECT k, v FROM ended | Except( \
                | no bound unless keys recur: table 'events' never ends
            SELECT DISTINCT k, v FROM events | GroupAggregate( | no bound unless keys recur: table 'events' never ends
            SELECT MAX(k), n FROM (SELECT k, COUNT(*) AS n FROM events GROUP BY k) GROUP BY n | GroupAggregate(groupBy=[k] \
                | no bound unless keys recur: table 'events' never ends
            """)
    void stateOfEveryOperatorOverInputWithoutEndIsWarnedOf(String query, String node, String reason) {
        Session session = new Session();
        session.tables.unboundedSource("events", "+I a, 1");
        session.tables.unboundedSource("others", "+I a, 1");
        session.tables.source("ended", ChangelogMode.APPEND, "+I a, 1");
        Job job = session.start("SET updating_ttl = '0';" + Session.EVENTS
                + Session.EVENTS.replace("events", "others")
                + Session.EVENTS.replace("events", "ended")
                + "CREATE TABLE result (k STRING, v BIGINT) WITH ('connector' = 'memory'); INSERT INTO result "
                + query);
        assertThat(job.warnings()).singleElement().asString().startsWith(node).endsWith("; " + reason);
    }

    /** Of the time that was not asked for, the user is told. */
    @Test
    void stateThatExpiresIsNotWarnedOf() {
        Session session = new Session();
        session.tables.unboundedSource("events", "+I a, 1");
        String insert = "INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k";
        Job job = session.start(
                Session.EVENTS + "CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'memory');" + insert);
        assertThat(job.warnings())
                .containsExactly("a key that no change comes for is forgotten after 1 day;"
                        + " SET updating_ttl = '...' says another time, '0' is for ever");

        assertThat(session.start("SET updating_ttl = '1 hour';" + insert).warnings())
                .isEmpty();
    }

    @Test
    void stateThatDoesNotGrowAndInputThatEndsAreNotWarnedOf() {
        Session session = new Session();
        session.tables.unboundedSource("events", "+I a, 1");
        String global =
                "CREATE TABLE total (n BIGINT) WITH ('connector' = 'memory'); INSERT INTO total SELECT COUNT(*) FROM events";
        assertThat(session.start(Session.EVENTS + global).warnings()).isEmpty();
        assertThat(session(10).start(INSERT).warnings()).isEmpty();
    }
}
