// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Windowed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Of several groupings of the same rows by the same windows that are put together, as GROUPING SETS are, one tells of rows that are late. Windows that are sliced and sessions
 * that are merged are not among them: nobody else reads their rows.
 */
final class LateRowsOnce {

    private final Set<PlanNode> silent = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();

    private LateRowsOnce(List<SinkNode> roots) {
        Set<PlanNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        roots.forEach(root -> find(root, seen));
    }

    /** The same plans, in which no two parts of a union tell of the same rows. */
    static List<SinkNode> apply(List<SinkNode> roots) {
        LateRowsOnce pass = new LateRowsOnce(roots);
        return pass.silent.isEmpty()
                ? roots
                : roots.stream().map(root -> (SinkNode) pass.rewritten(root)).toList();
    }

    private void find(PlanNode node, Set<PlanNode> seen) {
        if (!seen.add(node)) {
            return;
        }
        if (node instanceof UnionAll union) {
            List<Windowed> told = new ArrayList<>();
            for (PlanNode part : union.inputs()) {
                if (below(part) instanceof Windowed windowed) {
                    if (told.stream().anyMatch(other -> other != windowed && losesTheSame(windowed, other))) {
                        silent.add(windowed);
                    } else {
                        told.add(windowed);
                    }
                }
            }
        }
        node.inputs().forEach(input -> find(input, seen));
    }

    private static PlanNode below(PlanNode node) {
        return node instanceof Project || node instanceof Filter
                ? below(node.inputs().get(0))
                : node;
    }

    private static boolean losesTheSame(Windowed a, Windowed b) {
        return a.inputs().size() == 1
                && b.inputs().size() == 1
                && a.inputs().get(0) == b.inputs().get(0)
                && a.windows().equals(b.windows())
                && a.emission().equals(b.emission());
    }

    private PlanNode rewritten(PlanNode node) {
        PlanNode known = done.get(node);
        if (known == null) {
            List<PlanNode> inputs = node.inputs().stream().map(this::rewritten).toList();
            boolean same = IntStream.range(0, inputs.size())
                    .allMatch(i -> inputs.get(i) == node.inputs().get(i));
            known = same ? node : node.with(inputs, node.traits());
            if (known instanceof Windowed windowed && silent.contains(node)) {
                known = windowed.silentOfLateRows();
            }
            done.put(node, known);
        }
        return known;
    }
}
