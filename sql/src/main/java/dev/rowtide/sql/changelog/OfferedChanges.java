// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ChangelogMode;
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
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.setting.Settings;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The forward pass: from the sources up, what each node can produce. */
final class OfferedChanges implements PlanVisitor<Offer> {

    private final Function<Table, ChangelogMode> sourceModes;
    private final LeftOutRows leftOut;
    private final boolean followFlink;
    private final boolean batch;
    private final IdentityHashMap<PlanNode, Offer> offers = new IdentityHashMap<>();

    private OfferedChanges(Function<Table, ChangelogMode> sourceModes, Settings settings, boolean batch) {
        this.sourceModes = sourceModes;
        this.leftOut = new LeftOutRows(settings);
        this.followFlink = ChangelogSettings.followsFlink(settings);
        this.batch = batch;
    }

    /**
     * What every node below {@code roots} can produce.
     *
     * @param batch whether there is one version only, so that a node with state puts in its final rows and nothing else
     */
    static OfferedChanges of(
            List<SinkNode> roots, Function<Table, ChangelogMode> sourceModes, Settings settings, boolean batch) {
        OfferedChanges pass = new OfferedChanges(sourceModes, settings, batch);
        for (PlanNode node : PlanOrder.inputsFirst(roots)) {
            pass.offers.put(node, node.accept(pass));
        }
        return pass;
    }

    /** What {@code node} can produce. */
    Offer of(PlanNode node) {
        Offer offer = offers.get(node);
        if (offer == null) {
            throw new IllegalStateException("not a node of the plan, or not visited yet: " + node);
        }
        return offer;
    }

    @Override
    public Offer visit(Scan node) {
        return offer(sourceModes.apply(node.table()), NormalizeSources.keyColumns(node), true, node);
    }

    @Override
    public Offer visit(Values node) {
        return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
    }

    @Override
    public Offer visit(Filter node) {
        Offer input = of(node.input());
        return offer(input.mode(), input.stable(), input.complete() && passesPairsWhole(node), node);
    }

    @Override
    public Offer visit(Project node) {
        Offer input = of(node.input());
        ColumnSet stable = ColumnSet.of(IntStream.range(0, node.expressions().size())
                .filter(i -> isStable(node.expressions().get(i), input))
                .toArray());
        return offer(input.mode(), stable, input.complete() && passesPairsWhole(node), node);
    }

    @Override
    public Offer visit(Unnest node) {
        Offer input = of(node.input());
        boolean pairs = input.mode().hasUpdates() && node.numberedKey().isPresent();
        boolean deletes = !input.mode().isAppendOnly();
        int numberColumn = node.schema().size() - 1;
        ColumnSet stable = ColumnSet.of(IntStream.range(0, node.schema().size())
                .filter(i -> i < node.kept().size()
                        ? input.stable().contains(node.kept().get(i))
                        : node.ordinality() && i == numberColumn)
                .toArray());
        return offer(new ChangelogMode(true, pairs, pairs, deletes, false), stable, true, node);
    }

    @Override
    public Offer visit(UnionAll node) {
        List<Offer> inputs = node.inputs().stream().map(this::of).toList();
        ChangelogMode mode = inputs.stream().map(Offer::mode).reduce(ChangelogMode.UNKNOWN, ChangelogMode::union);
        ColumnSet stable = ColumnSet.of(IntStream.range(0, node.schema().size())
                .filter(column ->
                        inputs.stream().allMatch(input -> input.stable().contains(column)))
                .toArray());
        return offer(mode, stable, inputs.stream().allMatch(Offer::complete), node);
    }

    @Override
    public Offer visit(GroupAggregate node) {
        ChangelogMode input = of(node.input()).mode();
        // A row of DISTINCT is its own key: it comes and goes and is never updated. Flink plans updates all the same.
        boolean updates = followFlink || !node.calls().isEmpty();
        boolean deletes = !input.isAppendOnly() && !node.emptyRow();
        ChangelogMode mode = new ChangelogMode(true, updates, updates, deletes, false);
        int[] keys = IntStream.range(0, node.keys().size()).toArray();
        return offer(ofState(mode), ColumnSet.of(keys), true, node);
    }

    @Override
    public Offer visit(ChangelogNormalize node) {
        boolean deletes = of(node.input()).mode().delete() || node.condition() != null;
        return offer(ofState(new ChangelogMode(true, true, true, deletes, false)), node.keys(), true, node);
    }

    @Override
    public Offer visit(DropUpdateBefore node) {
        Offer input = of(node.input());
        return offer(input.mode().withoutUpdateBefore(), input.stable(), true, node);
    }

    @Override
    public Offer visit(UpsertMaterialize node) {
        return offer(materialized(of(node.input()).mode()), node.keys(), true, node);
    }

    @Override
    public Offer visit(SinkNode node) {
        return offer(ChangelogMode.UNKNOWN, ColumnSet.of(), true, node);
    }

    /** What comes of rows of that mode where those that share a key of the sink are kept. */
    ChangelogMode materialized(ChangelogMode input) {
        return ofState(new ChangelogMode(true, false, true, !input.isAppendOnly(), false));
    }

    /** What a node sends that keeps rows and could send {@code mode}. */
    private ChangelogMode ofState(ChangelogMode mode) {
        return batch ? ChangelogMode.APPEND : mode;
    }

    private static Offer offer(ChangelogMode mode, ColumnSet stable, boolean complete, PlanNode node) {
        boolean wholeRows = !mode.hasUpdates() && !mode.keyOnlyDeletes();
        int columns = node.schema().size();
        return new Offer(
                mode, wholeRows ? ColumnSet.of(IntStream.range(0, columns).toArray()) : stable, complete);
    }

    /** Whether a filter or projection leaves out a {@code -U} exactly where it leaves out its {@code +U}. */
    boolean passesPairsWhole(PlanNode node) {
        Offer input = of(node.inputs().get(0));
        return leftOut.deciding(node).stream().allMatch(expression -> isStable(expression, input));
    }

    private static boolean isStable(Expression expression, Offer input) {
        return Expressions.isDeterministic(expression) && input.stable().containsAll(Expressions.columns(expression));
    }
}
