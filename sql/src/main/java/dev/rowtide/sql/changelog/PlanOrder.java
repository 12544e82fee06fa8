// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.PlanNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The nodes of a plan in an order in which they can be treated. Two nodes are the same only when they are one object. */
final class PlanOrder {

    private PlanOrder() {}

    /** Every node below {@code roots} once, behind all of its inputs. */
    static List<PlanNode> inputsFirst(List<? extends PlanNode> roots) {
        List<PlanNode> order = new ArrayList<>();
        Set<PlanNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        roots.forEach(root -> append(root, order, seen));
        return order;
    }

    /** Every node below {@code roots} once, in front of all of its inputs. */
    static List<PlanNode> parentsFirst(List<? extends PlanNode> roots) {
        List<PlanNode> order = inputsFirst(roots);
        Collections.reverse(order);
        return order;
    }

    /** How many times each node is the input of another one, or a root. */
    static IdentityHashMap<PlanNode, Integer> useCounts(List<? extends PlanNode> roots) {
        IdentityHashMap<PlanNode, Integer> counts = new IdentityHashMap<>();
        roots.forEach(root -> counts.merge(root, 1, Integer::sum));
        inputsFirst(roots).forEach(node -> node.inputs().forEach(input -> counts.merge(input, 1, Integer::sum)));
        return counts;
    }

    private static void append(PlanNode node, List<PlanNode> order, Set<PlanNode> seen) {
        if (seen.add(node)) {
            node.inputs().forEach(input -> append(input, order, seen));
            order.add(node);
        }
    }
}
