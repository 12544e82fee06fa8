// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/**
 * Keeps inner joins in the order in which they are written, unless that joins two inputs that nothing connects though a condition will: {@code FROM part, supplier,
 * partsupp} takes {@code partsupp} before {@code supplier}. Each step takes the first input in written order that is equal in something to those before it.
 */
final class OrderJoins extends RelHomogeneousShuttle {

    /** The plan with such joins in another order; its columns stay in theirs. */
    static RelNode apply(RelNode plan) {
        return plan.accept(new OrderJoins());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode tree = node instanceof LogicalFilter filter ? filter.getInput() : node;
        if (!isInner(tree)) {
            return super.visit(node);
        }
        Inputs inputs = new Inputs();
        inputs.add(tree, 0);
        RexNode filter = node instanceof LogicalFilter written ? written.getCondition() : null;
        List<RexNode> conditions = new ArrayList<>(inputs.conditions);
        if (filter != null) {
            conditions.addAll(RelOptUtil.conjunctions(filter));
        }
        List<Integer> order = inputs.order(conditions);
        boolean asWritten = inputs.isRising(order);
        boolean movable = RexUtil.SubQueryFinder.find(conditions) == null
                && inputs.conditions.stream().allMatch(part -> Guarded.neverFails(part) && Guarded.isStable(part));
        if (asWritten || !movable) {
            return super.visit(node);
        }
        return inputs.joined(order, conditions, node);
    }

    private static boolean isInner(RelNode node) {
        return node instanceof LogicalJoin join
                && join.getJoinType() == JoinRelType.INNER
                && join.getVariablesSet().isEmpty()
                && join.getHints().isEmpty();
    }

    /** The inputs of a tree of inner joins, and its conditions over the columns of all. */
    private final class Inputs {

        private final List<RelNode> inputs = new ArrayList<>();
        private final List<ImmutableBitSet> columns = new ArrayList<>();
        private final List<RexNode> conditions = new ArrayList<>();

        void add(RelNode node, int offset) {
            if (!isInner(node)) {
                inputs.add(node);
                columns.add(
                        ImmutableBitSet.range(offset, offset + node.getRowType().getFieldCount()));
                return;
            }
            LogicalJoin join = (LogicalJoin) node;
            add(join.getLeft(), offset);
            add(join.getRight(), offset + join.getLeft().getRowType().getFieldCount());
            for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
                conditions.add(RexUtil.shift(part, offset));
            }
        }

        List<Integer> order(List<RexNode> conditions) {
            List<ImmutableBitSet> equalities = equalities(conditions);
            List<Integer> order = new ArrayList<>(List.of(0));
            ImmutableBitSet joined = columns.get(0);
            while (order.size() < inputs.size()) {
                int next = next(order, joined, equalities);
                order.add(next);
                joined = joined.union(columns.get(next));
            }
            return order;
        }

        private int next(List<Integer> order, ImmutableBitSet joined, List<ImmutableBitSet> equalities) {
            int first = -1;
            for (int i = 0; i < inputs.size(); i++) {
                if (order.contains(i)) {
                    continue;
                }
                ImmutableBitSet candidate = columns.get(i);
                ImmutableBitSet both = joined.union(candidate);
                if (equalities.stream()
                        .anyMatch(columns -> both.contains(columns)
                                && columns.intersects(candidate)
                                && columns.intersects(joined))) {
                    return i;
                }
                first = first < 0 ? i : first;
            }
            return first;
        }

        /** The columns of each equality, those that all sides of an OR demand included. */
        private List<ImmutableBitSet> equalities(List<RexNode> conditions) {
            RexBuilder rexBuilder = inputs.get(0).getCluster().getRexBuilder();
            List<ImmutableBitSet> equalities = new ArrayList<>();
            for (RexNode condition : conditions) {
                for (RexNode part : RelOptUtil.conjunctions(RexUtil.pullFactors(rexBuilder, condition))) {
                    if (part.getKind() == SqlKind.EQUALS || part.getKind() == SqlKind.IS_NOT_DISTINCT_FROM) {
                        equalities.add(RelOptUtil.InputFinder.bits(part));
                    }
                }
            }
            return equalities;
        }

        boolean isRising(List<Integer> order) {
            for (int i = 1; i < order.size(); i++) {
                if (order.get(i) < order.get(i - 1)) {
                    return false;
                }
            }
            return true;
        }

        /** The joins in {@code order}, their conditions above them all, and the columns in the order of {@code original}. */
        RelNode joined(List<Integer> order, List<RexNode> conditions, RelNode original) {
            RexBuilder rexBuilder = original.getCluster().getRexBuilder();
            int width = original.getRowType().getFieldCount();
            Mapping moved = Mappings.create(MappingType.BIJECTION, width, width);
            RelNode tree = null;
            int next = 0;
            for (int index : order) {
                for (int column : columns.get(index)) {
                    moved.set(column, next++);
                }
                RelNode input = inputs.get(index).accept(OrderJoins.this);
                tree = tree == null
                        ? input
                        : LogicalJoin.create(
                                tree, input, List.of(), rexBuilder.makeLiteral(true), Set.of(), JoinRelType.INNER);
            }
            RexNode all = RexUtil.composeConjunction(rexBuilder, conditions);
            RelNode filtered = all.isAlwaysTrue() ? tree : LogicalFilter.create(tree, RexUtil.apply(moved, all));
            List<RexNode> columns = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                columns.add(rexBuilder.makeInputRef(filtered, moved.getTarget(i)));
            }
            return LogicalProject.create(
                    filtered, List.of(), columns, original.getRowType().getFieldNames(), Set.of());
        }
    }
}
