// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * {@code (a, b) IN (SELECT x, y …)}, where its value is asked for, as what it means: true if there is an equal row, unknown if there is one of which that is unknown,
 * else false. Calcite takes it for unknown as soon as {@code a} or {@code b} is NULL, also where the other differs from all there are. {@code NULL IN (SELECT …)} is unknown if
 * there are rows, and else false, which Calcite forgets where the subquery refers to the rows around.
 */
final class RowMemberships extends RelHomogeneousShuttle {

    /** The plan with such tests asked as two EXISTS. */
    static RelNode apply(RelNode plan) {
        return plan.accept(new RowMemberships());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        if (visited instanceof LogicalProject project) {
            Around around = new Around(project.getInput(), project.getVariablesSet());
            List<RexNode> columns = around.apply(project.getProjects());
            return columns == project.getProjects()
                    ? project
                    : LogicalProject.create(
                            project.getInput(),
                            project.getHints(),
                            columns,
                            project.getRowType().getFieldNames(),
                            around.variables());
        }
        if (visited instanceof LogicalFilter filter) {
            Around around = new Around(filter.getInput(), filter.getVariablesSet());
            RexNode condition = filter.getCondition().accept(around);
            return condition == filter.getCondition()
                    ? filter
                    : LogicalFilter.create(filter.getInput(), condition, around.variables());
        }
        return visited;
    }

    /** The row around the subqueries of an expression. */
    private final class Around extends RexShuttle {

        private final RelNode input;
        private final RexBuilder rexBuilder;
        private final Set<CorrelationId> variables;

        Around(RelNode input, Set<CorrelationId> variables) {
            this.input = input;
            this.rexBuilder = input.getCluster().getRexBuilder();
            this.variables = new LinkedHashSet<>(variables);
        }

        ImmutableSet<CorrelationId> variables() {
            return ImmutableSet.copyOf(variables);
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RelNode plan = subQuery.rel.accept(RowMemberships.this);
            if (subQuery.getKind() == SqlKind.IN
                    && subQuery.getOperands().size() == 1
                    && RexUtil.isNullLiteral(subQuery.getOperands().get(0), true)) {
                return rexBuilder.makeCall(
                        subQuery.getType(),
                        SqlStdOperatorTable.CASE,
                        List.of(
                                RexSubQuery.exists(plan),
                                rexBuilder.makeNullLiteral(subQuery.getType()),
                                rexBuilder.makeLiteral(false)));
            }
            boolean rows = subQuery.getKind() == SqlKind.IN
                    && subQuery.getOperands().size() > 1
                    && subQuery.getType().isNullable()
                    && RexUtil.SubQueryFinder.find(subQuery.getOperands()) == null;
            if (!rows) {
                return plan == subQuery.rel ? subQuery : subQuery.clone(plan);
            }
            RexNode equal = equal(subQuery, plan);
            RexNode unknown = rexBuilder.makeCall(SqlStdOperatorTable.IS_NULL, equal);
            return rexBuilder.makeCall(
                    subQuery.getType(),
                    SqlStdOperatorTable.CASE,
                    List.of(
                            RexSubQuery.exists(LogicalFilter.create(plan, equal)),
                            rexBuilder.makeLiteral(true),
                            RexSubQuery.exists(LogicalFilter.create(plan, unknown)),
                            rexBuilder.makeNullLiteral(subQuery.getType()),
                            rexBuilder.makeLiteral(false)));
        }

        private RexNode equal(RexSubQuery subQuery, RelNode plan) {
            if (variables.isEmpty()) {
                variables.add(input.getCluster().createCorrel());
            }
            RexNode row = rexBuilder.makeCorrel(
                    input.getRowType(), variables.iterator().next());
            RexShuttle fromInside = new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    return rexBuilder.makeFieldAccess(row, ref.getIndex());
                }
            };
            List<RexNode> equalities = new ArrayList<>();
            for (int i = 0; i < subQuery.getOperands().size(); i++) {
                RexNode value = subQuery.getOperands().get(i).accept(fromInside);
                equalities.add(
                        rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, value, rexBuilder.makeInputRef(plan, i)));
            }
            return RexUtil.composeConjunction(rexBuilder, equalities);
        }
    }
}
