// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

class StatementSetTest {

    @Test
    void insertsShareAScanAndEachSinkGetsItsOwn() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1\n+I b, 5\n+I a, 7");
        session.run(Session.EVENTS + """
                CREATE TABLE counts (k STRING PRIMARY KEY NOT ENFORCED, n BIGINT) WITH ('connector' = 'memory');
                CREATE TABLE large (v INT) WITH ('connector' = 'memory');
                BEGIN STATEMENT SET;
                INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k;
                INSERT INTO large SELECT v FROM events WHERE v > 3;
                END;
                """);
        assertThat(session.tables.opened("events")).isEqualTo(1);
        assertThat(session.tables.written("counts")).isEqualTo("+I a, 1\n+I b, 1\n+U a, 2\n-- shown at 0\n");
        assertThat(session.tables.written("large")).isEqualTo("+I 5\n+I 7\n-- shown at 0\n");
    }
}
