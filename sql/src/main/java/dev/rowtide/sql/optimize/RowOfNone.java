// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The row that an aggregate of all rows has where there are none. Calcite groups the aggregate by what it has of the row around, which leaves no row then: NULLs that a
 * left join puts there are as good as long as nothing has counted, joined or chosen the row before.
 *
 * <pre>
 *   LATERAL (SELECT SUM(x) AS s FROM t WHERE t.k = o.k HAVING SUM(x) IS NULL)
 * </pre>
 */
final class RowOfNone {

    private RowOfNone() {}

    /** Whether a result is another one where such a row is missing. */
    static boolean isMissed(Correlate correlate) {
        return isMissed(correlate.getRight(), correlate.getJoinType());
    }

    private static boolean isMissed(RelNode right, JoinRelType type) {
        boolean padded = type == JoinRelType.LEFT;
        RelNode node = right;
        while (node instanceof Project || node instanceof Filter || node instanceof Sort) {
            padded |= node instanceof Filter filter && dropsNulls(filter);
            node = node.getInput(0);
        }
        return isMissed(padded && isOfAllRows(node) ? node.getInput(0) : node);
    }

    private static boolean isMissed(RelNode node) {
        return node instanceof Correlate correlate
                ? isMissed(correlate.getLeft()) || isMissed(correlate)
                : isOfAllRows(node) || node.getInputs().stream().anyMatch(RowOfNone::isMissed);
    }

    /** Whether a filter turns the row away if its values are NULL, so that it may as well be missing. */
    private static boolean dropsNulls(Filter filter) {
        return isOfAllRows(filter.getInput())
                && Strong.isNotTrue(
                        filter.getCondition(),
                        ImmutableBitSet.range(filter.getRowType().getFieldCount()));
    }

    private static boolean isOfAllRows(RelNode node) {
        return node instanceof Aggregate aggregate
                && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
    }

    /** The same plan, which Calcite keeps such rows of: it does so below a column that is not NULL with its input. */
    static RelNode kept(RelNode plan) {
        List<RexNode> columns = new ArrayList<>(identity(plan));
        columns.add(plan.getCluster().getRexBuilder().makeLiteral(true));
        List<String> names = new ArrayList<>(plan.getRowType().getFieldNames());
        names.add("$" + names.size());
        RelNode marked = LogicalProject.create(plan, List.of(), columns, names, Set.of());
        return LogicalProject.create(
                marked, List.of(), identity(plan), plan.getRowType().getFieldNames(), Set.of());
    }

    private static List<RexNode> identity(RelNode plan) {
        return List.copyOf(plan.getCluster().getRexBuilder().identityProjects(plan.getRowType()));
    }
}
