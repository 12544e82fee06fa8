// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig;
import org.apache.calcite.rel.rules.FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Moves conditions to where they keep rows out of a join: from above it into its own condition, and from there to its inputs. An outer join whose padded rows
 * the condition above drops becomes the stricter join that it is. What can fail stays where it is, for a row that finds no partner is not to fail; only an equality
 * joins the condition of an inner join, to find partners by.
 */
final class PushIntoJoin {

    private final RelBuilder builder;
    private final Join join;
    private final List<RexNode> above = new ArrayList<>();
    private final List<RexNode> within = new ArrayList<>();
    private final List<RexNode> left = new ArrayList<>();
    private final List<RexNode> right = new ArrayList<>();

    private PushIntoJoin(RelBuilder builder, Join join) {
        this.builder = builder;
        this.join = join;
    }

    /** The rules that do so. */
    static List<RelOptRule> rules(RelBuilderFactory factory) {
        return List.of(
                new FromAbove(FilterIntoJoinRuleConfig.DEFAULT
                        .withRelBuilderFactory(factory)
                        .withDescription("PushIntoJoin:above")
                        .as(FilterIntoJoinRuleConfig.class)),
                new FromWithin(JoinConditionPushRuleConfig.DEFAULT
                        .withRelBuilderFactory(factory)
                        .withDescription("PushIntoJoin:within")
                        .as(JoinConditionPushRuleConfig.class)));
    }

    private static final class FromAbove extends FilterJoinRule.FilterIntoJoinRule {

        FromAbove(FilterIntoJoinRuleConfig config) {
            super(config);
        }

        @Override
        protected void perform(RelOptRuleCall call, @Nullable Filter filter, Join join) {
            push(call, filter, join);
        }
    }

    private static final class FromWithin extends FilterJoinRule.JoinConditionPushRule {

        FromWithin(JoinConditionPushRuleConfig config) {
            super(config);
        }

        @Override
        protected void perform(RelOptRuleCall call, @Nullable Filter filter, Join join) {
            push(call, filter, join);
        }
    }

    private static void push(RelOptRuleCall call, @Nullable Filter filter, Join join) {
        RelNode pushed = new PushIntoJoin(call.builder(), join).pushed(filter);
        if (pushed != null) {
            call.transformTo(pushed);
        }
    }

    /** The same with conditions moved, or null if none can be. */
    private @Nullable RelNode pushed(@Nullable Filter filter) {
        List<RexNode> written = filter == null ? List.of() : parts(filter.getCondition());
        JoinRelType type = written.isEmpty()
                ? join.getJoinType()
                : RelOptUtil.simplifyJoin(join, ImmutableList.copyOf(written), join.getJoinType());
        boolean moved = type != join.getJoinType();
        List<RexNode> movable = new ArrayList<>();
        for (RexNode part : written) {
            if (canMove(part)) {
                movable.add(part);
            } else if (type == JoinRelType.INNER && part.getKind() == SqlKind.EQUALS && Guarded.isStable(part)) {
                moved |= within.add(part);
            } else {
                above.add(part);
            }
        }
        moved |= RelOptUtil.classifyFilters(
                join,
                movable,
                type.canPushIntoFromAbove(),
                type.canPushLeftFromAbove(),
                type.canPushRightFromAbove(),
                within,
                left,
                right);
        above.addAll(movable);
        moved |= pushedFromWithin(type);
        return moved ? rebuilt(filter, type) : null;
    }

    /** Sorts the join's own condition, and what came from above; whether anything left it. */
    private boolean pushedFromWithin(JoinRelType type) {
        List<RexNode> movable = new ArrayList<>();
        List<RexNode> fixed = new ArrayList<>();
        List<RexNode> own = parts(join.getCondition());
        own.addAll(within);
        within.clear();
        for (RexNode part : own) {
            (canMove(part) ? movable : fixed).add(part);
        }
        boolean moved = RelOptUtil.classifyFilters(
                join,
                movable,
                false,
                type.canPushLeftFromWithin(),
                type.canPushRightFromWithin() || type == JoinRelType.ANTI,
                within,
                left,
                right);
        within.addAll(movable);
        within.addAll(fixed);
        return moved;
    }

    private RelNode rebuilt(@Nullable Filter filter, JoinRelType type) {
        RexBuilder rexBuilder = join.getCluster().getRexBuilder();
        RelNode leftInput = builder.push(join.getLeft()).filter(left).build();
        RelNode rightInput = builder.push(join.getRight()).filter(right).build();
        List<RelDataType> types = new ArrayList<>(RelOptUtil.getFieldTypeList(leftInput.getRowType()));
        types.addAll(RelOptUtil.getFieldTypeList(rightInput.getRowType()));
        RexNode condition = RexUtil.composeConjunction(rexBuilder, RexUtil.fixUp(rexBuilder, within, types));
        builder.push(join.copy(join.getTraitSet(), condition, leftInput, rightInput, type, join.isSemiJoinDone()));
        builder.convert(join.getRowType(), false);
        return builder.filter(filter == null ? Set.of() : filter.getVariablesSet(), above)
                .build();
    }

    private static boolean canMove(RexNode part) {
        return (Guarded.neverFails(part) || Guarded.comparesTimes(part)) && Guarded.isStable(part);
    }

    /** What a condition demands, each on its own; also what both sides of an OR demand. */
    private List<RexNode> parts(RexNode condition) {
        RexBuilder rexBuilder = join.getCluster().getRexBuilder();
        List<RexNode> parts = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(condition)) {
            RexNode factored = Guarded.isStable(part) ? RexUtil.pullFactors(rexBuilder, part) : part;
            parts.addAll(RelOptUtil.conjunctions(factored));
        }
        return parts;
    }
}
