// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.constraint.RowCheck;
import java.util.List;

/**
 * Which nodes leave out rows, and by what: filters by their conditions, and where the job goes on after failures also any expression that fails on some rows, as if it
 * were a filter on the columns that it reads.
 */
final class LeftOutRows {

    private final boolean goesOnAfterFailures;

    LeftOutRows(Settings settings) {
        goesOnAfterFailures = ChangelogSettings.goesOnAfterFailures(settings);
    }

    /** The expressions that decide which rows of its input a node leaves out; none where it leaves out none. */
    List<Expression> deciding(PlanNode node) {
        if (node instanceof Filter filter) {
            return Expressions.conjuncts(filter.condition()).stream()
                    .filter(this::decides)
                    .toList();
        }
        return node instanceof Project project && goesOnAfterFailures
                ? project.expressions().stream().filter(Failures::canFail).toList()
                : List.of();
    }

    /** A check of rows in front of a sink is TRUE or fails, unlike other conditions. */
    private boolean decides(Expression condition) {
        return goesOnAfterFailures
                || !(condition instanceof ScalarCall call && call.function() instanceof RowCheck check)
                || check.leavesOut();
    }
}
