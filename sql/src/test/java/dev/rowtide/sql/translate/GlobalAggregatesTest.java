// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whether a global aggregate over no rows has a row. */
class GlobalAggregatesTest {

    private static final String TABLE = "CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'memory')";

    private final Planning session = new Planning(TABLE);

    @Test
    void aContinuousQueryHasNoneBeforeItsFirstRow() {
        assertThat(emptyRows(session, "SELECT COUNT(*) FROM t")).containsExactly(false);
        assertThat(emptyRows(session, "SELECT n FROM (SELECT COUNT(*) AS n FROM t) WHERE n < 5"))
                .containsExactly(false);
        assertThat(emptyRows(session, "SELECT COUNT(*) FROM t UNION ALL SELECT MAX(v) FROM t"))
                .containsExactly(false, false);
    }

    @Test
    void whatMeetsOtherRowsIsAsInSql() {
        assertThat(emptyRows(session, "SELECT v FROM t WHERE v > (SELECT AVG(v) FROM t)"))
                .containsExactly(true);
        assertThat(emptyRows(session, "SELECT * FROM t CROSS JOIN (SELECT COUNT(*) FROM t)"))
                .containsExactly(true);
        assertThat(emptyRows(session, "SELECT v FROM t EXCEPT SELECT COUNT(*) FROM t"))
                .containsExactly(true);
    }

    /** In FROM and in LATERAL it meets the other one, and they are one. Where only one of two equal ones meets other rows, they are two. */
    @Test
    void equalOnesAreOneWhereTheyHaveOneRule() {
        String counted = "SELECT COUNT(*) AS n FROM t";

        assertThat(aggregates(session, "SELECT a.n, b.n FROM (" + counted + ") AS a, LATERAL (" + counted + ") AS b"))
                .hasSize(1)
                .allMatch(GroupAggregate::emptyRow);
        assertThat(aggregates(session, counted + " UNION ALL SELECT n FROM (" + counted + "), (VALUES (1))"))
                .extracting(GroupAggregate::emptyRow)
                .containsExactlyInAnyOrder(false, true);
    }

    /** Also where the condition is TRUE whatever there is, as EXISTS of a COUNT, and whether or not it refers to the row around it. */
    @Test
    void whatExistsAnywayIsMetToo() {
        String counted = "SELECT n FROM (SELECT COUNT(*) AS n FROM t) AS x WHERE ";
        for (String exists : List.of(
                "EXISTS (SELECT MAX(v) FROM t)",
                "EXISTS (SELECT COUNT(*) FROM t WHERE v > x.n)",
                "EXISTS (SELECT 1 + COUNT(*) FROM t WHERE v = x.n)",
                "NOT EXISTS (SELECT MAX(v) FROM t WHERE v > x.n)",
                "EXISTS (SELECT v FROM t)",
                "EXISTS (VALUES (1))")) {
            assertThat(emptyRows(session, counted + exists))
                    .as(exists)
                    .isNotEmpty()
                    .allMatch(row -> row);
        }
        assertThat(emptyRows(session, "SELECT v FROM t AS o WHERE EXISTS (SELECT COUNT(*) FROM t WHERE t.v = o.v)"))
                .isEmpty();
    }

    @Test
    void aBatchQueryIsAsInSql() {
        Planning batch = new Planning(Settings.of(Map.of("execution.runtime-mode", "batch")), TABLE);

        assertThat(emptyRows(batch, "SELECT COUNT(*) FROM t")).containsExactly(true);
        assertThat(emptyRows(batch, "SELECT k, COUNT(*) FROM t GROUP BY k")).containsExactly(false);
    }

    private static List<Boolean> emptyRows(Planning session, String query) {
        List<GroupAggregate> found = new ArrayList<>();
        collect(session.run(query).get(0), found);
        return found.stream().map(GroupAggregate::emptyRow).toList();
    }

    /** Those of a plan, each once. */
    private static Set<GroupAggregate> aggregates(Planning session, String query) {
        List<GroupAggregate> found = new ArrayList<>();
        collect(session.run(query).get(0), found);
        Set<GroupAggregate> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(found);
        return distinct;
    }

    private static void collect(PlanNode node, List<GroupAggregate> found) {
        node.inputs().forEach(input -> collect(input, found));
        if (node instanceof GroupAggregate aggregate) {
            found.add(aggregate);
        }
    }
}
