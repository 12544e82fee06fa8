// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** What anybody reads of each node of a job's plans: which columns, and whether event time. */
final class NeededColumns {

    private final IdentityHashMap<PlanNode, BitSet> columns = new IdentityHashMap<>();
    private final ColumnReads reads = new ColumnReads(this::of);
    private final Set<PlanNode> withTime;

    /** @param judgesTime whether a node judges by the event time that its input has reached, given the columns that are read of the node */
    NeededColumns(List<SinkNode> sinks, BiPredicate<PlanNode, BitSet> judgesTime) {
        List<PlanNode> parentsFirst = parentsFirst(sinks);
        for (PlanNode node : parentsFirst) {
            List<BitSet> read = node.accept(reads);
            for (int i = 0; i < read.size(); i++) {
                of(node.inputs().get(i)).or(read.get(i));
            }
        }
        withTime = NeededWatermarks.of(parentsFirst, node -> judgesTime.test(node, of(node)));
    }

    private static List<PlanNode> parentsFirst(List<SinkNode> sinks) {
        List<PlanNode> childrenFirst = new ArrayList<>();
        Set<PlanNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SinkNode sink : sinks) {
            addChildrenFirst(sink, childrenFirst, seen);
        }
        Collections.reverse(childrenFirst);
        return childrenFirst;
    }

    private static void addChildrenFirst(PlanNode node, List<PlanNode> order, Set<PlanNode> seen) {
        if (seen.add(node)) {
            node.inputs().forEach(input -> addChildrenFirst(input, order, seen));
            order.add(node);
        }
    }

    /** The columns that are read of a node. */
    BitSet of(PlanNode node) {
        return columns.computeIfAbsent(node, ignored -> new BitSet());
    }

    /** What nodes read of their inputs, given that. */
    ColumnReads reads() {
        return reads;
    }

    /** Whether a node has to pass on event time. */
    boolean hasTime(PlanNode node) {
        return withTime.contains(node);
    }
}
