// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** Joins: their keys, where conditions go, which order they are in, which columns they keep. */
class JoinPlansTest {

    private final Planning session = new Planning("""
            CREATE TABLE l (k INT, x STRING) WITH ('connector' = 'memory');
            CREATE TABLE r (k INT, y STRING) WITH ('connector' = 'memory');
            CREATE TABLE b (k BIGINT, z STRING, n INT NOT NULL) WITH ('connector' = 'memory');
            CREATE TABLE p (id INT, k INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
              WITH ('connector' = 'memory', 'mode' = 'retract')""");

    @Test
    void equalitiesAreKeysWhateverTheWidthOfTheirIntegers() {
        assertPlan("SELECT l.x, b.z FROM l JOIN b ON l.k = b.k", """
                Sink(table=[result], fields=[x, z])
                +- Project(select=[x, z])
                   +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, z], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[b], fields=[k, z])""");
        assertPlan("SELECT l.x, r.y FROM l JOIN r ON l.k IS NOT DISTINCT FROM r.k", """
                Sink(table=[result], fields=[x, y])
                +- Project(select=[x, y])
                   +- Join(joinType=[InnerJoin], where=[k IS NOT DISTINCT FROM k0], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    @Test
    void aComputedKeyIsAColumnUntilTheJoin() {
        assertPlan("SELECT l.x, b.z FROM l, b WHERE l.k = b.k + 1 AND l.x = 'a' AND b.n > 3", """
                Sink(table=[result], fields=[x, z])
                +- Project(select=[x, z])
                   +- Join(joinType=[InnerJoin], where=[k = $k0], select=[k, x, z, $k0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- Filter(where=[x = 'a'])
                      :  +- TableSourceScan(table=[l], fields=[k, x])
                      +- Calc(select=[z, k + 1 AS $k0], where=[n > 3])
                         +- TableSourceScan(table=[b], fields=[k, z, n])""");
    }

    @Test
    void outerJoinsKeepWhatDecidesAboutPadding() {
        assertPlan("SELECT l.x, r.y FROM l LEFT JOIN r ON l.k = r.k AND l.k > 10 AND r.y > 'b'", """
                Sink(table=[result], fields=[x, y])
                +- Project(select=[x, y])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0 AND k > 10], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- Filter(where=[y > 'b'])
                         +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT l.x, r.y FROM l LEFT JOIN r ON l.k = r.k WHERE l.x > 'b'", """
                Sink(table=[result], fields=[x, y])
                +- Project(select=[x, y])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- Filter(where=[x > 'b'])
                      :  +- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT l.x, r.y FROM l FULL JOIN r USING (k) WHERE l.x > 'b'", """
                Sink(table=[result], fields=[x, y])
                +- Project(select=[x, y])
                   +- Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- Filter(where=[x > 'b'])
                      :  +- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    @Test
    void aConditionThatDropsPaddedRowsMakesAnInnerJoin() {
        assertPlan("SELECT l.x, r.y FROM l LEFT JOIN r ON l.k = r.k WHERE r.y = 'u'", """
                Sink(table=[result], fields=[x, y])
                +- Project(select=[x, y])
                   +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, y], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- Filter(where=[y = 'u'])
                         +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT a.k, b.k FROM l a RIGHT JOIN r b ON a.k = b.k WHERE a.x = 'c'", """
                Sink(table=[result], fields=[k, k0])
                +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, k0], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                   :- Calc(select=[k], where=[x = 'c'])
                   :  +- TableSourceScan(table=[l], fields=[k, x])
                   +- TableSourceScan(table=[r], fields=[k])""");
    }

    @Test
    void naturalAndCrossJoins() {
        assertPlan("SELECT * FROM l NATURAL JOIN r", """
                Sink(table=[result], fields=[k, x, y])
                +- Project(select=[COALESCE(k, k0) AS k, x, y])
                   +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, y], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
        assertPlan("SELECT l.x, b.z FROM l CROSS JOIN b", """
                Sink(table=[result], fields=[x, z])
                +- Join(joinType=[InnerJoin], where=[true], select=[x, z], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                   :- TableSourceScan(table=[l], fields=[x])
                   +- TableSourceScan(table=[b], fields=[z])""");
    }

    @Test
    void whatCanFailStaysAboveTheJoin() {
        assertPlan("SELECT l.x FROM l JOIN p ON l.k = p.k WHERE 10 / p.v > 1", """
                Sink(table=[result], fields=[x])
                +- Calc(select=[x], where=[10 / v > 1])
                   +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, v], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[p], fields=[k, v])""");
        assertPlan("SELECT l.x FROM l JOIN p ON l.k = p.k AND l.k = 10 / p.v", """
                Sink(table=[result], fields=[x])
                +- Project(select=[x])
                   +- Join(joinType=[InnerJoin], where=[k = k0 AND k = 10 / v], select=[k, x, k0, v], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[p], fields=[k, v])""");
    }

    @Test
    void aSelfJoinReadsItsTableOnce() {
        assertPlan("SELECT a.x, b.x FROM l a JOIN l b ON a.k = b.k", """
                Sink(table=[result], fields=[x, x0])
                +- Project(select=[x, x0])
                   +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, x0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])(reuse_id=[1])
                      +- Reused(reference_id=[1])""");
    }

    @Test
    void joinsAreInWrittenOrder() {
        assertPlan("SELECT l.x, r.y, b.z FROM l JOIN r ON l.k = r.k JOIN b ON l.k = b.k", """
                Sink(table=[result], fields=[x, y, z])
                +- Project(select=[x, y, z])
                   +- Join(joinType=[InnerJoin], where=[k = k1], select=[k, x, y, k1, z], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- Project(select=[k, x, y])
                      :  +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :     :- TableSourceScan(table=[l], fields=[k, x])
                      :     +- TableSourceScan(table=[r], fields=[k, y])
                      +- TableSourceScan(table=[b], fields=[k, z])""");
    }

    @Test
    void unlessThatJoinsWhatNothingConnects() {
        assertPlan("SELECT l.x FROM l, r, b WHERE l.k = b.k AND r.k = b.k", """
                Sink(table=[result], fields=[x])
                +- Project(select=[x])
                   +- Join(joinType=[InnerJoin], where=[k0 = k1], select=[x, k0, k1], leftInputSpec=[NoUniqueKey], \
                rightInputSpec=[NoUniqueKey])
                      :- Project(select=[x, k0])
                      :  +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, x, k0], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :     :- TableSourceScan(table=[l], fields=[k, x])
                      :     +- TableSourceScan(table=[b], fields=[k])
                      +- TableSourceScan(table=[r], fields=[k])""");
    }

    @Test
    void whatBothSidesOfAnOrDemandIsAKey() {
        assertPlan("SELECT l.x FROM l, r WHERE (l.k = r.k AND l.x = 'a') OR (l.k = r.k AND r.y = 'b')", """
                Sink(table=[result], fields=[x])
                +- Project(select=[x])
                   +- Join(joinType=[InnerJoin], where=[k = k0 AND (x = 'a' OR y = 'b')], select=[k, x, k0, y], \
                leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey])
                      :- TableSourceScan(table=[l], fields=[k, x])
                      +- TableSourceScan(table=[r], fields=[k, y])""");
    }

    @Test
    void setOperationsMatchWholeRowsOfOneType() {
        assertPlan("SELECT k FROM l INTERSECT SELECT k FROM r", """
                Sink(table=[result], fields=[k])
                +- Intersect(all=[false], intersect=[k])
                   :- TableSourceScan(table=[l], fields=[k])
                   +- TableSourceScan(table=[r], fields=[k])""");
        assertPlan("SELECT k FROM l EXCEPT ALL SELECT k FROM b", """
                Sink(table=[result], fields=[k])
                +- Except(all=[true], except=[k])
                   :- Project(select=[CAST(k AS BIGINT) AS k])
                   :  +- TableSourceScan(table=[l], fields=[k])
                   +- TableSourceScan(table=[b], fields=[k])""");
        assertPlan("SELECT k FROM l UNION SELECT k FROM r INTERSECT SELECT k FROM p", """
                Sink(table=[result], fields=[k])
                +- GroupAggregate(groupBy=[k], select=[k])
                   +- Union(all=[true], union=[k])
                      :- TableSourceScan(table=[l], fields=[k])
                      +- Intersect(all=[false], intersect=[k])
                         :- TableSourceScan(table=[r], fields=[k])
                         +- TableSourceScan(table=[p], fields=[k])""");
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
