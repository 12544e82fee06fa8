// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.optimize.Guarded;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A join: takes the equalities between the sides out of its condition. What a side is equal in and is not a column becomes one, behind the others, and is gone
 * again behind the join.
 */
final class TranslateJoin {

    private final TranslateContext context;
    private final PlanNodes nodes;
    private final Join join;
    private final int leftWidth;
    private final int rightWidth;
    private final Side left;
    private final Side right;
    private final List<Boolean> nullsMatch = new ArrayList<>();
    private final List<RexNode> rest = new ArrayList<>();
    private boolean nullAware;

    private final @Nullable Moment moment;

    /**
     * At which time a left row meets a right one.
     *
     * @param keyColumns the right columns by which that is found: what else is equal is asked of the one that holds then; null for all that are equal
     */
    record Moment(TimeBound.AsOf asOf, @Nullable ColumnSet keyColumns) {}

    private TranslateJoin(
            TranslateContext context,
            PlanNodes nodes,
            Join join,
            PlanNode left,
            PlanNode right,
            @Nullable Moment moment) {
        this.moment = moment;
        this.context = context;
        this.nodes = nodes;
        this.join = join;
        this.leftWidth = left.schema().size();
        this.rightWidth = right.schema().size();
        this.left = new Side(left);
        this.right = new Side(right);
    }

    /** The join of two translated inputs. */
    static PlanNode of(TranslateContext context, PlanNodes nodes, Join join, PlanNode left, PlanNode right) {
        return new TranslateJoin(context, nodes, join, left, right, null).node();
    }

    /** The join of two translated inputs of which each left row meets one right row. */
    static PlanNode asOf(
            TranslateContext context, PlanNodes nodes, Join join, PlanNode left, PlanNode right, Moment moment) {
        return new TranslateJoin(context, nodes, join, left, right, moment).node();
    }

    private PlanNode node() {
        takeKeys(RelOptUtil.conjunctions(join.getCondition()).stream()
                .map(part -> part instanceof RexCall call
                        ? RelOptUtil.collapseExpandedIsNotDistinctFromExpr(call, context.rexBuilder())
                        : part)
                .toList());
        JoinType type = switch (join.getJoinType()) {
            case INNER -> JoinType.INNER;
            case LEFT -> JoinType.LEFT;
            case RIGHT -> JoinType.RIGHT;
            case FULL -> JoinType.FULL;
            case SEMI -> JoinType.SEMI;
            case ANTI -> JoinType.ANTI;
            default -> throw new IllegalStateException("no join of SQL's: " + join.getJoinType());
        };
        PlanNode leftInput = left.node();
        PlanNode rightInput = type == JoinType.LEFT ? checkedForLeft(leftInput, right.node()) : right.node();
        JoinCondition condition =
                new JoinCondition(left.keys, right.keys, nullsMatch, rest(leftInput.schema(), rightInput.schema()));
        List<String> names = new ArrayList<>(join.getRowType().getFieldNames());
        names.addAll(leftWidth, left.computedNames());
        names.addAll(right.computedNames());
        PlanNode joined = moment == null
                ? nodes.join(leftInput, rightInput, type, condition, nullAware, names)
                : nodes.asOf(leftInput, rightInput, type, condition, moment.asOf(), names);
        PlanNode hinted = nodes.withTtls(joined, List.of(HintedTtl.of(join.getLeft()), HintedTtl.of(join.getRight())));
        return nodes.columns(hinted, ownColumns(type, leftInput.schema().size()));
    }

    /** The join's columns without the computed keys. */
    private int[] ownColumns(JoinType type, int leftColumns) {
        IntStream lefts = IntStream.range(0, leftWidth);
        return (type.leftOnly()
                        ? lefts
                        : IntStream.concat(lefts, IntStream.range(leftColumns, leftColumns + rightWidth)))
                .toArray();
    }

    /**
     * A scalar subquery that refers to the rows around it: more than one row is an error only for a value that occurs there, so only rows of such values are
     * looked at.
     */
    private PlanNode checkedForLeft(PlanNode leftInput, PlanNode rightInput) {
        boolean checks = rightInput instanceof GroupAggregate grouped
                && grouped.calls().stream().anyMatch(call -> call.function() == AggregateFunction.SINGLE_VALUE)
                && !right.keys.isEmpty()
                && right.keys.stream().allMatch(key -> key < grouped.keys().size());
        if (!checks) {
            return rightInput;
        }
        GroupAggregate grouped = (GroupAggregate) rightInput;
        List<Integer> keys = right.keys.stream().map(grouped.keys()::get).toList();
        PlanNode rows = nodes.join(
                grouped.input(),
                leftInput,
                JoinType.SEMI,
                new JoinCondition(keys, left.keys, nullsMatch, null),
                false,
                grouped.input().schema().names());
        return nodes.aggregate(
                rows, grouped.keys(), grouped.calls(), false, grouped.schema().names());
    }

    /** The condition that is left, over the sides with their computed keys. */
    private @Nullable Expression rest(Schema leftSchema, Schema rightSchema) {
        if (rest.isEmpty()) {
            return null;
        }
        List<Field> fields = new ArrayList<>(leftSchema.fields());
        fields.addAll(rightSchema.fields());
        RexNode all = RexUtil.composeConjunction(context.rexBuilder(), rest);
        return new TranslateExpression(context, new Schema(fields))
                .of(RexUtil.shift(all, leftWidth, leftSchema.size() - leftWidth));
    }

