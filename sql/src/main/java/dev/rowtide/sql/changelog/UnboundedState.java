// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UpsertMaterialize;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds the nodes whose state grows as long as the job runs, since their input has no end. What keeps the rows of a table by key is none of them: it is as large as the
 * table.
 */
public final class UnboundedState {

    private UnboundedState() {}

    /**
     * A line for people per node, inputs first.
     *
     * @param endless the tables without end
     */
    public static List<String> warnings(List<SinkNode> roots, Set<String> endless) {
        IdentityHashMap<PlanNode, String> endlessInput = new IdentityHashMap<>();
        List<String> warnings = new ArrayList<>();
        for (PlanNode node : PlanOrder.inputsFirst(roots)) {
            String table =
                    node instanceof Scan scan && endless.contains(scan.table().name())
                            ? scan.table().name()
                            : node.inputs().stream()
                                    .filter(endlessInput::containsKey)
                                    .map(endlessInput::get)
                                    .findFirst()
                                    .orElse(null);
            if (table == null) {
                continue;
            }
            endlessInput.put(node, table);
            if (grows(node)) {
                warnings.add(
                        NodeText.of(node) + " keeps " + StateText.of(node) + ", and table '" + table + "' has no end");
            }
        }
        return warnings;
    }

    private static boolean grows(PlanNode node) {
        boolean asLargeAsATable = node instanceof ChangelogNormalize || node instanceof UpsertMaterialize;
        return !asLargeAsATable
                && StateText.of(node).contains("grow")
                && !StateText.of(node).endsWith("does not grow");
    }
}
