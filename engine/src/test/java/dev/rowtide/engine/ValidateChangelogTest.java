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

    @Test
    void aSourceThatAppendsIsNotChecked() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1");
        session.run(VALIDATE + Session.EVENTS + COPY);
        assertThat(session.tables.written("copy")).isEqualTo("+I a, 1\n-- shown at 0\n");
    }
}
