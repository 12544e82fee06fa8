// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {

    private static final String QUOTIENTS = Session.EVENTS + """
            CREATE TABLE quotients (k STRING, q INT) WITH ('connector' = 'memory');
            INSERT INTO quotients SELECT k, 6 / v FROM events;
            """;
    private static final String COPY = """
            CREATE TABLE copy (k STRING, v INT) WITH ('connector' = 'memory');
            INSERT INTO copy SELECT k, v FROM events;
            """;

    private static EngineException failure(Session session, String sql) {
        return catchThrowableOfType(EngineException.class, () -> session.run(sql));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1 s"})
    void whatCameBeforeAFailingRowShows(String interval) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1\n+I b, 2\n+I c, 0\n+I d, 3");
        EngineException failure = failure(session, "SET 'flush-interval' = '" + interval + "';" + QUOTIENTS);
        assertThat(failure.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        assertThat(failure.detail()).contains("k = 'c', v = 0").endsWith("read from events:3");
        assertThat(session.tables.written("quotients")).isEqualTo("+I a, 6\n+I b, 3\n-- shown at 0\n");
    }

    @Test
    void anUpdateOfWhichOneHalfFailsShowsNeither() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, "+I a, 1\n-U a, 1\n+U a, 0");
        failure(session, QUOTIENTS);
        assertThat(session.tables.written("quotients")).isEqualTo("+I a, 6\n-- shown at 0\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1 s"})
    void whatCameBeforeABadRecordShows(String interval) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1\n-- bad #!\n+I b, 2");
        EngineException failure =
                failure(session, "SET 'flush-interval' = '" + interval + "';" + Session.EVENTS + COPY);
        assertThat(failure.message()).isEqualTo("events:2: not a change");
        assertThat(failure.detail()).isEqualTo("The record is: #!");
        assertThat(session.tables.written("copy")).isEqualTo("+I a, 1\n-- shown at 0\n");
    }
}
