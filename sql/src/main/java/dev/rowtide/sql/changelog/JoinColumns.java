// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Join;

/** The columns of each side of a join that decide which rows match. */
final class JoinColumns {

    private JoinColumns() {}

    static ColumnSet left(Join node) {
        int width = node.left().schema().size();
        return ColumnSets.of(node.leftKeys()).union(ColumnSets.part(conditionColumns(node), 0, width));
    }

    static ColumnSet right(Join node) {
        int width = node.left().schema().size();
        return ColumnSets.of(node.rightKeys()).union(ColumnSets.part(conditionColumns(node), width, Integer.MAX_VALUE));
    }

    private static ColumnSet conditionColumns(Join node) {
        Expression condition = node.condition();
        return condition == null ? ColumnSet.of() : Expressions.columns(condition);
    }
}
