// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** A subquery without what refers to the query around it, and that apart. Columns that only the latter needs are behind the subquery's own. */
final class Uncorrelated {

    private final RelNode plan;
    private final List<RexNode> conditions;

    private Uncorrelated(RelNode plan, List<RexNode> conditions) {
        this.plan = plan;
        this.conditions = conditions;
    }

    /**
     * Takes a subquery apart.
     *
     * @param outer what stands for the rows around it
     * @param anyColumns whether only its rows count, as in EXISTS
     * @return null if it refers to the rows around it from where it can't be taken out
     */
    static @Nullable Uncorrelated of(RelNode subQuery, Set<CorrelationId> outer, boolean anyColumns) {
        RelNode plan = subQuery;
        while (anyColumns && plan instanceof LogicalProject project && !project.containsOver()) {
            plan = project.getInput();
        }
        Uncorrelated apart = takeApart(plan);
        if (apart == null || !RelOptUtil.getVariablesUsed(apart.plan).isEmpty()) {
            return null;
        }
        boolean ofOneQuery = apart.conditions.stream()
                .allMatch(condition ->
                        outer.containsAll(variablesIn(condition)) && RexUtil.SubQueryFinder.find(condition) == null);
        return ofOneQuery ? apart : null;
    }

    RelNode plan() {
        return plan;
    }

    /** What refers to the rows around, as conditions over their columns followed by the plan's. */
    List<RexNode> conditionsOver(RelNode outer) {
        int width = outer.getRowType().getFieldCount();
        RexBuilder rexBuilder = outer.getCluster().getRexBuilder();
        RexShuttle over = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(ref.getIndex() + width, ref.getType());
            }

            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return access.getReferenceExpr() instanceof RexCorrelVariable
                        ? rexBuilder.makeInputRef(outer, access.getField().getIndex())
                        : super.visitFieldAccess(access);
            }
        };
        return over.apply(conditions);
    }

    private static @Nullable Uncorrelated takeApart(RelNode plan) {
        if (RelOptUtil.getVariablesUsed(plan).isEmpty()) {
            return new Uncorrelated(plan, List.of());
        }
        if (plan instanceof LogicalFilter filter) {
            return ofFilter(filter);
        }
        if (plan instanceof LogicalProject project) {
            return ofProject(project);
        }
        if (plan instanceof LogicalSort sort) {
            return ofSort(sort);
        }
        return plan instanceof LogicalJoin join && join.getJoinType() == JoinRelType.INNER ? ofJoin(join) : null;
    }

    private static @Nullable Uncorrelated ofFilter(LogicalFilter filter) {
        Uncorrelated input = takeApart(filter.getInput());
        if (input == null) {
            return null;
        }
        List<RexNode> conditions = new ArrayList<>(input.conditions);
        List<RexNode> kept = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
            boolean own = filter.getVariablesSet().containsAll(variablesIn(part));
            (own ? kept : conditions).add(part);
        }
        RexNode all = RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), kept);
        RelNode plan = all.isAlwaysTrue()
                ? input.plan
                : LogicalFilter.create(input.plan, all, ImmutableSet.copyOf(filter.getVariablesSet()));
        return new Uncorrelated(plan, conditions);
    }

    private static @Nullable Uncorrelated ofProject(LogicalProject project) {
        Uncorrelated input = takeApart(project.getInput());
        boolean own = project.getProjects().stream()
                .allMatch(expression -> variablesIn(expression).isEmpty());
        List<RexNode> keys = input != null && project.containsOver() ? keys(input.conditions) : List.of();
        if (input == null || !own || keys == null) {
            return null;
        }
        List<RexNode> columns = new ArrayList<>(FirstRows.parted(
                project.getProjects(), keys, project.getCluster().getRexBuilder()));
        List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
        RexShuttle exposed = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                int known = columns.indexOf(ref);
                if (known < 0) {
                    columns.add(ref);
                    names.add("$" + names.size());
                }
                return new RexInputRef(known < 0 ? columns.size() - 1 : known, ref.getType());
            }
        };
        List<RexNode> conditions = exposed.apply(input.conditions);
        return new Uncorrelated(LogicalProject.create(input.plan, List.of(), columns, names, Set.of()), conditions);
    }

    private static @Nullable Uncorrelated ofSort(LogicalSort sort) {
        Uncorrelated input = takeApart(sort.getInput());
        List<RexNode> keys = input == null ? null : keys(input.conditions);
        return input == null || keys == null
                ? null
                : new Uncorrelated(FirstRows.of(sort, input.plan, keys), input.conditions);
    }

    /** What is compared with the rows around, if each condition says that something equals something of theirs; else null: each of them then has rows of its own. */
    private static @Nullable List<RexNode> keys(List<RexNode> conditions) {
        List<RexNode> keys = new ArrayList<>();
        for (RexNode condition : conditions) {
            if (condition.getKind() != SqlKind.EQUALS && condition.getKind() != SqlKind.IS_NOT_DISTINCT_FROM) {
                return null;
            }
            List<RexNode> sides = ((RexCall) condition).getOperands();
            RexNode key = variablesIn(sides.get(0)).isEmpty() ? sides.get(0) : sides.get(1);
            RexNode outer = key == sides.get(0) ? sides.get(1) : sides.get(0);
            if (!variablesIn(key).isEmpty()
                    || RelOptUtil.InputFinder.bits(outer).cardinality() > 0) {
                return null;
            }
            keys.add(key);
        }
        return keys;
    }

    private static @Nullable Uncorrelated ofJoin(LogicalJoin join) {
        boolean below = !RelOptUtil.getVariablesUsed(join.getLeft()).isEmpty()
                || !RelOptUtil.getVariablesUsed(join.getRight()).isEmpty();
        if (below || !join.getVariablesSet().isEmpty()) {
            return null;
        }
        List<RexNode> conditions = new ArrayList<>();
        List<RexNode> kept = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
            (variablesIn(part).isEmpty() ? kept : conditions).add(part);
        }
        RexNode all = RexUtil.composeConjunction(join.getCluster().getRexBuilder(), kept);
        return new Uncorrelated(
                join.copy(join.getTraitSet(), all, join.getLeft(), join.getRight(), join.getJoinType(), false),
                conditions);
    }

    /** What stands for rows around {@code expression}, in its subqueries too. */
    private static Set<CorrelationId> variablesIn(RexNode expression) {
        Set<CorrelationId> variables = new HashSet<>();
        expression.accept(new RexShuttle() {
            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                variables.add(variable.id);
                return variable;
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
                variables.addAll(RelOptUtil.getVariablesUsed(subQuery.rel));
                return super.visitSubQuery(subQuery);
            }
        });
        return variables;
    }
}
