// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import org.junit.jupiter.api.Test;

/** Rows whose columns are constants come and go with the rows below them. */
class ConstantRowsTest {

    private static final String ONE = "SELECT 1 AS x FROM (SELECT COUNT(*) AS n FROM events)";

    @Test
    void overAGlobalAggregateThereIsARowWhileItsInputHasSome() {
        assertThat(written("", ONE)).isEmpty();
        assertThat(written("+I a, 1\n+I b, 2", ONE)).isEqualTo("+I 1\n");
        assertThat(written("+I a, 1\n-D a, 1\n+I b, 2", ONE)).isEqualTo("+I 1\n-D 1\n+I 1\n");
    }

    @Test
    void inABatchThereIsAlwaysOne() {
        String batch = "SET 'execution.runtime-mode' = 'batch';";

        assertThat(written(batch, "", ONE)).isEqualTo("+I 1\n");
        assertThat(written(batch, "+I a, 1\n-D a, 1", ONE)).isEqualTo("+I 1\n");
    }

    @Test
    void constantsOfSeveralTypesAreRowsOfOne() {
        assertThat(written("", "VALUES (1), (-2), (CAST(NULL AS TINYINT)), (CAST('4' AS SMALLINT))"))
                .isEqualTo("+I 1\n+I -2\n+I NULL\n+I 4\n");
        assertThat(written("", "SELECT 1 UNION SELECT 2 UNION SELECT 1")).isEqualTo("+I 1\n+I 2\n");
    }

    private static String written(String changes, String query) {
        return written("", changes, query);
    }

    private static String written(String settings, String changes, String query) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.RETRACT, changes);
        session.run(settings + Session.EVENTS + "CREATE TABLE ones (x INT) WITH ('connector' = 'memory');"
                + "INSERT INTO ones " + query);
        return session.tables.written("ones").replace("-- shown at 0\n", "");
    }
}