    /** Takes the keys out of a condition. One whose computation can fail is a key only where there is no other: else it is asked of rows that match already. */
    private void takeKeys(List<RexNode> parts) {
        List<RexNode> others = new ArrayList<>();
        for (RexNode part : parts) {
            if (!isEquality(part) || !Guarded.neverFails(part) || !addKey((RexCall) part)) {
                others.add(part);
            }
        }
        for (RexNode part : others) {
            boolean isKey = left.keys.isEmpty()
                    && (isNotIn(part)
                            ? addNullAwareKeys(((RexCall) part).getOperands().get(0))
                            : isEquality(part) && addKey((RexCall) part));
            if (!isKey) {
                rest.add(part);
            }
        }
    }

    private static boolean isEquality(RexNode part) {
        return part.getKind() == SqlKind.EQUALS || part.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
    }

    /** Whether a part may be NOT IN's: {@code (a = x AND b = y) IS NOT FALSE}. Behind other keys it stays a condition, which says the same. */
    private boolean isNotIn(RexNode part) {
        return join.getJoinType() == JoinRelType.ANTI && part.getKind() == SqlKind.IS_NOT_FALSE;
    }

    private boolean addNullAwareKeys(RexNode equalities) {
        List<RexNode> parts = RelOptUtil.conjunctions(equalities);
        nullAware =
                parts.stream().allMatch(part -> part.getKind() == SqlKind.EQUALS && sidesOf((RexCall) part) != null);
        if (nullAware) {
            parts.forEach(part -> addKey((RexCall) part));
        }
        return nullAware;
    }

    /** The operands of an equality, the left side's first; null unless each is of one side. */
    private @Nullable List<RexNode> sidesOf(RexCall equality) {
        ImmutableBitSet lefts = ImmutableBitSet.range(leftWidth);
        ImmutableBitSet rights = ImmutableBitSet.range(leftWidth, leftWidth + rightWidth);
        RexNode first = equality.getOperands().get(0);
        RexNode second = equality.getOperands().get(1);
        ImmutableBitSet firsts = RelOptUtil.InputFinder.bits(first);
        ImmutableBitSet seconds = RelOptUtil.InputFinder.bits(second);
        if (firsts.isEmpty() || seconds.isEmpty() || !RexUtil.isDeterministic(equality)) {
            return null;
        }
        if (lefts.contains(firsts) && rights.contains(seconds)) {
            return List.of(first, second);
        }
        return rights.contains(firsts) && lefts.contains(seconds) ? List.of(second, first) : null;
    }

    private boolean addKey(RexCall equality) {
        List<RexNode> sides = sidesOf(equality);
        if (sides == null) {
            return false;
        }
        Expression leftKey = Conversions.withoutWidening(left.expression(sides.get(0)));
        Expression rightKey = Conversions.withoutWidening(right.expression(RexUtil.shift(sides.get(1), -leftWidth)));
        ColumnSet wanted = moment == null ? null : moment.keyColumns();
        if (wanted != null && !(rightKey instanceof InputRef ref && wanted.contains(ref.index()))) {
            return false;
        }
        Type common = Conversions.common(leftKey, rightKey);
        if (common == null) {
            throw Conversions.incomparable(leftKey.type(), rightKey.type());
        }
        if (!areStoredAlike(leftKey.type(), rightKey.type())) {
            leftKey = Conversions.exactly(leftKey, common);
            rightKey = Conversions.exactly(rightKey, common);
        }
        left.addKey(leftKey);
        right.addKey(rightKey);
        nullsMatch.add(equality.getKind() == SqlKind.IS_NOT_DISTINCT_FROM);
        return true;
    }

    /** Whether equal values of the types have equal bytes. */
    private static boolean areStoredAlike(Type one, Type other) {
        if (one.kind() == TypeKind.CHAR || other.kind() == TypeKind.CHAR) {
            return one.kind() == other.kind() && one.precision() == other.precision();
        }
        return (one.kind().isInteger() && other.kind().isInteger())
                || (one.kind().isFloating() && other.kind().isFloating())
                || Conversions.isStoredAlike(one, other);
    }

    /** An input and its keys. */
    private final class Side {

        private final PlanNode input;
        private final List<Integer> keys = new ArrayList<>();
        private final List<Expression> computed = new ArrayList<>();

        Side(PlanNode input) {
            this.input = input;
        }

        Expression expression(RexNode expression) {
            return new TranslateExpression(context, input.schema()).of(expression);
        }

        void addKey(Expression key) {
            if (key instanceof InputRef ref) {
                keys.add(ref.index());
                return;
            }
            int known = computed.indexOf(key);
            keys.add(input.schema().size() + (known < 0 ? computed.size() : known));
            if (known < 0) {
                computed.add(key);
            }
        }

        List<String> computedNames() {
            return IntStream.range(0, computed.size()).mapToObj(i -> "$k" + i).toList();
        }

        PlanNode node() {
            if (computed.isEmpty()) {
                return input;
            }
            List<Expression> columns = new ArrayList<>();
            for (int i = 0; i < input.schema().size(); i++) {
                columns.add(new InputRef(i, input.schema().type(i)));
            }
            columns.addAll(computed);
            List<String> names = new ArrayList<>(input.schema().names());
            names.addAll(computedNames());
            return nodes.project(input, columns, names);
        }
    }
}
