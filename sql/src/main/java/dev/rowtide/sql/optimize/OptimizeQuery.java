// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepRelVertex;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterCorrelateRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.UnionMergeRule;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves filters down and merges what can be one node. Nothing that can fail comes to rows that a guard kept from it, no expression is evaluated twice
 * where it was evaluated once, and expressions are not rewritten: Calcite's simplifier has other ideas of errors than we have.
 */
final class OptimizeQuery {

    /**
     * What builds nodes without simplifying or merging expressions on the way. Nor does it leave out nodes: Calcite makes constants over a global aggregate
     * constant rows, though a continuous query has none before the first row of its input, and takes a MAX for unique whose FILTER leaves groups without one.
     */
    static final RelBuilder.Config BUILDER = RelBuilder.Config.DEFAULT
            .withSimplify(false)
            .withBloat(-1)
            .withSimplifyValues(false)
            .withAggregateUnique(true);

    private static final HepProgram RULES = rules(RelBuilder.proto(Contexts.of(BUILDER)));

    private OptimizeQuery() {}

    /** A plan with the same result. */
    static RelNode apply(RelNode plan) {
        HepPlanner planner = new HepPlanner(RULES);
        planner.setRoot(OrderJoins.apply(RemoveSubQueries.apply(SystemTimeJoins.apply(plan))));
        return planner.findBestExp();
    }

    private static HepProgram rules(RelBuilderFactory builder) {
        List<RelOptRule> rules = new ArrayList<>(PushIntoJoin.rules(builder));
        rules.addAll(List.of(
                FilterProjectTransposeRule.Config.DEFAULT
                        .withOperandSupplier(top -> top.operand(Filter.class)
                                .predicate(OptimizeQuery::readsPlainColumns)
                                .oneInput(below -> below.operand(Project.class).anyInputs()))
                        .withRelBuilderFactory(builder)
                        .toRule(),
                FilterAggregateTransposeRule.Config.DEFAULT
                        .withOperandSupplier(top -> top.operand(Filter.class)
                                .predicate(filter ->
                                        Guarded.neverFails(filter.getCondition()) && !asksAllRowsTogether(filter))
                                .oneInput(
                                        below -> below.operand(Aggregate.class).anyInputs()))
                        .withRelBuilderFactory(builder)
                        .toRule(),
                FilterSetOpTransposeRule.Config.DEFAULT
                        .withOperandSupplier(top -> top.operand(Filter.class)
                                .predicate(filter -> Guarded.isStable(filter.getCondition()))
                                .oneInput(below -> below.operand(Union.class).anyInputs()))
                        .withRelBuilderFactory(builder)
                        .toRule(),
                FilterCorrelateRule.Config.DEFAULT
                        .withOperandSupplier(top -> top.operand(Filter.class)
                                .predicate(filter -> Guarded.neverFails(filter.getCondition()))
                                .oneInput(
                                        below -> below.operand(Correlate.class).anyInputs()))
                        .withRelBuilderFactory(builder)
                        .toRule(),
                FilterMergeRule.Config.DEFAULT.withRelBuilderFactory(builder).toRule(),
                ProjectMergeRule.Config.DEFAULT
                        .withBloat(0)
                        .withOperandSupplier(top -> top.operand(Project.class)
                                .predicate(OptimizeQuery::readsComputedColumnsOnce)
                                .oneInput(below -> below.operand(Project.class).anyInputs()))
                        .withRelBuilderFactory(builder)
                        .toRule(),
                ProjectRemoveRule.Config.DEFAULT.withRelBuilderFactory(builder).toRule(),
                UnionMergeRule.Config.DEFAULT.withRelBuilderFactory(builder).toRule()));
        return HepProgram.builder().addRuleCollection(rules).build();
    }

    /** Whether a filter above a projection reads only columns that the projection passes on, so that nothing would be computed twice below it. */
    private static boolean readsPlainColumns(Filter filter) {
        if (!(input(filter) instanceof Project project) || !Guarded.isStable(filter.getCondition())) {
            return false;
        }
        List<RexNode> expressions = project.getProjects();
        return RelOptUtil.InputFinder.bits(filter.getCondition()).asList().stream()
                .allMatch(column -> expressions.get(column) instanceof RexInputRef);
    }

    /** Whether a projection above another reads each column at most once that the other computes, so that nothing would be computed twice. */
    private static boolean readsComputedColumnsOnce(Project top) {
        if (!(input(top) instanceof Project bottom)) {
            return false;
        }
        List<RexNode> expressions = bottom.getProjects();
        int[] uses = new int[expressions.size()];
        RexVisitorImpl<Void> count = new RexVisitorImpl<>(true) {
            @Override
            public Void visitInputRef(RexInputRef ref) {
                uses[ref.getIndex()]++;
                return super.visitInputRef(ref);
            }
        };
        count.visitEach(top.getProjects());
        return IntStream.range(0, uses.length).allMatch(column -> uses[column] <= 1 || isPlain(expressions.get(column)))
                && keepsTypes(top, bottom);
    }

    /** Whether columns are still as nullable when the two are one. They need not be where a join behind them was found to drop the rows that it had padded. */
    private static boolean keepsTypes(Project top, Project bottom) {
        List<RexNode> merged = RelOptUtil.pushPastProject(top.getProjects(), bottom);
        return IntStream.range(0, merged.size())
                .allMatch(column -> merged.get(column)
                        .getType()
                        .equals(top.getProjects().get(column).getType()));
    }

    /** Whether a part of a condition reads no column, and the group of all rows, which is there without rows too, is among those that it judges. */
    private static boolean asksAllRowsTogether(Filter filter) {
        return input(filter) instanceof Aggregate aggregate
                && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty)
                && RelOptUtil.conjunctions(filter.getCondition()).stream()
                        .anyMatch(part -> RelOptUtil.InputFinder.bits(part).isEmpty());
    }

    private static boolean isPlain(RexNode expression) {
        return expression instanceof RexInputRef || expression instanceof RexLiteral;
    }

    private static RelNode input(SingleRel node) {
        return node.getInput() instanceof HepRelVertex vertex ? vertex.getCurrentRel() : node.getInput();
    }
}
