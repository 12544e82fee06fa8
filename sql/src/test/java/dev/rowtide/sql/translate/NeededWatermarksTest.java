// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.sql.Planning;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeededWatermarksTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            CREATE TABLE u (v INT) WITH ('connector' = 'memory')""");

    @Test
    void everythingBelowANodeThatJudgesEventTimePassesItOn() {
        SinkNode sink = session.run("SELECT v + 1 FROM t WHERE v > 3 UNION ALL SELECT v FROM u")
                .get(0);
        PlanNode union = sink.input();
        PlanNode project = union.inputs().get(0);
        PlanNode filter = project.inputs().get(0);
        PlanNode scan = filter.inputs().get(0);
        List<PlanNode> parentsFirst =
                List.of(sink, union, project, filter, scan, union.inputs().get(1));

        Set<PlanNode> needed = NeededWatermarks.of(parentsFirst, node -> node == project);

        assertThat(needed).containsExactlyInAnyOrder(filter, scan);
        assertThat(filter).isInstanceOf(Filter.class);
        assertThat(NeededWatermarks.of(parentsFirst, PlanNode::needsWatermarks)).isEmpty();
    }
}
