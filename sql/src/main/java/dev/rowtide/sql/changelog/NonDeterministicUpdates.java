// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses plans in which a retraction does not repeat the row that it takes back, because a function gives each change another value. From the sinks down: which columns
 * must repeat themselves, as far as inputs update at all and no unique key makes up for them.
 */
final class NonDeterministicUpdates implements PlanVisitor<ColumnSet> {

    private static final ColumnSet NONE = ColumnSet.of();

    private final IdentityHashMap<PlanNode, ColumnSet> required = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, Sink> sinks = new IdentityHashMap<>();

    private NonDeterministicUpdates() {}

    /**
     * Checks plans with modes.
     *
     * @param sinks that of each root
     * @throws EngineException {@code CHANGELOG_MISMATCH} naming the column and the function
     */
    static void refuse(List<SinkNode> roots, List<Sink> sinks) {
        NonDeterministicUpdates pass = new NonDeterministicUpdates();
        for (int i = 0; i < roots.size(); i++) {
            pass.sinks.put(roots.get(i), sinks.get(i));
        }
        for (PlanNode node : PlanOrder.parentsFirst(roots)) {
            ColumnSet ofInputs = node.accept(pass);
            for (PlanNode input : node.inputs()) {
                pass.required.merge(input, input.mode().isAppendOnly() ? NONE : ofInputs, ColumnSet::union);
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
    public ColumnSet visit(Scan node) {
        return NONE;
    }

    @Override
    public ColumnSet visit(Values node) {
        return NONE;
    }

    @Override
    public ColumnSet visit(Filter node) {
        ColumnSet columns = required(node);
        if (columns.size() > 0 && !node.input().mode().isAppendOnly()) {
            check(node.condition(), "the condition " + ExpressionText.of(node.condition(), node.schema()));
        }
        return columns;
    }

    @Override
    public ColumnSet visit(Project node) {
        ColumnSet reads = NONE;
        for (int column : required(node).toArray()) {
            Expression expression = node.expressions().get(column);
            if (!node.input().mode().isAppendOnly()) {
                check(expression, "the column \"" + node.schema().name(column) + "\"");
            }
            reads = reads.union(Expressions.columns(expression));
        }
        return reads;
    }

    @Override
    public ColumnSet visit(UnionAll node) {
        return required(node);
    }

    @Override
    public ColumnSet visit(GroupAggregate node) {
        List<Integer> reads = new ArrayList<>(node.keys());
        for (AggregateCall call : node.calls()) {
            reads.addAll(call.arguments());
            if (call.filter() != AggregateCall.NO_FILTER) {
                reads.add(call.filter());
            }
        }
        return ColumnSet.of(reads.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public ColumnSet visit(ChangelogNormalize node) {
        return node.keys();
    }

    @Override
    public ColumnSet visit(DropUpdateBefore node) {
        return required(node);
    }

    @Override
    public ColumnSet visit(UpsertMaterialize node) {
        return all(node.input());
    }

    @Override
    public ColumnSet visit(SinkNode node) {
        @Nullable Sink sink = sinks.get(node);
        boolean byKey = sink != null
                && sink.encoding() == Sink.Encoding.UPSERT
                && node.key().size() > 0
                && !(node.input() instanceof UpsertMaterialize);
        return byKey ? node.key() : all(node.input());
    }

    private static ColumnSet all(PlanNode node) {
        return ColumnSet.of(IntStream.range(0, node.schema().size()).toArray());
    }

    private static void check(Expression expression, String what) {
        String function = Expressions.nondeterministic(expression);
        if (function != null) {
            throw new EngineException(
                            ErrorCode.CHANGELOG_MISMATCH,
                            what + " depends on " + function
                                    + ", which gives a retraction another value than the row it takes back")
                    .withDetail("The rows that it is computed for are updated or deleted.")
                    .withHint("Leave it out of the key and write to a table with a PRIMARY KEY that is put by key, or"
                            + " SET 'table.optimizer.non-deterministic-update.strategy' = 'ignore'.");
        }
    }
}
