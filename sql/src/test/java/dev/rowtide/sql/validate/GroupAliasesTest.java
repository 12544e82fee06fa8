// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** What a name in GROUP BY means: a column of FROM, else a name of the SELECT list, else a column of a query around. */
class GroupAliasesTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (k INT, v INT) WITH ('connector' = 'memory');
            CREATE TABLE o (n INT) WITH ('connector' = 'memory');""");

    @Test
    void aNameOfTheSelectListHidesAColumnOfTheQueryAround() {
        assertThat(session.plan(around("SELECT k AS n, MAX(v) AS m FROM t GROUP BY n")))
                .isEqualTo(session.plan(around("SELECT k AS n, MAX(v) AS m FROM t GROUP BY k")));
        assertThat(session.plan(around("SELECT k + 1 AS n, MAX(v) AS m FROM t GROUP BY n")))
                .isEqualTo(session.plan(around("SELECT k + 1 AS n, MAX(v) AS m FROM t GROUP BY k + 1")));
    }

    @Test
    void aColumnOfFromHidesANameOfTheSelectList() {
        assertThat(session.plan("SELECT MAX(v) AS k FROM t GROUP BY k"))
                .isEqualTo(session.plan("SELECT MAX(v) AS k FROM t GROUP BY t.k"));
    }

    private static String around(String grouped) {
        return "SELECT n FROM o WHERE n IN (SELECT m FROM (" + grouped + ") AS g)";
    }
}
