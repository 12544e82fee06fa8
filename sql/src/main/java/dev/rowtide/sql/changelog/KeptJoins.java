// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/** Makes interval joins of rows that may be taken back or replaced, at any time, joins that keep their rows: nothing else is exact. */
final class KeptJoins {

    private final OfferedChanges offers;
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();

    private KeptJoins(OfferedChanges offers) {
        this.offers = offers;
    }

    /** The same plans; the list itself if there is no such join. What is above one that was changed may have to be changed then. */
    static List<SinkNode> apply(List<SinkNode> roots, OfferedChanges offers) {
        KeptJoins pass = new KeptJoins(offers);
        List<SinkNode> rewritten =
                roots.stream().map(root -> (SinkNode) pass.rewritten(root)).toList();
        boolean same = IntStream.range(0, roots.size()).allMatch(i -> rewritten.get(i) == roots.get(i));
        return same ? roots : rewritten;
    }

    private PlanNode rewritten(PlanNode node) {
        PlanNode known = done.get(node);
        if (known == null) {
            known = rewrite(node);
            done.put(node, known);
        }
        return known;
    }

    private PlanNode rewrite(PlanNode node) {
        List<PlanNode> inputs = node.inputs().stream().map(this::rewritten).toList();
        boolean same = IntStream.range(0, inputs.size())
                .allMatch(i -> inputs.get(i) == node.inputs().get(i));
        PlanNode over = same ? node : node.with(inputs, node.traits());
        return over instanceof TimedJoin join
                        && join.bound() instanceof TimeBound.Interval
                        && !node.inputs().stream()
                                .allMatch(input -> offers.of(input).mode().isAppendOnly())
                ? join.body()
                : over;
    }
}
