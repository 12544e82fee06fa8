// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.plan.PlanNode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Which nodes of a plan have to pass on event time. */
final class NeededWatermarks {

    private NeededWatermarks() {}

    /**
     * The nodes below those that judge event time.
     *
     * @param parentsFirst all nodes of the plan, each behind all that read it
     * @param judges whether a node judges event time
     */
    static Set<PlanNode> of(List<PlanNode> parentsFirst, Predicate<PlanNode> judges) {
        Set<PlanNode> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (PlanNode node : parentsFirst) {
            if (judges.test(node) || needed.contains(node)) {
                needed.addAll(node.inputs());
            }
        }
        return needed;
    }
}
