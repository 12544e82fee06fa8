// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of any number holds of a random one, if it is one number. */
class VolatileCallsTest {

    private static final int ROWS = 500;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RAND_INTEGER(2) IN (0, 1)",
                "NOT (RAND_INTEGER(2) NOT IN (0, 1))",
                "CASE RAND_INTEGER(3) WHEN 0 THEN TRUE WHEN 1 THEN TRUE WHEN 2 THEN TRUE END",
                "RAND() BETWEEN SYMMETRIC 1 AND 0",
                "COALESCE(NULLIF(RAND_INTEGER(2), 1), 1) IN (0, 1)",
            })
    void isOneNumber(String condition) {
        assertThat(count(condition)).isEqualTo("+I[" + ROWS + "]");
    }

    @Test
    void anotherCallIsAnotherNumber() {
        assertThat(count("RAND() = RAND()")).isEqualTo("+I[0]");
    }

    private static String count(String condition) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "+I a, 1\n".repeat(ROWS));
        return session.run("SET 'execution.runtime-mode' = 'batch';" + Session.EVENTS + "SELECT SUM0(CASE WHEN "
                        + condition + " THEN 1 ELSE 0 END) FROM events")
                .get(0);
    }
}
