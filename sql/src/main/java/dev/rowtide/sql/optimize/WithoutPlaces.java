// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
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
                return super.visit(other).accept(WithoutPlaces.this);
            }
        });
    }

    @Override
    public RexNode visitCall(RexCall call) {
        List<RexNode> operands =
                call.getOperands().stream().map(operand -> operand.accept(this)).toList();
        return rexBuilder.makeCall(SqlParserPos.ZERO, call.getType(), call.getOperator(), operands);
    }
}
