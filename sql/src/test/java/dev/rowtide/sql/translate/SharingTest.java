// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.sql.Planning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharingTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (k BIGINT, v INT, s STRING, u INT) WITH ('connector' = 'memory');
            CREATE TABLE p (id INT PRIMARY KEY NOT ENFORCED, name STRING, price INT) WITH ('connector' = 'memory');
            CREATE TABLE one (k BIGINT, n BIGINT) WITH ('connector' = 'memory');
            CREATE TABLE two (k BIGINT, n BIGINT) WITH ('connector' = 'memory');
            CREATE VIEW agg AS SELECT k, COUNT(*) AS n, SUM(v) AS sv, MAX(s) AS ms FROM t GROUP BY k""");

    @Test
    void aTableIsScannedOncePerJobWhateverIsReadOfIt() {
        List<SinkNode> roots = session.run("""
                BEGIN STATEMENT SET;
                INSERT INTO one SELECT k, v FROM t WHERE v > 3;
                INSERT INTO two SELECT u, COUNT(*) FROM t GROUP BY u;
                END""");

        List<Scan> scans = nodes(roots, Scan.class);
        assertThat(scans).hasSize(1);
        assertThat(scans.get(0).schema().names()).containsExactly("k", "v", "u");
    }

    @Test
    void aViewReadTwiceIsOneNodeWithWhatEitherReaderNeeds() {
        List<SinkNode> roots = session.run("""
                BEGIN STATEMENT SET;
                INSERT INTO one SELECT k, n FROM agg;
                INSERT INTO two SELECT k, sv FROM agg;
                END""");

        List<GroupAggregate> aggregates = nodes(roots, GroupAggregate.class);
        assertThat(aggregates).hasSize(1);
        assertThat(aggregates.get(0).schema().names()).containsExactly("k", "n", "sv");
    }

    @Test
    void bothSidesOfAUnionOfOneViewAreOneNode() {
        List<SinkNode> roots = session.run("SELECT n FROM agg UNION ALL SELECT n FROM agg");

        UnionAll union = nodes(roots, UnionAll.class).get(0);
        assertThat(union.inputs().get(0)).isSameAs(union.inputs().get(1));
    }

    @Test
    void twoRandomNumbersAreNotOne() {
        List<SinkNode> roots = session.run("SELECT RAND() AS r FROM t UNION ALL SELECT RAND() FROM t");

        UnionAll union = nodes(roots, UnionAll.class).get(0);
        assertThat(union.inputs().get(0)).isNotEqualTo(union.inputs().get(1));
    }

    @Test
    void uniqueKeysFollowTheirColumns() {
        assertThat(keys("SELECT name, id FROM p WHERE price > 3")).containsExactly(ColumnSet.of(1));
        assertThat(keys("SELECT name FROM p")).isEmpty();
        assertThat(keys("SELECT id + 1 FROM p")).isEmpty();
        assertThat(keys("SELECT k, s, COUNT(*) FROM t GROUP BY k, s")).containsExactly(ColumnSet.of(0, 1));
        assertThat(keys("SELECT COUNT(*), s, k FROM t GROUP BY k, s")).containsExactly(ColumnSet.of(1, 2));
        assertThat(keys("SELECT COUNT(*) FROM t GROUP BY k")).isEmpty();
        assertThat(keys("SELECT MAX(v), COUNT(*) FROM t")).containsExactly(ColumnSet.of());
        assertThat(keys("SELECT DISTINCT k, s FROM t")).containsExactly(ColumnSet.of(0, 1));
        assertThat(keys("SELECT id, name, COUNT(*) FROM p GROUP BY id, name")).containsExactly(ColumnSet.of(0));
        assertThat(keys("SELECT id FROM p UNION ALL SELECT id FROM p")).isEmpty();
        assertThat(keys("SELECT 1 AS one")).containsExactly(ColumnSet.of());
    }

    @Test
    void whatTellsGroupingSetsApartIsPartOfTheKey() {
        assertThat(keys("SELECT k, COUNT(*) FROM t GROUP BY ROLLUP (k)")).isEmpty();
        assertThat(keys("SELECT k, COUNT(*), GROUPING(k) FROM t GROUP BY ROLLUP (k)"))
                .containsExactly(ColumnSet.of(0, 2));
        assertThat(keys("SELECT GROUPING_ID(k, s), s, k FROM t GROUP BY CUBE (k, s)"))
                .containsExactly(ColumnSet.of(0, 1, 2));
        String columns = IntStream.range(0, 12).mapToObj(i -> "k" + i).collect(Collectors.joining(", "));
        String many = IntStream.range(0, 12)
                .mapToObj(i -> "k || '" + i + "' AS k" + i)
                .collect(Collectors.joining(", "));
        assertThat(keys("SELECT " + columns + ", GROUPING_ID(" + columns + ") FROM (SELECT " + many
                        + " FROM t) GROUP BY CUBE (" + columns + ")"))
                .containsExactly(ColumnSet.of(IntStream.rangeClosed(0, 12).toArray()));
        assertThat(keys("SELECT one, COUNT(*) FROM (SELECT COALESCE(s, '') AS one FROM t) GROUP BY ROLLUP (one)"))
                .containsExactly(ColumnSet.of(0));
        assertThat(keys("SELECT 1 AS n, id FROM p UNION ALL SELECT 2, id FROM p"))
                .containsExactly(ColumnSet.of(0, 1));
        assertThat(keys("SELECT 1 AS n, id FROM p UNION ALL SELECT 1, id FROM p"))
                .isEmpty();
    }

    @Test
    void aSinksKeyIsItsTables() {
        SinkNode sink = session.run("INSERT INTO p SELECT v, s, u FROM t").get(0);

        assertThat(sink.key()).isEqualTo(ColumnSet.of(0));
        assertThat(sink.schema().names()).containsExactly("id", "name", "price");
    }

    private Set<ColumnSet> keys(String query) {
        return session.run(query).get(0).input().traits().uniqueKeys();
    }

    private static <T extends PlanNode> List<T> nodes(List<? extends PlanNode> roots, Class<T> kind) {
        Set<PlanNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<T> found = new ArrayList<>();
        roots.forEach(root -> collect(root, kind, seen, found));
        return found;
    }

    private static <T extends PlanNode> void collect(PlanNode node, Class<T> kind, Set<PlanNode> seen, List<T> found) {
        if (!seen.add(node)) {
            return;
        }
        if (kind.isInstance(node)) {
            found.add(kind.cast(node));
        }
        node.inputs().forEach(input -> collect(input, kind, seen, found));
    }
}
