// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** Subqueries in expressions, as the joins that they become. */
class SubQueryPlansTest {

    private final Planning session = new Planning("""
            CREATE TABLE l (k INT, x STRING) WITH ('connector' = 'memory');
            CREATE TABLE r (k INT, y STRING) WITH ('connector' = 'memory');
            CREATE TABLE b (k BIGINT, z STRING, n INT NOT NULL) WITH ('connector' = 'memory');
            CREATE TABLE p (id INT, k INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
              WITH ('connector' = 'memory', 'mode' = 'retract')""");

    @Test
    void existsIsASemiJoin() {
        assertPlan("SELECT k, x FROM l WHERE EXISTS (SELECT * FROM r WHERE r.k = l.k)", """
                Sink(table=[result], fields=[k, x])
                +- Join(joinType=[LeftSemiJoin], where=[k = k0], select=[k, x], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k])""");
        assertPlan("SELECT k, x FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = l.k AND r.y > l.x)", """
                Sink(table=[result], fields=[k, x])
                +- Join(joinType=[LeftAntiJoin], where=[k = k0 AND y > x], select=[k, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    @Test
    void inIsASemiJoin() {
        assertPlan("SELECT k, x FROM l WHERE k IN (SELECT k FROM r WHERE r.y = l.x)", """
                Sink(table=[result], fields=[k, x])
                +- Join(joinType=[LeftSemiJoin], where=[k = k0 AND x = y], select=[k, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT k FROM l WHERE (k, x) IN (SELECT k, y FROM r)", """
                Sink(table=[result], fields=[k])
                +- Project(select=[k])
                   +- Join(joinType=[LeftSemiJoin], where=[k = k0 AND x = y], select=[k, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    @Test
    void notInMindsNulls() {
        assertPlan("SELECT k, x FROM l WHERE k NOT IN (SELECT k FROM r)", """
                Sink(table=[result], fields=[k, x])
                +- Join(joinType=[LeftAntiJoin], where=[k = k0], nullAware=[true], select=[k, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k])""");
        assertPlan("SELECT k, x FROM l WHERE k NOT IN (SELECT k FROM r WHERE r.y = l.x)", """
                Sink(table=[result], fields=[k, x])
                +- Join(joinType=[LeftAntiJoin], where=[x = y AND (k = k0) IS NOT FALSE], select=[k, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT k, z FROM b WHERE n NOT IN (SELECT n FROM b WHERE k > 3)", """
                Sink(table=[result], fields=[k, z])
                +- Project(select=[k, z])
                   +- Join(joinType=[LeftAntiJoin], where=[n = n0], select=[k, z, n], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[b], fields=[k, z, n])(reuse_id=[1])
                      +- Calc(select=[n], where=[k > 3])
                         +- Reused(reference_id=[1])""");
    }

    @Test
    void nestedSubQueries() {
        assertPlan("""
                SELECT k FROM l WHERE EXISTS (
                  SELECT 1 FROM b WHERE b.k = l.k AND b.n > (SELECT AVG(v) FROM p WHERE p.k = b.k))""", """
                Sink(table=[result], fields=[k])
                +- Join(joinType=[LeftSemiJoin], where=[k = k0], select=[k], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[k])
                   +- Project(select=[k])
                      +- Join(joinType=[InnerJoin], where=[k = $0 AND n > EXPR$0], select=[k, n, $0, EXPR$0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                         :- TableSourceScan(table=[b], fields=[k, n])
                         +- GroupAggregate(groupBy=[k], select=[k AS $0, AVG(v) AS EXPR$0])
                            +- TableSourceScan(table=[p], fields=[k, v])""");
        assertPlan("""
                SELECT k FROM l WHERE EXISTS (
                  SELECT 1 FROM r WHERE r.k = l.k AND EXISTS (SELECT 1 FROM b WHERE b.z = l.x AND b.k = r.k))""", """
                Sink(table=[result], fields=[k])
                +- Project(select=[k])
                   +- Join(joinType=[InnerJoin], where=[k IS NOT DISTINCT FROM k0 AND x IS NOT DISTINCT FROM x0], \
                select=[k, x, k0, x0], leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])(reuse_id=[1])
                      +- Project(select=[k0, x])
                         +- GroupAggregate(groupBy=[$f0, k0, x], select=[$f0, k0, x])
                            +- Project(select=[TRUE AS $f0, k0, x])
                               +- Join(joinType=[InnerJoin], where=[k0 IS NOT DISTINCT FROM k00 AND x IS NOT DISTINCT FROM x0 \
                AND k IS NOT DISTINCT FROM k1], select=[k, k0, x, k00, x0, k1], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                                  :- Join(joinType=[InnerJoin], where=[k = k0], select=[k, k0, x], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[HasUniqueKey])
                                  :  :- TableSourceScan(table=[r], fields=[k])(reuse_id=[2])
                                  :  +- GroupAggregate(groupBy=[k, x], select=[k, x])(reuse_id=[3])
                                  :     +- Reused(reference_id=[1])
                                  +- Project(select=[k0, x, k1])
                                     +- GroupAggregate(groupBy=[$f0, k0, x, k1], select=[$f0, k0, x, k1])
                                        +- Project(select=[TRUE AS $f0, k0, x, k1])
                                           +- Join(joinType=[InnerJoin], where=[z = x AND k = k1], \
                select=[k, z, k0, x, k1], leftInputSpec=[NoUniqueKey], rightInputSpec=[HasUniqueKey])
                                              :- TableSourceScan(table=[b], fields=[k, z])
                                              +- GroupAggregate(groupBy=[k0, x, k], select=[k0, x, k])
                                                 +- Project(select=[k0, x, k])
                                                    +- Join(joinType=[InnerJoin], where=[true], \
                select=[k, k0, x], leftInputSpec=[NoUniqueKey], rightInputSpec=[HasUniqueKey])
                                                       :- Reused(reference_id=[2])
                                                       +- Reused(reference_id=[3])""");
    }

    /** No row of p without a partner in b is divided by. */
    @Test
    void whatCanFailStaysAboveTheJoinThatGuardsIt() {
        String plan = session.plan("""
                SELECT k, (SELECT MAX(p.v) FROM p JOIN b ON p.k = b.k WHERE 10 / p.v > 1 AND p.v < l.k) FROM l""");
        int division = plan.indexOf("10 / v > 1");
        assertThat(division).isPositive();
        assertThat(plan.indexOf("Join", division)).isGreaterThan(division);
        assertThat(plan.substring(division)).containsPattern("Join.*\\bk = k0");
    }

    @Test
    void scalarSubQueries() {
        assertPlan("SELECT k, x FROM l WHERE k > (SELECT AVG(k) FROM r)", """
                Sink(table=[result], fields=[k, x])
                +- Project(select=[k, x])
                   +- Join(joinType=[InnerJoin], where=[k > EXPR$0], select=[k, x, EXPR$0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- GroupAggregate(select=[AVG(k) AS EXPR$0])
                         +- TableSourceScan(table=[r], fields=[k])""");
        assertPlan("SELECT k FROM l GROUP BY k HAVING COUNT(*) > (SELECT COUNT(*) FROM r)", """
                Sink(table=[result], fields=[k])
                +- Project(select=[k])
                   +- Join(joinType=[InnerJoin], where=[$f1 > EXPR$0], select=[k, $f1, EXPR$0], \
                leftInputSpec=[HasUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS $f1])
                      :  +- TableSourceScan(table=[l], fields=[k])
                      +- GroupAggregate(select=[COUNT(*) AS EXPR$0])
                         +- TableSourceScan(table=[r], fields=[])""");
    }

    @Test
    void aggregatesOfRowsEqualToTheRowAround() {
        assertPlan(
                "SELECT k, (SELECT COUNT(*) FROM r WHERE r.k = l.k) AS n, (SELECT MAX(y) FROM r WHERE r.k = l.k) AS m FROM l",
                """
                Sink(table=[result], fields=[k, n, m])
                +- Project(select=[k, COALESCE(EXPR$0, 0) AS n, EXPR$00 AS m])
                   +- Join(joinType=[LeftOuterJoin], where=[k = $00], select=[k, EXPR$0, $00, EXPR$00], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- Project(select=[k, EXPR$0])
                      :  +- Join(joinType=[LeftOuterJoin], where=[k = $0], select=[k, $0, EXPR$0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :     :- TableSourceScan(table=[l], fields=[k])
                      :     +- GroupAggregate(groupBy=[$0], select=[$0, COUNT(*) AS EXPR$0])
                      :        +- Project(select=[k AS $0])
                      :           +- TableSourceScan(table=[r], fields=[k, y])(reuse_id=[1])
                      +- GroupAggregate(groupBy=[k], select=[k AS $0, MAX(y) AS EXPR$0])
                         +- Reused(reference_id=[1])""");
    }

    @Test
    void anAggregateOfAColumnWithoutNullsIsNullWhereThereIsNoRow() {
        assertPlan("SELECT x, (SELECT MIN(n) FROM b WHERE b.z = l.x) IS NULL AS m FROM l", """
                Sink(table=[result], fields=[x, m])
                +- Project(select=[x, EXPR$0 IS NULL AS m])
                   +- Join(joinType=[LeftOuterJoin], where=[x = $0], select=[x, $0, EXPR$0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[x])
                      +- GroupAggregate(groupBy=[z], select=[z AS $0, MIN(n) AS EXPR$0])
                         +- TableSourceScan(table=[b], fields=[z, n])""");
    }

    @Test
    void aggregatesOfRowsComparedWithTheRowAround() {
        assertPlan("SELECT k, (SELECT COUNT(*) FROM r WHERE r.k > l.k) AS n FROM l", """
                Sink(table=[result], fields=[k, n])
                +- Project(select=[k, CASE WHEN EXPR$0 IS NULL THEN 0 ELSE EXPR$0 END AS n])
                   +- Join(joinType=[LeftOuterJoin], where=[k IS NOT DISTINCT FROM k0], select=[k, k0, EXPR$0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])(reuse_id=[1])
                      +- Project(select=[k AS k0, CASE WHEN EXPR$0 IS NOT NULL THEN EXPR$0 ELSE 0 END AS EXPR$0])
                         +- Join(joinType=[LeftOuterJoin], where=[k IS NOT DISTINCT FROM k0], select=[k, k0, \
                EXPR$0], leftInputSpec=[JoinKeyContainsUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                            :- GroupAggregate(groupBy=[k], select=[k])(reuse_id=[2])
                            :  +- Reused(reference_id=[1])
                            +- GroupAggregate(groupBy=[k0], select=[k0, COUNT(*) AS EXPR$0])
                               +- Project(select=[k0])
                                  +- Join(joinType=[InnerJoin], where=[k > k0], select=[k, k0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[HasUniqueKey])
                                     :- TableSourceScan(table=[r], fields=[k])
                                     +- Reused(reference_id=[2])""");
    }

    @Test
    void aValueIsCheckedToBeTheOnlyOneOnlyWhereItIsAskedFor() {
        assertPlan("SELECT k, (SELECT y FROM r WHERE r.k = l.k) AS m FROM l", """
                Sink(table=[result], fields=[k, m])
                +- Project(select=[k, $f1 AS m])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, k0, $f1], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])(reuse_id=[1])
                      +- GroupAggregate(groupBy=[k], select=[k, SINGLE_VALUE(y) AS $f1])
                         +- Join(joinType=[LeftSemiJoin], where=[k = k0], select=[k, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                            :- Filter(where=[k IS NOT NULL])
                            :  +- TableSourceScan(table=[r], fields=[k, y])
                            +- Reused(reference_id=[1])""");
        assertPlan("SELECT k, (SELECT v FROM p WHERE p.id = l.k) AS m FROM l", """
                Sink(table=[result], fields=[k, m])
                +- Project(select=[k, $f1 AS m])
                   +- Join(joinType=[LeftOuterJoin], where=[k = id], select=[k, id, $f1], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])
                      +- DropUpdateBefore()
                         +- TableSourceScan(table=[p], fields=[id, v])""");
    }

    @Test
    void subQueriesThatAreValues() {
        assertPlan("SELECT k, x FROM l WHERE k IN (SELECT k FROM r) OR x = 'a'", """
                Sink(table=[result], fields=[k, x])
                +- Calc(select=[k, x], where=[CASE WHEN c = 0 THEN FALSE WHEN k IS NULL THEN NULL WHEN i IS NOT \
                NULL THEN TRUE WHEN ck < c THEN NULL ELSE FALSE END OR x = 'a'])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, x, c, ck, k0, i], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- Join(joinType=[InnerJoin], where=[true], select=[k, x, c, ck], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :  :- TableSourceScan(table=[l], fields=[k, x])
                      :  +- GroupAggregate(select=[COUNT(*) AS c, COUNT(k) AS ck])
                      :     +- TableSourceScan(table=[r], fields=[k])(reuse_id=[1])
                      +- Project(select=[k, TRUE AS i])
                         +- GroupAggregate(groupBy=[k], select=[k])
                            +- Reused(reference_id=[1])""");
        assertPlan("SELECT k, EXISTS (SELECT 1 FROM r WHERE r.k = l.k) AS e FROM l", """
                Sink(table=[result], fields=[k, e])
                +- Project(select=[k, $f1 IS NOT NULL AS e])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, k0, $f1], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])
                      +- Project(select=[k, TRUE AS $f1])
                         +- GroupAggregate(groupBy=[k], select=[k])
                            +- Filter(where=[k IS NOT NULL])
                               +- TableSourceScan(table=[r], fields=[k])""");
        assertPlan("SELECT k FROM l WHERE k < ALL (SELECT k FROM r)", """
                Sink(table=[result], fields=[k])
                +- Project(select=[k])
                   +- Join(joinType=[InnerJoin], where=[NOT CASE WHEN c = 0 THEN FALSE WHEN (k >= m) IS TRUE THEN \
                TRUE WHEN c > d THEN NULL ELSE k >= m END], select=[k, m, c, d], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])
                      +- GroupAggregate(select=[MIN(k) AS m, COUNT(*) AS c, COUNT(k) AS d])
                         +- TableSourceScan(table=[r], fields=[k])""");
    }

    @Test
    void theFirstOfEachInASubQuery() {
        assertPlan("SELECT k, (SELECT y FROM r WHERE r.k = l.k ORDER BY y LIMIT 1) AS m FROM l", """
                Sink(table=[result], fields=[k, m])
                +- Project(select=[k, y AS m])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, y, k0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k])
                      +- Project(select=[y, k])
                         +- Deduplicate(key=[k], orderBy=[y ASC], strategy=[AppendFastStrategy])
                            +- Filter(where=[k IS NOT NULL])
                               +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    /** Calcite takes no AND within an AND, which such a condition becomes as it is simplified: the plan is made, with the condition on one side of the join only. */
    @Test
    void aConditionThatTurnsOutToBeAConjunction() {
        assertThat(new Planning("CREATE TABLE t (c TIMESTAMP(6) NOT NULL, PRIMARY KEY (c) NOT ENFORCED)"
                                + " WITH ('connector' = 'memory', 'mode' = 'retract')")
                        .plan("""
                                SELECT c, (SELECT ANY_VALUE(i.c) FROM t AS i WHERE o.c = i.c + INTERVAL '5' HOUR
                                  AND ((NULLIF(i.c <= TIMESTAMP '2023-11-15 03:00:00', i.c <> TIMESTAMP '2023-11-15 12:00:00')
                                      OR i.c > TIMESTAMP '2023-11-15 12:00:00')
                                    AND (CASE WHEN CASE
                                          WHEN COALESCE(i.c <= TIMESTAMP '2023-11-15 11:00:00', i.c > TIMESTAMP '2023-11-15 18:00:00')
                                            THEN i.c < TIMESTAMP '2023-11-15 06:00:00'
                                          WHEN i.c IS NULL THEN i.c >= TIMESTAMP '2023-11-15 14:00:00' END
                                        THEN i.c = TIMESTAMP '2023-11-15 21:00:00'
                                        ELSE i.c <= TIMESTAMP '2023-11-15 02:00:00' END
                                      AND i.c IS NOT DISTINCT FROM i.c) IS NOT FALSE)) AS n
                                FROM t AS o"""))
                .contains("joinType=[LeftOuterJoin]", "NULLIF(");
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
