// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

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

    /** The annotated input, without the {@code -U} that {@code parent} does not need. */
    private PlanNode input(PlanNode parent, PlanNode input) {
        PlanNode annotated = annotated(input);
        boolean superfluous =
                annotated.mode().updateBefore() && !required.ofInputs(parent).pairs();
        if (!superfluous || !offers.of(input).complete()) {
            return annotated;
        }
        PlanNode known = dropped.get(annotated);
        if (known == null) {
            ChangelogMode mode = annotated.mode().withoutUpdateBefore();
            known = new DropUpdateBefore(annotated, annotated.traits().withMode(mode));
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
        PlanNode input = input(node, node.input());
        Demand demand = required.ofOutput(node);
        boolean needed = duplicates
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
    public PlanNode visit(SinkNode node) {
        PlanNode input = input(node, node.input());
        SinkRules.Choice choice = choices.get(node);
        if (choice != null && choice.materialize()) {
            Traits traits = new Traits(input.schema(), Set.of(node.key()), offers.materialized(input.mode()));
            input = new UpsertMaterialize(input, node.key(), SinkRules.smallestKey(input), traits);
        }
        return node.with(List.of(input), node.traits());
    }

    /** A node whose output carries what its inputs carry. */
    private PlanNode stateless(PlanNode node) {
        List<PlanNode> inputs = inputs(node);
        ChangelogMode mode = inputs.stream().map(PlanNode::mode).reduce(ChangelogMode.UNKNOWN, ChangelogMode::union);
        return withMode(node, inputs, mode);
    }

    /** A node that makes its own changes, with or without {@code -U} as its parents need. */
    private PlanNode stateful(PlanNode node) {
        ChangelogMode mode = offers.of(node).mode();
        return withMode(node, inputs(node), required.ofOutput(node).pairs() ? mode : mode.withoutUpdateBefore());
    }

    private List<PlanNode> inputs(PlanNode node) {
        return node.inputs().stream().map(input -> input(node, input)).toList();
    }

    private static PlanNode withMode(PlanNode node, List<PlanNode> inputs, ChangelogMode mode) {
        return node.with(inputs, node.traits().withMode(mode));
    }
}
