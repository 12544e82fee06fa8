// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
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
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.setting.Settings;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The forward pass: from the sources up, what each node can produce. */
final class OfferedChanges implements PlanVisitor<Offer> {

    private final Function<Table, ChangelogMode> sourceModes;
    private final LeftOutRows leftOut;
    private final boolean followFlink;
    private final boolean batch;
    private final StateTtls ttls;
    private final IdentityHashMap<PlanNode, Offer> offers = new IdentityHashMap<>();
    private final FlinkKeys flinkKeys = new FlinkKeys(input -> of(input).keys());

    private OfferedChanges(
            Function<Table, ChangelogMode> sourceModes, StateTtls ttls, Settings settings, boolean batch) {
        this.sourceModes = sourceModes;
        this.leftOut = new LeftOutRows(settings);
        this.followFlink = ChangelogSettings.followsFlink(settings);
        this.batch = batch;
        this.ttls = ttls;
    }

    /**
     * What every node below {@code roots} can produce.
     *
     * @param ttls is asked about each node
     * @param batch whether there is one version only, so that a node with state puts in its final rows and nothing else
     */
    static OfferedChanges of(
            List<SinkNode> roots,
            Function<Table, ChangelogMode> sourceModes,
            StateTtls ttls,
            Settings settings,
            boolean batch) {
        OfferedChanges pass = new OfferedChanges(sourceModes, ttls, settings, batch);
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

    /** How long a node keeps what it keeps. */
    List<StateTtl> ttls(PlanNode node) {
        return ttls.of(node);
    }

    /** How long what {@code input} sends is kept where those rows are kept that share a key of the sink. */
    StateTtl materializedTtl(PlanNode input) {
        return ttls.ofMaterialized(input, false);
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
        ChangelogMode mode = new ChangelogMode(true, pairs, pairs, deletes, false);
        return offer(mode, StableColumns.of(node, input), true, node);
    }

    @Override
    public Offer visit(UnionAll node) {
        List<Offer> inputs = node.inputs().stream().map(this::of).toList();
        ChangelogMode mode = inputs.stream().map(Offer::mode).reduce(ChangelogMode.UNKNOWN, ChangelogMode::union);
        return offer(mode, StableColumns.of(node, inputs), inputs.stream().allMatch(Offer::complete), node);
    }

    @Override
    public Offer visit(GroupAggregate node) {
        ChangelogMode input = of(node.input()).mode();
        // A row of DISTINCT is its own key: it comes and goes and is never updated. Flink plans updates all the same.
        boolean updates = followFlink || !node.calls().isEmpty();
        boolean deletes = !input.isAppendOnly() && !node.emptyRow();
        ChangelogMode mode = new ChangelogMode(true, updates, updates, deletes, false);
        return offer(ofState(mode), ColumnSets.first(node.keys().size()), true, node);
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
        ChangelogMode mode =
                materialized(of(node.input()).mode(), false, node.mode().updateBefore());
        return offer(mode, node.keys(), true, node);
    }

    /**
     * A joined row is updated when one of its two rows is and both versions match; a row that finds or loses its partner or its padding is deleted and inserted.
     */
    @Override
    public Offer visit(Join node) {
        Offer left = of(node.left());
        Offer right = of(node.right());
        ColumnSet stable = stableInPairs(node.left(), node.leftKeys());
        if (!node.type().leftOnly()) {
            ColumnSet ofRight = stableInPairs(node.right(), node.rightKeys());
            stable = stable.union(ColumnSets.behind(node.left().schema().size(), ofRight));
        }
        ChangelogMode mode = followFlink ? FlinkModes.of(node, left, right) : OwnModes.of(node, left, right);
        // Flink drops the old rows of a join only if both sides do without.
        boolean complete = !followFlink
                || followsKey(node.left(), ColumnSets.of(node.leftKeys()))
                        && followsKey(node.right(), ColumnSets.of(node.rightKeys()));
        return offer(mode, stable, complete, node);
    }

    /** Where a join key has one row, the join pairs what goes and what comes by that, and not as they came. */
    private ColumnSet stableInPairs(PlanNode input, List<Integer> keys) {
        ColumnSet joinKey = ColumnSets.of(keys);
        ColumnSet asTheyCame = of(input).stableWhenPaired();
        return input.traits().isUnique(joinKey) && !asTheyCame.containsAll(joinKey) ? joinKey : asTheyCame;
    }

    private boolean followsKey(PlanNode input, ColumnSet columns) {
        Offer offer = of(input);
        return offer.mode().isAppendOnly() || offer.complete() && updatesByKey(input, columns);
    }

    /** Whether a parent that goes by {@code columns} may ask {@code node} for updates without old rows. */
    boolean updatesByKey(PlanNode node, ColumnSet columns) {
        Offer offer = of(node);
        // Flink wants a key of exactly these columns. It does not see, for instance, that a constant one never changes.
        boolean unique = followFlink ? offer.keys().contains(columns) : offer.isUnique(columns);
        return unique && offer.stable().containsAll(columns);
    }

    /** Whether each update and delete of {@code node} names by {@code columns} the row that it is for: at most one row has them, and no update changes them. */
    boolean namesRowsBy(PlanNode node, ColumnSet columns) {
        return node.traits().isUnique(columns) && of(node).stable().containsAll(columns);
    }

    /** The unique keys of {@code node} that no update changes. */
    Set<ColumnSet> stableKeys(PlanNode node) {
        return node.traits().uniqueKeys().stream()
                .filter(of(node).stable()::containsAll)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Offer visit(TopN node) {
        Offer input = of(node.input());
        if (node.inEventTime() && input.mode().isAppendOnly()) {
            return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
        }
        ChangelogMode mode = followFlink ? FlinkModes.of(node, input) : OwnModes.of(node, input);
        return offer(mode, StableColumns.of(node, input), true, node);
    }

    /** A row is updated when its input row is, or when a row around it comes, goes or is. */
    @Override
    public Offer visit(OverAggregate node) {
        Offer input = of(node.input());
        boolean byTime =
                node.inEventTime() || followFlink && !batch && node.order().isEmpty();
        if (byTime && !input.mode().isAppendOnly()) {
            throw Refusals.inEventTimeOverUpdates(node, this);
        }
        ChangelogMode mode = followFlink && !byTime ? ChangelogMode.RETRACT : OwnModes.of(node, input);
        return offer(ofState(mode), input.stableWhenPaired(), true, node);
    }

    /** A row is its own key: it comes and goes and is never updated. */
    @Override
    public Offer visit(SetOperation node) {
        boolean appends =
                of(node.left()).mode().isAppendOnly() && of(node.right()).mode().isAppendOnly();
        ChangelogMode mode = followFlink
                ? FlinkModes.of(node, appends)
                : new ChangelogMode(true, false, false, node.except() || !appends, false);
        return offer(ofState(mode), ColumnSets.first(node.schema().size()), !followFlink || !node.all(), node);
    }

    @Override
    public Offer visit(ToChangelog node) {
        return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
    }

    @Override
    public Offer visit(FromChangelog node) {
        if (!of(node.input()).mode().isAppendOnly()) {
            throw Refusals.fromChangelogOverUpdates(node, this);
        }
        return offer(followFlink ? ChangelogMode.RETRACT : OwnModes.of(node), ColumnSet.of(), false, node);
    }

    /** A row that is in one window is passed on as it is; of one that is in several, each is put in and taken out. */
    @Override
    public Offer visit(AssignWindows node) {
        Offer input = of(node.input());
        if (node.windows().isPartition()) {
            return offer(input.mode(), StableColumns.of(node, input), input.complete(), node);
        }
        boolean deletes = !input.mode().isAppendOnly();
        return offer(new ChangelogMode(true, false, false, deletes, false), ColumnSet.of(), true, node);
    }

    @Override
    public Offer visit(AssignSessions node) {
        boolean deletes = node.emission().revises();
        return offer(new ChangelogMode(true, false, false, deletes, false), ColumnSet.of(), true, node);
    }

    @Override
    public Offer visit(Windowed node) {
        if (followFlink && !(node.body() instanceof GroupAggregate)) {
            for (PlanNode input : node.inputs()) {
                if (!of(input).mode().isAppendOnly()) {
                    throw Refusals.windowOverUpdates(node, input, this);
                }
            }
        }
        if (!node.emission().revises()) {
            return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
        }
        Offer body = node.body().accept(this);
        if (node.emission().updates()) {
            return offer(body.mode(), StableColumns.of(node, body), body.complete(), node);
        }
        for (PlanNode input : node.inputs()) {
            if (!node.emission().accumulates() && !of(input).mode().isAppendOnly()) {
                throw Refusals.discardingOverUpdates(node, input, this);
            }
        }
        return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
    }

    /**
     * Left changes go out as what they are, but a half of an update may wait longer than the other, or match alone. An update that changes the time may be put out before the row
     * that it replaces.
     */
    private Offer ofMoment(TimedJoin node, TimeBound.AsOf asOf) {
        Offer left = of(node.body().left());
        Offer right = of(node.body().right());
        if (right.mode().hasUpdates() && !right.complete()) {
            throw Refusals.filteredVersions(node);
        }
        boolean isVersioned =
                node.body().right().traits().isUnique(ColumnSets.of(node.body().rightKeys()));
        if (!isVersioned && !right.mode().isAppendOnly()) {
            throw Refusals.closestOfUpdates(node, node.body().right(), this);
        }
        if (asOf.clock() == WindowColumns.Clock.PROCESSING_TIME && !left.mode().isAppendOnly()) {
            throw Refusals.closestOfUpdates(node, node.body().left(), this);
        }
        boolean inOrder =
                followFlink || left.mode().isAppendOnly() || left.stable().contains(asOf.leftTime());
        return offer(
                left.mode(),
                inOrder ? left.stable() : ColumnSet.of(),
                !left.mode().hasUpdates(),
                node);
    }

    /** Of rows that may be taken back it is a join like any other ({@link KeepRows}). */
    @Override
    public Offer visit(TimedJoin node) {
        if (node.bound() instanceof TimeBound.AsOf asOf) {
            return ofMoment(node, asOf);
        }
        for (PlanNode input : node.inputs()) {
            if (!of(input).mode().isAppendOnly()) {
                if (followFlink) {
                    throw Refusals.intervalJoinOverUpdates(node, input, this);
                }
                return offer(ChangelogMode.RETRACT, ColumnSet.of(), true, node);
            }
        }
        return offer(ChangelogMode.APPEND, ColumnSet.of(), true, node);
    }

    @Override
    public Offer visit(LookupJoin node) {
        Offer input = of(node.input());
        boolean updates = input.mode().hasUpdates();
        boolean changes = !input.mode().isAppendOnly();
        return offer(
                new ChangelogMode(true, updates, updates, changes, false),
                node.matchesOne() ? input.stable() : ColumnSet.of(),
                true,
                node);
    }

    @Override
    public Offer visit(TemporalFilter node) {
        Offer input = of(node.input());
        boolean updates = input.mode().hasUpdates();
        boolean leaves = !input.mode().isAppendOnly() || !node.until().isEmpty();
        return offer(new ChangelogMode(true, updates, updates, leaves, false), input.stable(), true, node);
    }

    @Override
    public Offer visit(SinkNode node) {
        return offer(ChangelogMode.UNKNOWN, ColumnSet.of(), true, node);
    }

    /**
     * What comes of rows of that mode where those that share a key of the sink are kept.
     *
     * @param told whether some are taken out that no change comes for
     * @param oldRows whether the sink wants the old row of an update
     */
    ChangelogMode materialized(ChangelogMode input, boolean told, boolean oldRows) {
        return ofState(new ChangelogMode(true, oldRows, true, told || !input.isAppendOnly(), false));
    }

    /** What a node sends that keeps rows and could send {@code mode}. */
    private ChangelogMode ofState(ChangelogMode mode) {
        return batch ? ChangelogMode.APPEND : mode;
    }

    private Offer offer(ChangelogMode lasting, ColumnSet stable, boolean complete, PlanNode node) {
        ChangelogMode mode = ttls.decide(node, lasting);
        boolean wholeRows = !mode.hasUpdates() && !mode.keyOnlyDeletes();
        Set<ColumnSet> keys =
                followFlink ? node.accept(flinkKeys) : node.traits().uniqueKeys();
        return new Offer(mode, wholeRows ? ColumnSets.first(node.schema().size()) : stable, complete, keys);
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
