// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

/** Groups by conditions: NULL, true and false are three groups. */
class GroupedConditionsTest {

    private static final String ROWS = """
            +I a, 1
            +I b, 2
            +I c, 3
            +I NULL, 2
            +I a, NULL
            """;

    @Test
    void aListIsTrueForItsElementsAndUnknownForNull() {
        assertThat(written("BOOLEAN", "SELECT v IN (1, 2) AS few, COUNT(*) FROM events GROUP BY few"))
                .isEqualTo("""
                +I TRUE, 1
                -U TRUE, 1
                +U TRUE, 2
                +I FALSE, 1
                -U TRUE, 2
                +U TRUE, 3
                +I NULL, 1
                """);
        assertThat(written("BOOLEAN", "SELECT v NOT IN (1, NULL) AS other, COUNT(*) FROM events GROUP BY other"))
                .isEqualTo("""
                +I FALSE, 1
                +I NULL, 1
                -U NULL, 1
                +U NULL, 2
                -U NULL, 2
                +U NULL, 3
                -U NULL, 3
                +U NULL, 4
                """);
    }

    @Test
    void aListWithinACase() {
        assertThat(written(
                        "INT",
                        "SELECT CASE WHEN (k IN ('a', CAST('c' AS STRING))) IS FALSE THEN 1 ELSE 0 END, COUNT(*)"
                                + " FROM events WHERE v > 1 GROUP BY 1"))
                .isEqualTo("""
                +I 1, 1
                +I 0, 1
                -U 0, 1
                +U 0, 2
                """);
    }

    /** Of the rows, x is: true, true, false, unknown, unknown. */
    @Test
    void notOfAGroupedConditionKeepsItsFalseGroup() {
        String counts = "SELECT v > 0 AND k IN ('a', 'b') AS x, COUNT(*) AS n FROM events GROUP BY x HAVING ";

        assertThat(written("BOOLEAN", counts + "NOT x")).isEqualTo("+I FALSE, 1\n");
        assertThat(written("BOOLEAN", counts + "x")).isEqualTo("+I TRUE, 1\n-U TRUE, 1\n+U TRUE, 2\n");
        assertThat(written("BOOLEAN", counts + "NOT (v > 0 AND k IN ('a', 'b'))"))
                .isEqualTo("+I FALSE, 1\n");
        assertThat(written("BOOLEAN", counts + "x IS NULL")).isEqualTo("+I NULL, 1\n-U NULL, 1\n+U NULL, 2\n");
    }

    @Test
    void havingRepeatsAGroupWithAText() {
        assertThat(written(
                        "BOOLEAN", "SELECT k >= 'b' AS late, COUNT(*) FROM events GROUP BY k >= 'b' HAVING k >= 'b'"))
                .isEqualTo("+I TRUE, 1\n-U TRUE, 1\n+U TRUE, 2\n");
    }

    @Test
    void aComparisonWithNullKeepsNoGroup() {
        assertThat(written(
                        "STRING",
                        "SELECT DISTINCT k, CAST(1 AS BIGINT) FROM (SELECT k, v, COUNT(*) AS n FROM events GROUP BY k, v"
                                + " HAVING n <> CAST(NULL AS BIGINT) AND n > 0)"))
                .isEmpty();
    }

    private static String written(String key, String query) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ROWS);
        session.run(Session.EVENTS + "CREATE TABLE counts (x " + key + ", n BIGINT) WITH ('connector' = 'memory');"
                + "INSERT INTO counts " + query);
        return session.tables.written("counts").replace("-- shown at 0\n", "");
    }
}
