// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.UpsertMaterialize;
import java.util.List;

/** Whether a node's output, shown per tick, already is the net effect of the tick. */
public final class Consolidation {

    private Consolidation() {}

    /** Whether nothing in a tick's output of {@code node} cancels out. */
    public static boolean isDoneBy(PlanNode node) {
        if (node.mode().isAppendOnly()
                || node instanceof GroupAggregate
                || node instanceof ChangelogNormalize
                || node instanceof UpsertMaterialize) {
            return true;
        }
        if (node instanceof Filter filter) {
            return isDoneBy(filter.input());
        }
        return node instanceof Project project
                && isDoneBy(project.input())
                && keepsAllColumns(
                        project.expressions(), project.input().schema().size());
    }

    /** A projection that loses a column can make the halves of an update equal. */
    private static boolean keepsAllColumns(List<Expression> expressions, int inputColumns) {
        return expressions.stream()
                        .filter(InputRef.class::isInstance)
                        .map(expression -> ((InputRef) expression).index())
                        .distinct()
                        .count()
                == inputColumns;
    }
}
