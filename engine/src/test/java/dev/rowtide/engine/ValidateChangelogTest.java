// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

class ValidateChangelogTest {

    private static final String VALIDATE = "SET 'validate-changelog' = 'true';";
    private static final String COPY = """
            CREATE TABLE copy (k STRING, v INT) WITH ('connector' = 'memory');
            INSERT INTO copy SELECT k, v FROM events;
            """;

    private static EngineException failure(Session session, String sql) {
        return catchThrowableOfType(EngineException.class, () -> session.run(sql));
    }

    @Test
    void aSourceThatTakesOutARowThatIsNotInIsFoundOut() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, "+I a, 1\n-D b, 2\n+I c, 3");
        EngineException failure = failure(session, VALIDATE + Session.EVENTS + COPY);
        assertThat(failure.code()).isEqualTo(ErrorCode.BAD_RECORD);
        assertThat(failure.message()).isEqualTo("table \"events\" takes out a row that is not in: -D b, 2");
        assertThat(failure.detail()).endsWith("read from events:2");
        assertThat(session.tables.written("copy")).isEqualTo("+I a, 1\n-- shown at 0\n");
    }

    @Test
    void aSourceThatTakesOutAKeyThatIsNotInIsFoundOut() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.UPSERT, "+I a, 1\n+U a, 2\n-D a, 2\n-D a, 2");
        EngineException failure = failure(session, VALIDATE + """
                CREATE TABLE events (k STRING PRIMARY KEY NOT ENFORCED, v INT) WITH ('connector' = 'memory');
                """ + COPY);
        assertThat(failure.message()).isEqualTo("table \"events\" takes out a row that is not in: -D a, 2");
        assertThat(failure.detail()).endsWith("read from events:4");
        assertThat(session.tables.written("copy")).isEqualTo("""
                +I a, 1
                -U a, 1
                +U a, 2
                -D a, 2
                -- shown at 0
                """);
    }

    /** By hand: b was never in, and of a's two deletes one was; in whichever way changes are consolidated. */
    @Test
    void aLogThatTakesOutARowThatIsNotInIsFoundOut() {
        String log =
                "+I INSERT, a, 1\n+I DELETE, b, 2\n+I UPDATE_BEFORE, a, 1\n+I UPDATE_AFTER, a, 3\n+I DELETE, a, 3\n+I DELETE, a, 3";
        String tables = """
                CREATE TABLE log (op STRING, k STRING, v INT) WITH ('connector' = 'memory');
                CREATE VIEW events AS SELECT * FROM FROM_CHANGELOG(input => TABLE log);
                """;
        Session failing = new Session();
        failing.tables.source("log", ChangelogMode.APPEND, log);
        EngineException failure = failure(failing, VALIDATE + tables + COPY);
        assertThat(failure.message()).isEqualTo("FROM_CHANGELOG takes out a row that is not in: -D b, 2");
        assertThat(failure.detail()).endsWith("read from log:2");

        for (String size : new String[] {"0", "1", "3"}) {
            Session session = new Session();
            session.tables.source("log", ChangelogMode.APPEND, log);
            session.run((size.equals("0") ? "" : "SET 'mini-batch.size' = '" + size + "';") + VALIDATE
                    + "SET 'bad-records' = 'skip';" + tables + COPY);
            assertThat(session.run("SHOW DROPPED"))
                    .as(size)
                    .hasSize(1)
                    .allMatch(line -> line.contains(", bad record, 2,"));
        }
    }

    @Test
    void aSourceThatAppendsIsNotChecked() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1");
        session.run(VALIDATE + Session.EVENTS + COPY);
        assertThat(session.tables.written("copy")).isEqualTo("+I a, 1\n-- shown at 0\n");
    }
}
