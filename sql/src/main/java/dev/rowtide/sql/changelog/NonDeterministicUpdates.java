// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
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
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses plans in which a retraction does not repeat the row that it takes back, because a function gives each change another value. From the sinks down: which columns
 * must repeat themselves, as far as inputs update at all and no unique key makes up for them.
 */
final class NonDeterministicUpdates implements PlanVisitor<List<ColumnSet>> {

    private static final ColumnSet NONE = ColumnSet.of();

    private static final String BELOW = "Compute it where rows are only inserted, such as below the aggregation;";
    private static final String NOT_IN_KEY =
            " or leave it out of the key and write to a table with a PRIMARY KEY whose connector puts rows by key;";
    private static final String BATCH = " or write the final rows only: SET 'execution.runtime-mode' = 'batch';";
    private static final String IGNORE =
            " or accept rows that are never taken back: SET 'table.optimizer.non-deterministic-update.strategy' = 'ignore'.";

    private final LeftOutRows leftOut;
    private final boolean batch;
    private final IdentityHashMap<PlanNode, ColumnSet> required = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, Sink> sinks = new IdentityHashMap<>();

    private NonDeterministicUpdates(LeftOutRows leftOut, boolean batch) {
        this.leftOut = leftOut;
        this.batch = batch;
    }

    /**
     * Checks plans with modes.
     *
     * @param sinks that of each root
     * @param batch whether the plans are of a batch run, which has one time for all of its rows
     * @throws EngineException {@code CHANGELOG_MISMATCH} naming the column and the function
     */
    static void refuse(List<SinkNode> roots, List<Sink> sinks, LeftOutRows leftOut, boolean batch) {
        NonDeterministicUpdates pass = new NonDeterministicUpdates(leftOut, batch);
        for (int i = 0; i < roots.size(); i++) {
            pass.sinks.put(roots.get(i), sinks.get(i));
        }
        for (PlanNode node : PlanOrder.parentsFirst(roots)) {
            List<ColumnSet> ofInputs = node.accept(pass);
            for (int i = 0; i < ofInputs.size(); i++) {
                PlanNode input = node.inputs().get(i);
                pass.required.merge(input, input.mode().isAppendOnly() ? NONE : ofInputs.get(i), ColumnSet::union);
            }
        }
    }

    /** The columns of a node that must repeat themselves; none where they are part of a key, by which a row is found whatever else it has. */
    private ColumnSet required(PlanNode node) {
        ColumnSet columns = required.getOrDefault(node, NONE);
        boolean withinKey = node.traits().uniqueKeys().stream().anyMatch(key -> key.containsAll(columns));
        return withinKey ? NONE : columns;
    }

    @Override
    public List<ColumnSet> visit(Scan node) {
        return List.of();
    }

    @Override
    public List<ColumnSet> visit(Values node) {
        return List.of();
    }

    @Override
    public List<ColumnSet> visit(Filter node) {
        return List.of(required(node).union(deciding(node, node.input())));
    }

    @Override
    public List<ColumnSet> visit(Project node) {
        ColumnSet reads = deciding(node, node.input());
        for (int column : required(node).toArray()) {
            Expression expression = node.expressions().get(column);
            String function = functionThatDiffers(expression, node.input());
            if (function != null) {
                throw refusal(
                                "the column \"" + node.schema().name(column) + "\"",
                                function,
                                expression,
                                node.input().schema(),
                                node.input())
                        .withHint(BELOW + NOT_IN_KEY + otherwise());
            }
            reads = reads.union(Expressions.columns(expression));
        }
        return List.of(reads);
    }

    /** The columns by which a node leaves out rows: it must leave out a retraction exactly where it left out the row. */
    private ColumnSet deciding(PlanNode node, PlanNode input) {
        ColumnSet reads = NONE;
        for (Expression expression : leftOut.deciding(node)) {
            String function = functionThatDiffers(expression, input);
            if (function != null) {
                throw refusal("which rows are left out", function, expression, input.schema(), input)
                        .withHint(BELOW + otherwise());
            }
            reads = reads.union(Expressions.columns(expression));
        }
        return reads;
    }

    @Override
    public List<ColumnSet> visit(Unnest node) {
        IntStream kept = Arrays.stream(required(node).toArray())
                .filter(column -> column < node.elementStart())
                .map(node.kept()::get);
        return List.of(ColumnSet.of(kept.toArray()).union(ColumnSet.of(node.collection())));
    }

    @Override
    public List<ColumnSet> visit(UnionAll node) {
        return Collections.nCopies(node.inputs().size(), required(node));
    }

