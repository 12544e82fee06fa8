// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.PlanBuilder.aggregate;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.distinct;
import static dev.rowtide.sql.changelog.PlanBuilder.greater;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static dev.rowtide.sql.changelog.PlanBuilder.union;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.type.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainPlanTest {

    private final PlanBuilder plans = new PlanBuilder();

    @Test
    void projectionOverFilterIsOneLine() {
        Scan clicks = plans.scan("clicks", "user_id STRING, url STRING, dwell INTEGER", APPEND);
        plans.append("out", project(greater(clicks, "dwell", 60), "user_id", "url"));

        assertThat(plans.explain()).isEqualTo("""
                        Sink(table=[out], fields=[user_id, url], changelogMode=[NONE])
                        +- Calc(select=[user_id, url], where=[dwell > 60], changelogMode=[I])
                           +- TableSourceScan(table=[clicks], fields=[user_id, url, dwell], changelogMode=[I])""");
        assertThat(ExplainPlan.of(plans.infer(), false)).isEqualTo("""
                        Sink(table=[out], fields=[user_id, url])
                        +- Calc(select=[user_id, url], where=[dwell > 60])
                           +- TableSourceScan(table=[clicks], fields=[user_id, url, dwell])""");
    }

    @Test
    void branchesOfUnionAreDrawnWithBars() {
        PlanNode a = count(plans.scan("a", "k STRING", APPEND), "n", "k");
        PlanNode b = count(plans.scan("b", "k STRING", APPEND), "n", "k");
        plans.retract("out", union(a, b));

        assertThat(plans.explain()).isEqualTo("""
                        Sink(table=[out], fields=[k, n], changelogMode=[NONE])
                        +- Union(all=[true], union=[k, n], changelogMode=[I,UB,UA])
                           :- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n], uniqueKey=[k], changelogMode=[I,UB,UA])
                           :  state: one record per k (key + 1 accumulator), grows with the number of distinct keys
                           :  +- TableSourceScan(table=[a], fields=[k], changelogMode=[I])
                           +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n], uniqueKey=[k], changelogMode=[I,UB,UA])
                              state: one record per k (key + 1 accumulator), grows with the number of distinct keys
                              +- TableSourceScan(table=[b], fields=[k], changelogMode=[I])""");
    }

    @Test
    void statesTellWhatTheyKeep() {
        Map<String, AggregateCall> calls = new LinkedHashMap<>();
        calls.put(
                "low",
                new AggregateCall(AggregateFunction.MIN, List.of(1), false, AggregateCall.NO_FILTER, Type.INTEGER));
        calls.put("seen", new AggregateCall(AggregateFunction.COUNT, List.of(1), true, 2, Type.BIGINT));
        Scan scan = plans.scan("t", "k STRING, v INTEGER, ok BOOLEAN", RETRACT);
        plans.retract("out", aggregate(scan, List.of("k"), calls));

        assertThat(plans.explain())
                .contains("select=[k, MIN(v) AS low, COUNT(DISTINCT v) FILTER (WHERE ok) AS seen]")
                .contains(
                        "state: one record per k (key + 2 accumulators + row count), grows with the number of distinct keys;"
                                + " the values of MIN(v) and the values of COUNT(DISTINCT v) FILTER (WHERE ok) with their counts,"
                                + " growing with the distinct values per key\n");
        assertThat(stateOf(distinct(plans.scan("d", "a STRING, b STRING", APPEND))))
                .isEqualTo("one record per (a, b) (key only), grows with the number of distinct keys");
        assertThat(stateOf(count(plans.scan("g", "a STRING", APPEND), "n")))
                .isEqualTo("one record (1 accumulator), does not grow");
        assertThat(stateOf(plans.scan("p", "id INTEGER*, v INTEGER", UPSERT)))
                .isEqualTo("the last row per id, grows with the number of live keys");
    }

    private String stateOf(PlanNode node) {
        PlanBuilder one = new PlanBuilder();
        if (node instanceof Scan scan) {
            node = one.scan(scan.table(), UPSERT, scan.schema().names().toArray(String[]::new));
        } else {
            Scan scan = (Scan) node.inputs().get(0);
            PlanNode input =
                    one.scan(scan.table(), APPEND, scan.schema().names().toArray(String[]::new));
            node = node.with(List.of(input), node.traits());
        }
        String mark = "state: ";
        return one.retract("out", node)
                .explain()
                .lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()))
                .findFirst()
                .orElseThrow();
    }
}
