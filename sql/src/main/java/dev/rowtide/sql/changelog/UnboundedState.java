// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds the states that grow as long as the job runs: those that take in rows without end, which no row ever leaves.
 * What updates and deletes its rows is as large as the table that it describes.
 */
public final class UnboundedState {

    private UnboundedState() {}

    /**
     * A line for people per node, inputs first.
     *
     * @param endless whether a table's source never ends
     */
    public static List<String> warnings(List<SinkNode> roots, Predicate<Table> endless) {
        List<String> warnings = new ArrayList<>();
        for (PlanNode node : PlanOrder.inputsFirst(roots)) {
            String reason = reason(node, endless);
            if (!reason.isEmpty()) {
                warnings.add(NodeText.of(node) + " keeps " + StateText.of(node).text() + "; " + reason);
            }
        }
        return warnings;
    }

    /** Why the state of a node has no bound, as in {@code no bound: table 'clicks' never ends}; empty if it has one. */
    static String reason(PlanNode node, Predicate<Table> endless) {
        StateText.Growth growth = StateText.of(node).growth();
        if (growth == StateText.Growth.NONE) {
            return "";
        }
        List<PlanNode> growing = IntStream.range(0, node.inputs().size())
                .filter(input -> !expires(node, input))
                .mapToObj(node.inputs()::get)
                .filter(input -> input.mode().isAppendOnly())
                .toList();
        List<String> tables = PlanOrder.inputsFirst(growing).stream()
                .filter(Scan.class::isInstance)
                .map(scan -> ((Scan) scan).table())
                .filter(endless)
                .map(table -> "'" + table.name() + "'")
                .distinct()
                .toList();
        if (tables.isEmpty()) {
            return "";
        }
        String unless = growth == StateText.Growth.WITH_KEYS ? " unless keys recur" : "";
        String sources = tables.size() == 1
                ? "table " + tables.get(0) + " never ends"
                : "tables " + String.join(", ", tables) + " never end";
        return "no bound" + unless + ": " + sources;
    }

    private static boolean expires(PlanNode node, int input) {
        List<StateTtl> ttls = node.ttls();
        return !ttls.isEmpty() && ttls.get(Math.min(input, ttls.size() - 1)).expires();
    }
}
