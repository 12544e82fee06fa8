// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.StreamFunctions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a condition that compare rows with the clock. Of a continuous query they hold for some time: such a row leaves the result by itself. They are kept right
 * by a node of their own, behind the rest of the condition.
 */
final class TranslateClockConditions {

    private final TranslateContext context;
    private final List<RexNode> clocked = new ArrayList<>();
    private final List<RexNode> others = new ArrayList<>();

    private TranslateClockConditions(TranslateContext context) {
        this.context = context;
    }

    /** The parts of a condition, taken apart. Where a query runs once, or follows Flink, the clock is that of the moment at which a row is processed. */
    static TranslateClockConditions of(TranslateContext context, RexNode condition) {
        TranslateClockConditions split = new TranslateClockConditions(context);
        boolean passes = !context.batch() && !context.followsFlink();
        for (RexNode part : RelOptUtil.conjunctions(condition)) {
            (passes && readsClock(part) ? split.clocked : split.others).add(part);
        }
        return split;
    }

    /** Whether there are some. */
    boolean any() {
        return !clocked.isEmpty();
    }

    /** What is left of the condition, or null. */
    @Nullable
    RexNode rest() {
        return others.isEmpty() ? null : RexUtil.composeConjunction(context.rexBuilder(), others);
    }

    /**
     * The rows for which they hold, as time passes.
     *
     * @throws EngineException if one is no comparison with the clock
     */
    PlanNode above(PlanNodes nodes, PlanNode input) {
        if (clocked.isEmpty()) {
            return input;
        }
        ClockBounds bounds = new ClockBounds(context.zone());
        TranslateExpression translate = new TranslateExpression(context, input.schema());
        List<Expression> conditions = new ArrayList<>();
        for (RexNode part : clocked) {
            Expression condition = translate.of(part);
            if (!bounds.add(condition)) {
                throw refusal(part);
            }
            conditions.add(condition);
        }
        Expression all =
                conditions.size() == 1 ? conditions.get(0) : new Call(BuiltinFunction.AND, conditions, Type.BOOLEAN);
        return nodes.temporalFilter(input, bounds.from(), bounds.until(), all);
    }

    private static EngineException refusal(RexNode part) {
        EngineException error = new EngineException(
                        ErrorCode.NOT_SUPPORTED, "a condition on the clock in this form is not supported yet")
                .withDetail(
                        "In a continuous query rows enter and leave the result as time passes. That is known of a comparison by"
                                + " <, <=, >, >= or = of a time of the row with NOW(), CURRENT_TIMESTAMP, LOCALTIMESTAMP or"
                                + " CURRENT_DATE, plus or minus an interval of days or less, joined by AND.")
                .withHint("Write it as in ts > NOW() - INTERVAL '1' HOUR, months on the other side:"
                        + " ts + INTERVAL '1' MONTH > NOW(); PROCTIME() is the time at which a row is processed.");
        return part instanceof RexCall call ? Positions.at(call.getParserPosition(), error) : error;
    }

    /** Whether an expression asks what time it is, not only at what time a row is processed. */
    private static boolean readsClock(RexNode expression) {
        boolean[] found = new boolean[1];
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
                found[0] |= StreamFunctions.isClock(call.getOperator())
                        && call.getOperator() != StreamFunctions.PROCTIME
                        && call.getOperator() != StreamFunctions.CURRENT_ROW_TIMESTAMP;
                return super.visitCall(call);
            }
        });
        return found[0];
    }
}
