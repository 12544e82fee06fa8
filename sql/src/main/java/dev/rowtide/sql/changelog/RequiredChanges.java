// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The backward pass: from the sinks down, what each node needs of its inputs, given what its own parents need together.
 *
 * <p>{@code +U} alone is enough for a sink whose key no update changes, and for all stateless nodes below it. Whatever computes from old rows needs
 * pairs, and so does what leaves out rows by a column that an update can change: a row that stops passing must be taken out.
 */
final class RequiredChanges implements PlanVisitor<Demand> {

    private final OfferedChanges offers;
    private final IdentityHashMap<PlanNode, SinkRules.Choice> choices;
    private final IdentityHashMap<PlanNode, Demand> ofOutput = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, Demand> ofInputs = new IdentityHashMap<>();

    private RequiredChanges(OfferedChanges offers, IdentityHashMap<PlanNode, SinkRules.Choice> choices) {
        this.offers = offers;
        this.choices = choices;
    }

    /**
     * What every node below {@code roots} needs of its inputs and gives to its parents.
     *
     * @param offers what each can produce
     * @param choices what was decided for each root
     */
    static RequiredChanges of(
            List<SinkNode> roots, OfferedChanges offers, IdentityHashMap<PlanNode, SinkRules.Choice> choices) {
        RequiredChanges pass = new RequiredChanges(offers, choices);
        for (PlanNode node : PlanOrder.parentsFirst(roots)) {
            Demand demand = node.accept(pass);
            pass.ofInputs.put(node, demand);
            node.inputs().forEach(input -> pass.ofOutput.merge(input, demand, Demand::union));
        }
        return pass;
    }

    /** What {@code node} needs of each of its inputs. */
    Demand ofInputs(PlanNode node) {
        return ofInputs.getOrDefault(node, Demand.NOTHING);
    }

    /** What the parents of {@code node} need of it, together. */
    Demand ofOutput(PlanNode node) {
        return ofOutput.getOrDefault(node, Demand.NOTHING);
    }

    @Override
    public Demand visit(Scan node) {
        return Demand.NOTHING;
    }

    @Override
    public Demand visit(Values node) {
        return Demand.NOTHING;
    }

    @Override
    public Demand visit(Filter node) {
        if (!offers.passesPairsWhole(node)) {
            return Demand.OLD_ROWS;
        }
        boolean readsMore = !offers.of(node.input()).stable().containsAll(Expressions.columns(node.condition()));
        return new Demand(ofOutput(node).pairs(), readsMore || ofOutput(node).wholeDeletes());
    }

    @Override
    public Demand visit(Project node) {
        return offers.passesPairsWhole(node) ? ofOutput(node) : Demand.OLD_ROWS;
    }

    @Override
    public Demand visit(Unnest node) {
        return Demand.OLD_ROWS;
    }

    @Override
    public Demand visit(UnionAll node) {
        return ofOutput(node);
    }

    @Override
    public Demand visit(GroupAggregate node) {
        return Demand.OLD_ROWS;
    }

    @Override
    public Demand visit(ChangelogNormalize node) {
        return Demand.NOTHING;
    }

    @Override
    public Demand visit(DropUpdateBefore node) {
        return ofOutput(node);
    }

    @Override
    public Demand visit(UpsertMaterialize node) {
        return Demand.OLD_ROWS;
    }

    @Override
    public Demand visit(SinkNode node) {
        SinkRules.Choice choice = choices.get(node);
        return choice == null ? Demand.OLD_ROWS : choice.demand();
    }
}
