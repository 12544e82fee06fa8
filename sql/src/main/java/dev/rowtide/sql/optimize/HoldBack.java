// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Keeps conditions that can fail where they are while Calcite moves others: below a join they would meet rows that have no partner. They are wrapped in a function that
 * claims to give another value each time, which Calcite's rules do not push into a join.
 */
final class HoldBack {

    private static final SqlFunction HELD =
            new SqlFunction(
                    "$HELD",
                    SqlKind.OTHER_FUNCTION,
                    ReturnTypes.ARG0,
                    null,
                    OperandTypes.ANY,
                    SqlFunctionCategory.USER_DEFINED_FUNCTION) {
                @Override
                public boolean isDeterministic() {
                    return false;
                }
            };

    private HoldBack() {}

    /** The plan with such conditions wrapped, those excepted that refer to the rows around: they decide how a subquery is joined. */
    static RelNode wrap(RelNode plan) {
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                RelNode visited = super.visit(node);
                if (visited instanceof Filter filter) {
                    return filter.copy(filter.getTraitSet(), filter.getInput(), wrapped(filter, filter.getCondition()));
                }
                return visited instanceof Join join
                        ? join.copy(
                                join.getTraitSet(),
                                wrapped(join, join.getCondition()),
                                join.getLeft(),
                                join.getRight(),
                                join.getJoinType(),
                                join.isSemiJoinDone())
                        : visited;
            }
        });
    }

    private static RexNode wrapped(RelNode node, RexNode condition) {
        RexBuilder rexBuilder = node.getCluster().getRexBuilder();
        return RexUtil.composeConjunction(
                rexBuilder,
                RelOptUtil.conjunctions(condition).stream()
                        .map(part -> Guarded.neverFails(part) || RexUtil.containsCorrelation(part)
                                ? part
                                : rexBuilder.makeCall(HELD, part))
                        .toList());
    }

    /** The plan without the wrapping. */
    static RelNode unwrap(RelNode plan) {
        RexBuilder rexBuilder = plan.getCluster().getRexBuilder();
        RexShuttle unwrapped = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                // What was wrapped may have become an AND within an AND, which Calcite's filters do not take.
                return call.getOperator() == HELD
                        ? call.getOperands().get(0).accept(this)
                        : RexUtil.flatten(rexBuilder, super.visitCall(call));
            }
        };
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                return super.visit(node).accept(unwrapped);
            }
        });
    }
}
