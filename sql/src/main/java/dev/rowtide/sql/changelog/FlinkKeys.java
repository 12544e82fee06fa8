// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node's <em>upsert keys</em> by Flink's rules: unique keys that every redistribution of rows on the way has kept. One by other columns loses a key, since messages of one
 * key value may then overtake each other; here they cannot, so these keys only serve to refuse and to promise what Flink does.
 */
final class FlinkKeys implements PlanVisitor<Set<ColumnSet>> {

    private final Function<PlanNode, Set<ColumnSet>> ofInput;

    /**
     * @param ofInput the upsert keys of a node's input
     */
    FlinkKeys(Function<PlanNode, Set<ColumnSet>> ofInput) {
        this.ofInput = ofInput;
    }

    @Override
    public Set<ColumnSet> visit(Scan node) {
        return node.traits().uniqueKeys();
    }

    @Override
    public Set<ColumnSet> visit(Values node) {
        return node.traits().uniqueKeys();
    }

    @Override
    public Set<ColumnSet> visit(Filter node) {
        return ofInput.apply(node.input());
    }

    /** The keys of which every column is passed on, or cast to a type that keeps its values apart. */
    @Override
    public Set<ColumnSet> visit(Project node) {
        Set<ColumnSet> keys = new HashSet<>();
        for (ColumnSet key : ofInput.apply(node.input())) {
            List<ColumnSet> moved = List.of(ColumnSet.of());
            for (int column : key.toArray()) {
                List<ColumnSet> longer = new ArrayList<>();
                for (int copy : copies(column, node.expressions())) {
                    moved.forEach(start -> longer.add(start.union(ColumnSet.of(copy))));
                }
                moved = longer;
            }
            keys.addAll(moved);
        }
        return keys;
    }

    @Override
    public Set<ColumnSet> visit(Unnest node) {
        return Set.of();
    }

    @Override
    public Set<ColumnSet> visit(UnionAll node) {
        return Set.of();
    }

    @Override
    public Set<ColumnSet> visit(GroupAggregate node) {
        return Set.of(ColumnSets.first(node.keys().size()));
    }

    @Override
    public Set<ColumnSet> visit(ChangelogNormalize node) {
        return Set.of(node.keys());
    }

    @Override
    public Set<ColumnSet> visit(DropUpdateBefore node) {
        return ofInput.apply(node.input());
    }

    @Override
    public Set<ColumnSet> visit(UpsertMaterialize node) {
        return Set.of(node.keys());
    }

    @Override
    public Set<ColumnSet> visit(Join node) {
        ColumnSet leftKeys = ColumnSets.of(node.leftKeys());
        ColumnSet rightKeys = ColumnSets.of(node.rightKeys());
        Set<ColumnSet> left = redistributed(node.left(), leftKeys);
        if (node.type().leftOnly()) {
            return left;
        }
        int width = node.left().schema().size();
        Set<ColumnSet> right = redistributed(node.right(), rightKeys).stream()
                .map(key -> ColumnSets.behind(width, key))
                .collect(Collectors.toSet());
        Set<ColumnSet> keys = new HashSet<>();
        if (node.type() == JoinType.INNER) {
            left.forEach(l -> right.forEach(r -> keys.add(l.union(r))));
        }
        if (node.right().traits().isUnique(rightKeys) && !node.type().padsRight()) {
            keys.addAll(left);
        }
        if (node.left().traits().isUnique(leftKeys) && !node.type().padsLeft()) {
            keys.addAll(right);
        }
        return keys;
    }

    @Override
    public Set<ColumnSet> visit(TopN node) {
        ColumnSet partition = ColumnSets.of(node.partitionKeys());
        Set<ColumnSet> kept = redistributed(node.input(), partition);
        boolean numbered = node.function() == RankFunction.ROW_NUMBER;
        boolean limit = node.partitionKeys().isEmpty() && !node.withRank();
        if (numbered && node.to() == 1 && !limit) {
            return Set.of(partition);
        }
        if (!numbered || !node.withRank()) {
            return kept;
        }
        Set<ColumnSet> keys = new HashSet<>(kept);
        keys.add(partition.union(ColumnSet.of(node.input().schema().size())));
        return keys;
    }

    @Override
    public Set<ColumnSet> visit(OverAggregate node) {
        return redistributed(node.input(), ColumnSets.of(node.partitionKeys()));
    }

    @Override
    public Set<ColumnSet> visit(SetOperation node) {
        return node.all() ? Set.of() : Set.of(ColumnSets.first(node.schema().size()));
    }

    @Override
    public Set<ColumnSet> visit(ToChangelog node) {
        return Set.of();
    }

    /** Flink takes a function over an undivided table for one that returns at most one row. */
    @Override
    public Set<ColumnSet> visit(FromChangelog node) {
        return Set.of(ColumnSet.of());
    }

    @Override
    public Set<ColumnSet> visit(AssignWindows node) {
        return Set.of();
    }

    @Override
    public Set<ColumnSet> visit(AssignSessions node) {
        return Set.of();
    }

    @Override
    public Set<ColumnSet> visit(Windowed node) {
        return node.emission().revises() && !node.emission().updates()
                ? Set.of()
                : node.body().accept(this);
    }

    @Override
    public Set<ColumnSet> visit(TimedJoin node) {
        return node.body().accept(this);
    }

    @Override
    public Set<ColumnSet> visit(LookupJoin node) {
        return node.matchesOne() ? ofInput.apply(node.input()) : Set.of();
    }

    @Override
    public Set<ColumnSet> visit(TemporalFilter node) {
        return ofInput.apply(node.input());
    }

    @Override
    public Set<ColumnSet> visit(SinkNode node) {
        return Set.of();
    }

    /** The keys that an input keeps when its rows are spread by {@code columns}. */
    private Set<ColumnSet> redistributed(PlanNode input, ColumnSet columns) {
        return ofInput.apply(input).stream()
                .filter(key -> key.containsAll(columns))
                .collect(Collectors.toSet());
    }

    private static int[] copies(int column, List<Expression> expressions) {
        return IntStream.range(0, expressions.size())
                .filter(i -> Expressions.sourceColumn(expressions.get(i)) == column)
                .toArray();
    }
}
