// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.Distribution;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Windowed;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where a node has the key columns of the keyed node below it. */
final class KeyColumns {

    private static final int LOST = -1;

    private KeyColumns() {}

    /**
     * The columns, in the order of the key; null where one of them is gone.
     *
     * @param origin the keyed node, no join: the node itself, or one below it with nodes in between that need no key
     */
    static int @Nullable [] of(PlanNode node, PlanNode origin) {
        if (node == origin) {
            return ofKeyed(node);
        }
        int[] below = of(node.inputs().get(0), origin);
        int[] columns = below == null
                ? new int[] {LOST}
                : IntStream.of(below).map(column -> above(node, column)).toArray();
        return IntStream.of(columns).anyMatch(column -> column == LOST) ? null : columns;
    }

    private static int[] ofKeyed(PlanNode node) {
        IntStream keys = Distribution.of(node).keys().get(0).stream().mapToInt(Integer::intValue);
        int[] columns = keys.toArray();
        if (node instanceof Windowed windowed && windowed.body() instanceof GroupAggregate aggregate) {
            return IntStream.of(columns).map(aggregate.keys()::indexOf).toArray();
        }
        return node instanceof GroupAggregate
                ? IntStream.range(0, columns.length).toArray()
                : columns;
    }

    private static int above(PlanNode node, int column) {
        if (node instanceof Project project) {
            return IntStream.range(0, project.expressions().size())
                    .filter(i -> project.expressions().get(i) instanceof InputRef ref && ref.index() == column)
                    .findFirst()
                    .orElse(LOST);
        }
        if (node instanceof Unnest unnest) {
            return unnest.kept().indexOf(column);
        }
        boolean keepsColumns = node instanceof Filter
                || node instanceof DropUpdateBefore
                || node instanceof AssignWindows
                || node instanceof AssignSessions;
        return keepsColumns ? column : LOST;
    }
}
