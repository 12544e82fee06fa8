// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

/** DISTINCT of what a grouping made, which may be distinct already. */
class DistinctTest {

    private static final String ROWS = "+I a, 1\n+I b, 2\n+I a, 3";

    @Test
    void twoGroupsWithTheSameAggregateAreOneRow() {
        assertThat(written("""
                SELECT DISTINCT m FROM (
                  SELECT k, MAX(k) FILTER (WHERE n > 5) AS m FROM (SELECT k, COUNT(*) AS n FROM events GROUP BY k) GROUP BY k
                )""")).isEqualTo("+I NULL\n");
    }

    @Test
    void groupsAreDistinctAlready() {
        assertThat(written("SELECT DISTINCT k FROM (SELECT DISTINCT k FROM events)"))
                .isEqualTo("+I a\n+I b\n");
    }

    private static String written(String query) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ROWS);
        session.run(
                Session.EVENTS + "CREATE TABLE out (x STRING) WITH ('connector' = 'memory'); INSERT INTO out " + query);
        return session.tables.written("out").replace("-- shown at 0\n", "");
    }
}