    @Override
    public List<ColumnSet> visit(GroupAggregate node) {
        List<Integer> reads = new ArrayList<>(node.keys());
        for (AggregateCall call : node.calls()) {
            call.columns().forEach(reads::add);
        }
        return List.of(ColumnSets.of(reads));
    }

    @Override
    public List<ColumnSet> visit(ChangelogNormalize node) {
        return List.of(node.keys());
    }

    @Override
    public List<ColumnSet> visit(DropUpdateBefore node) {
        return List.of(required(node));
    }

    @Override
    public List<ColumnSet> visit(UpsertMaterialize node) {
        return List.of(all(node.input()));
    }

    @Override
    public List<ColumnSet> visit(Join node) {
        if (node.condition() != null) {
            for (PlanNode input : node.inputs()) {
                String function = functionThatDiffers(node.condition(), input);
                if (function != null) {
                    throw refusal("which rows match", function, node.condition(), JoinText.columns(node), input)
                            .withHint(BELOW + otherwise());
                }
            }
        }
        return List.of(stored(node.left(), node.leftKeys()), stored(node.right(), node.rightKeys()));
    }

    @Override
    public List<ColumnSet> visit(TopN node) {
        return List.of(stored(node.input(), node.partitionKeys()));
    }

    @Override
    public List<ColumnSet> visit(OverAggregate node) {
        return List.of(stored(node.input(), node.partitionKeys()));
    }

    /** A row that is stored is found by its key where old rows don't come, and else by all its columns. */
    private static ColumnSet stored(PlanNode input, List<Integer> keys) {
        ChangelogMode mode = input.mode();
        boolean byKey = mode.updateAfter() && !mode.updateBefore() || mode.keyOnlyDeletes();
        return byKey ? ColumnSets.of(keys) : all(input);
    }

    @Override
    public List<ColumnSet> visit(SetOperation node) {
        return List.of(all(node.left()), all(node.right()));
    }

    @Override
    public List<ColumnSet> visit(ToChangelog node) {
        return List.of(all(node.input()));
    }

    @Override
    public List<ColumnSet> visit(FromChangelog node) {
        return List.of(NONE);
    }

    @Override
    public List<ColumnSet> visit(AssignWindows node) {
        IntStream kept = Arrays.stream(required(node).toArray()).filter(column -> column < node.startColumn());
        return List.of(ColumnSet.of(kept.toArray()).union(ColumnSet.of(node.timeColumn())));
    }

    @Override
    public List<ColumnSet> visit(AssignSessions node) {
        return List.of(all(node.input()));
    }

    @Override
    public List<ColumnSet> visit(Windowed node) {
        return node.body().accept(this);
    }

    @Override
    public List<ColumnSet> visit(TimedJoin node) {
        return node.body().accept(this);
    }

    @Override
    public List<ColumnSet> visit(LookupJoin node) {
        if (node.remembers()) {
            return List.of(ColumnSets.first(node.input().schema().size()));
        }
        int columns = node.input().schema().size();
        List<Integer> reads = new ArrayList<>(node.inputKeys());
        Arrays.stream(required(node).toArray())
                .filter(column -> column < columns)
                .forEach(reads::add);
        if (node.condition() != null) {
            Arrays.stream(Expressions.columns(node.condition()).toArray())
                    .filter(column -> column < columns)
                    .forEach(reads::add);
        }
        return List.of(ColumnSets.of(reads));
    }

    @Override
    public List<ColumnSet> visit(TemporalFilter node) {
        return List.of(ColumnSets.first(node.schema().size()));
    }

    @Override
    public List<ColumnSet> visit(SinkNode node) {
        @Nullable Sink sink = sinks.get(node);
        boolean byKey = sink != null
                && sink.encoding() == Sink.Encoding.UPSERT
                && node.key().size() > 0
                && !(node.input() instanceof UpsertMaterialize);
        return List.of(byKey ? node.key() : all(node.input()));
    }

    private static ColumnSet all(PlanNode node) {
        return ColumnSets.first(node.schema().size());
    }

    /** The function in it that gives a retraction another value than the row that it takes back; null if there is none. */
    private @Nullable String functionThatDiffers(Expression expression, PlanNode input) {
        return input.mode().isAppendOnly() ? null : Expressions.nondeterministic(expression, batch);
    }

    private String otherwise() {
        return batch ? IGNORE : BATCH + IGNORE;
    }

    private static EngineException refusal(
            String what, String function, Expression expression, Schema columns, PlanNode input) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        what + " depends on " + function
                                + ", which gives a retraction another value than the row it takes back")
                .withDetail("The expression is " + ExpressionText.of(expression, columns) + "; its rows come from "
                        + NodeText.of(input) + ", which sends " + input.mode() + ".");
    }
}
