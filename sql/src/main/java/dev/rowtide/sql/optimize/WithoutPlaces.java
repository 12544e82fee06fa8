// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Takes the places out of the expressions of a view or computed column that an earlier text defined: an error would
 * point into the text that runs now.
 */
final class WithoutPlaces extends RexShuttle {

    private final RexBuilder rexBuilder;

    WithoutPlaces(RexBuilder rexBuilder) {
        this.rexBuilder = rexBuilder;
    }

    /** The plan without places. */
    RelNode apply(RelNode plan) {
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode visited = super.visit(other).accept(WithoutPlaces.this);
                return visited instanceof LogicalAggregate aggregate ? unplaced(aggregate) : visited;
            }
        });
    }

    private static RelNode unplaced(LogicalAggregate aggregate) {
        List<AggregateCall> calls =
                aggregate.getAggCallList().stream().map(WithoutPlaces::unplaced).toList();
        return aggregate.copy(
                aggregate.getTraitSet(),
                aggregate.getInput(),
                aggregate.getGroupSet(),
                aggregate.getGroupSets(),
                calls);
    }

    private static AggregateCall unplaced(AggregateCall call) {
        return AggregateCall.create(
                SqlParserPos.ZERO,
                call.getAggregation(),
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                call.getArgList(),
                call.filterArg,
                call.distinctKeys,
                call.getCollation(),
                call.getType(),
                call.getName());
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
        RexNode visited = super.visitSubQuery(subQuery);
        return ((RexSubQuery) visited).clone(apply(subQuery.rel));
    }

    @Override
    public RexNode visitOver(RexOver over) {
        return OverCalls.withoutPlace((RexOver) super.visitOver(over), rexBuilder);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        List<RexNode> operands =
                call.getOperands().stream().map(operand -> operand.accept(this)).toList();
        return rexBuilder.makeCall(SqlParserPos.ZERO, call.getType(), call.getOperator(), operands);
    }
}
