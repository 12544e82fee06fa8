// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.sql.Planning;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuerySizeTest {

    private final Planning session = new Planning("CREATE TABLE t (a INT, b INT) WITH ('connector' = 'memory')");

    private static String doubled(int times) {
        return "WITH v0 AS (SELECT a FROM t)"
                + IntStream.rangeClosed(1, times)
                        .mapToObj(i -> ", v" + i + " AS (SELECT a FROM v" + (i - 1) + " UNION ALL SELECT a FROM v"
                                + (i - 1) + ")")
                        .collect(Collectors.joining())
                + " SELECT COUNT(*) AS n FROM v" + times;
    }

    private static String cube(int columns) {
        String list = IntStream.range(0, columns).mapToObj(i -> "a + " + i).collect(Collectors.joining(", "));
        return "SELECT COUNT(*) AS n FROM t GROUP BY CUBE (" + list + ")";
    }

    @Test
    void aTextThatDoublesItselfIsRefused() {
        assertThat(session.plan(doubled(5))).contains("GroupAggregate");
        assertThatThrownBy(() -> session.plan(doubled(60)))
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith("the query is too large");
    }

    @Test
    void groupingSetsAreBounded() {
        assertThat(session.plan(cube(3))).contains("GroupAggregate");
        assertThatThrownBy(() -> session.plan(cube(13)))
                .isInstanceOf(EngineException.class)
                .hasMessage("GROUP BY has more than 4096 grouping sets");
        assertThatThrownBy(() -> session.plan(
                        "SELECT 1 AS n FROM t GROUP BY CUBE (a, b), " + cube(11).substring(cube(11).indexOf("CUBE"))))
                .isInstanceOf(EngineException.class)
                .hasMessage("GROUP BY has more than 4096 grouping sets");
    }
}
