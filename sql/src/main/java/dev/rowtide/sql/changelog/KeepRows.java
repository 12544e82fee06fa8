// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.TopN;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes of interval joins, and of first rows by event time, such as keep all of their rows, where these may be taken back or replaced: that may happen at any time, and nothing
 * else is exact then.
 */
final class KeepRows {

    private final OfferedChanges offers;
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();

    private KeepRows(OfferedChanges offers) {
        this.offers = offers;
    }

    /** The same plans; the list itself if there is no such node. What is above one that was changed may have to be changed then. */
    static List<SinkNode> apply(List<SinkNode> roots, OfferedChanges offers) {
        KeepRows pass = new KeepRows(offers);
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
        boolean updated = !node.inputs().stream()
                .allMatch(input -> offers.of(input).mode().isAppendOnly());
        if (updated && over instanceof TimedJoin join && join.bound() instanceof TimeBound.Interval) {
            return join.body();
        }
        return updated && over instanceof TopN top && top.inEventTime() ? top.inEventTime(false) : over;
    }
}
