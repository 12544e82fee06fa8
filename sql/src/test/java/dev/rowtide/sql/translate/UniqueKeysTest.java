// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** In which columns no two rows of a result agree, and which can be NULL. */
class UniqueKeysTest {

    private final Planning session = new Planning("""
            CREATE TABLE o (id INT, c INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'memory');
            CREATE TABLE c (id INT, name STRING NOT NULL, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'memory');
            CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'memory')""");

    @Test
    void aJoinWithAtMostOneRowKeepsTheKey() {
        assertKeys("SELECT o.id, c.id, c.name FROM o JOIN c ON o.c = c.id", ColumnSet.of(0));
        assertKeys("SELECT o.id, c.id, c.name FROM o LEFT JOIN c ON o.c = c.id", ColumnSet.of(0));
        assertKeys("SELECT c.id, o.id FROM c RIGHT JOIN o ON o.c = c.id", ColumnSet.of(1));
        assertKeys("SELECT o.id, c.id FROM o JOIN c ON o.id = c.id", ColumnSet.of(0), ColumnSet.of(1));
    }

    @Test
    void aJoinWithManyRowsNeedsBothKeys() {
        assertKeys("SELECT c.id, o.id FROM c LEFT JOIN o ON o.c = c.id", ColumnSet.of(0, 1));
        assertKeys("SELECT c.id, o.id FROM c, o", ColumnSet.of(0, 1));
        assertKeys("SELECT o.id, t.v FROM o JOIN t ON o.c = t.v");
        assertKeys("SELECT o.id, c.id FROM o FULL JOIN c ON o.c = c.id");
    }

    @Test
    void aSemiJoinKeepsTheLeftKey() {
        assertKeys("SELECT * FROM o WHERE c IN (SELECT v FROM t)", ColumnSet.of(0));
        assertKeys("SELECT * FROM o WHERE NOT EXISTS (SELECT v FROM t WHERE v = c)", ColumnSet.of(0));
    }

    @Test
    void ranksAreUniqueWithinTheirPartition() {
        String ranked = "SELECT * FROM (SELECT *, %s() OVER (PARTITION BY k ORDER BY v) AS rn FROM t) WHERE rn <= %d";
        assertKeys(ranked.formatted("ROW_NUMBER", 3), ColumnSet.of(0, 2));
        assertKeys(ranked.formatted("ROW_NUMBER", 1), ColumnSet.of(0));
        assertKeys(ranked.formatted("RANK", 3));
        assertKeys("SELECT * FROM t LIMIT 1", ColumnSet.of());
        assertKeys("SELECT * FROM o LIMIT 5", ColumnSet.of(0));
    }

    @Test
    void setOperationsWithoutAllHaveEachRowOnce() {
        assertKeys("SELECT * FROM t INTERSECT SELECT * FROM t", ColumnSet.of(0, 1));
        assertKeys("SELECT * FROM t EXCEPT ALL SELECT * FROM t");
        assertKeys("SELECT id, c FROM o EXCEPT SELECT v, v FROM t", ColumnSet.of(0));
        assertKeys("SELECT v, v FROM t INTERSECT ALL SELECT id, c FROM o", ColumnSet.of(0));
    }

    @Test
    void paddedColumnsCanBeNull() {
        assertThat(session.schema("SELECT o.id, c.name FROM o LEFT JOIN c ON o.c = c.id")
                        .types())
                .extracting(type -> type.nullable())
                .containsExactly(false, true);
        PlanNode full = planned("SELECT o.id, c.name FROM o FULL JOIN c ON o.c = c.id");
        assertThat(full.schema().types()).extracting(type -> type.nullable()).containsExactly(true, true);
    }

    private void assertKeys(String query, ColumnSet... keys) {
        assertThat(planned(query).traits().uniqueKeys()).containsExactlyInAnyOrder(keys);
    }

    private PlanNode planned(String query) {
        return session.run(query).get(0).input();
    }
}
