// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

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
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Builds the plan that satisfies both passes at the least cost: each node with the mode that is needed of it, {@link DropUpdateBefore} where a node sends
 * more than its parent needs, {@link UpsertMaterialize} in front of sinks that need one, and no {@link ChangelogNormalize} that nobody needs.
 */
final class AnnotatePlan implements PlanVisitor<PlanNode> {

    private final OfferedChanges offers;
    private final RequiredChanges required;
    private final IdentityHashMap<PlanNode, SinkRules.Choice> choices;
    private final boolean duplicates;
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, PlanNode> dropped = new IdentityHashMap<>();

    private AnnotatePlan(
            OfferedChanges offers,
            RequiredChanges required,
            IdentityHashMap<PlanNode, SinkRules.Choice> choices,
            boolean duplicates) {
        this.offers = offers;
        this.required = required;
        this.choices = choices;
        this.duplicates = duplicates;
    }

    /**
     * The plans with their modes.
     *
     * @param duplicates whether sources may deliver a change twice, so that a normalise is needed for that alone
     */
    static List<SinkNode> apply(
            List<SinkNode> roots,
            OfferedChanges offers,
            RequiredChanges required,
            IdentityHashMap<PlanNode, SinkRules.Choice> choices,
            boolean duplicates) {
        AnnotatePlan pass = new AnnotatePlan(offers, required, choices, duplicates);
        return roots.stream().map(root -> (SinkNode) pass.annotated(root)).toList();
    }

    private PlanNode annotated(PlanNode node) {
        PlanNode known = done.get(node);
        if (known == null) {
            known = node.accept(this);
            done.put(node, known);
        }
        return known;
    }

    /** The annotated input with the given number, without the {@code -U} that {@code parent} does not need. */
    private PlanNode input(PlanNode parent, int number) {
        PlanNode input = parent.inputs().get(number);
        PlanNode annotated = annotated(input);
        boolean superfluous = annotated.mode().updateBefore()
                && !required.ofInput(parent, number).pairs();
        if (!superfluous || !offers.of(input).complete()) {
            return annotated;
        }
        PlanNode known = dropped.get(annotated);
        if (known == null) {
            ChangelogMode mode = annotated.mode().withoutUpdateBefore();
            known = new DropUpdateBefore(annotated, traits(input, annotated.schema(), mode));
            dropped.put(annotated, known);
        }
        return known;
    }

    @Override
    public PlanNode visit(Scan node) {
        return withMode(node, List.of(), offers.of(node).mode());
    }

    @Override
    public PlanNode visit(Values node) {
        return withMode(node, List.of(), ChangelogMode.APPEND);
    }

    @Override
    public PlanNode visit(Filter node) {
        return stateless(node);
    }

    @Override
    public PlanNode visit(Project node) {
        return stateless(node);
    }

    @Override
    public PlanNode visit(Unnest node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(UnionAll node) {
        return stateless(node);
    }

    @Override
    public PlanNode visit(GroupAggregate node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(ChangelogNormalize node) {
        PlanNode input = input(node, 0);
        Demand demand = required.ofOutput(node);
        // What stands above counts on what it was offered: final rows, where only those come of it.
        boolean finalRows = offers.of(node).mode().isAppendOnly();
        boolean needed = duplicates
                || finalRows
                || node.condition() != null
                || demand.pairs()
                || (demand.wholeDeletes() && input.mode().keyOnlyDeletes());
        return needed ? stateful(node) : input;
    }

    @Override
    public PlanNode visit(DropUpdateBefore node) {
        return stateless(node);
    }

    @Override
    public PlanNode visit(UpsertMaterialize node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(Join node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(TopN node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(OverAggregate node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(SetOperation node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(ToChangelog node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(FromChangelog node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(AssignWindows node) {
        return node.windows().isPartition() ? stateless(node) : stateful(node);
    }

    @Override
    public PlanNode visit(AssignSessions node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(Windowed node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(TimedJoin node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(LookupJoin node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(TemporalFilter node) {
        return stateful(node);
    }

    @Override
    public PlanNode visit(SinkNode node) {
        PlanNode input = input(node, 0);
        SinkRules.Choice choice = choices.get(node);
        if (choice != null && choice.materialize()) {
            StateTtl ttl = offers.materializedTtl(node.input());
            ChangelogMode mode = offers.materialized(input.mode(), ttl.told(), !choice.putsByKey());
            Traits traits = new Traits(input.schema(), Set.of(node.key()), mode);
            // Only a key that no update changes follows a row for good.
            ColumnSet inputKey = SinkRules.smallest(offers.stableKeys(node.input()));
            input = new UpsertMaterialize(input, node.key(), inputKey, choice.conflicts(), choice.waits(), ttl, traits);
        }
        boolean putsByKey = choice != null && choice.putsByKey();
        return new SinkNode(input, node.table(), putsByKey ? node.key() : ColumnSet.of(), node.traits());
    }

    /** A node whose output carries what its inputs carry. */
    private PlanNode stateless(PlanNode node) {
        List<PlanNode> inputs = inputs(node);
        ChangelogMode mode = inputs.stream().map(PlanNode::mode).reduce(ChangelogMode.UNKNOWN, ChangelogMode::union);
        return withMode(node, inputs, mode);
    }

    /** A node that makes its own changes, with or without {@code -U} as its parents need. */
    private PlanNode stateful(PlanNode node) {
        Offer offer = offers.of(node);
        boolean pairs = required.ofOutput(node).pairs() || !offer.complete();
        return withMode(node, inputs(node), pairs ? offer.mode() : offer.mode().withoutUpdateBefore())
                .withTtls(offers.ttls(node));
    }

    private List<PlanNode> inputs(PlanNode node) {
        return IntStream.range(0, node.inputs().size())
                .mapToObj(number -> input(node, number))
                .toList();
    }

    private PlanNode withMode(PlanNode node, List<PlanNode> inputs, ChangelogMode mode) {
        return node.with(inputs, traits(node, node.schema(), mode));
    }

    /** Where old rows are left out, only keys that no update changes: any of them names the row that a change is for. */
    private Traits traits(PlanNode node, Schema schema, ChangelogMode mode) {
        boolean byKey = mode.updateAfter() && !mode.updateBefore() || mode.keyOnlyDeletes();
        return new Traits(
                schema, byKey ? offers.stableKeys(node) : node.traits().uniqueKeys(), mode);
    }
}
