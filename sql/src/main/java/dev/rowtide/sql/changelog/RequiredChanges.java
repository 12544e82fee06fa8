// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogNormalize;
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
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The backward pass: from the sinks down, what each node needs of its inputs, given what its own parents need together.
 *
 * <p>{@code +U} alone is enough for a sink whose key no update changes, for all stateless nodes below it, and for a join or a Top-N that finds the old row in its own
 * state. Whatever else computes from old rows needs pairs, and so does what leaves out rows by a column that an update can change: a row that stops passing must be
 * taken out.
 */
final class RequiredChanges implements PlanVisitor<List<Demand>> {

    private final OfferedChanges offers;
    private final IdentityHashMap<PlanNode, SinkRules.Choice> choices;
    private final IdentityHashMap<PlanNode, Demand> ofOutput = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, List<Demand>> ofInputs = new IdentityHashMap<>();

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
            List<Demand> demands = node.accept(pass);
            pass.ofInputs.put(node, demands);
            for (int i = 0; i < demands.size(); i++) {
                pass.ofOutput.merge(node.inputs().get(i), demands.get(i), Demand::union);
            }
        }
        return pass;
    }

    /** What {@code node} needs of its input with the given number. */
    Demand ofInput(PlanNode node, int input) {
        List<Demand> demands = ofInputs.get(node);
        if (demands == null) {
            throw new IllegalStateException("not a node of the plan: " + node);
        }
        return demands.get(input);
    }

    /** What the parents of {@code node} need of it, together. */
    Demand ofOutput(PlanNode node) {
        return ofOutput.getOrDefault(node, Demand.NOTHING);
    }

    @Override
    public List<Demand> visit(Scan node) {
        return List.of();
    }

    @Override
    public List<Demand> visit(Values node) {
        return List.of();
    }

    @Override
    public List<Demand> visit(Filter node) {
        if (!offers.passesPairsWhole(node)) {
            return List.of(Demand.OLD_ROWS);
        }
        boolean readsMore = !offers.of(node.input()).stable().containsAll(Expressions.columns(node.condition()));
        return List.of(
                new Demand(ofOutput(node).pairs(), readsMore || ofOutput(node).wholeDeletes()));
    }

    @Override
    public List<Demand> visit(Project node) {
        return List.of(offers.passesPairsWhole(node) ? ofOutput(node) : Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(Unnest node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(UnionAll node) {
        return Collections.nCopies(node.inputs().size(), ofOutput(node));
    }

    @Override
    public List<Demand> visit(GroupAggregate node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(ChangelogNormalize node) {
        return List.of(Demand.NOTHING);
    }

    @Override
    public List<Demand> visit(DropUpdateBefore node) {
        return List.of(ofOutput(node));
    }

    @Override
    public List<Demand> visit(UpsertMaterialize node) {
        return List.of(Demand.OLD_ROWS);
    }

    /** A side with at most one row per join key finds the old row in its state. */
    @Override
    public List<Demand> visit(Join node) {
        return List.of(byKey(node.left(), node.leftKeys()), byKey(node.right(), node.rightKeys()));
    }

    private Demand byKey(PlanNode input, List<Integer> columns) {
        return offers.namesRowsBy(input, ColumnSets.of(columns)) ? Demand.NOTHING : Demand.OLD_ROWS;
    }

    /** Where a row never changes its partition and has a key, the old row is found in the state. */
    @Override
    public List<Demand> visit(TopN node) {
        return List.of(inPartitions(node.input(), node.partitionKeys()));
    }

    @Override
    public List<Demand> visit(OverAggregate node) {
        return List.of(inPartitions(node.input(), node.partitionKeys()));
    }

    private Demand inPartitions(PlanNode input, List<Integer> keys) {
        boolean staysInPartition = offers.of(input).stable().containsAll(ColumnSets.of(keys));
        boolean namesRows = !offers.stableKeys(input).isEmpty();
        return staysInPartition && namesRows ? Demand.NOTHING : Demand.OLD_ROWS;
    }

    @Override
    public List<Demand> visit(SetOperation node) {
        return List.of(Demand.OLD_ROWS, Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(ToChangelog node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(FromChangelog node) {
        return List.of(Demand.NOTHING);
    }

    /** Also what is deleted has its time, and is in the window of that. */
    @Override
    public List<Demand> visit(AssignWindows node) {
        return List.of(node.windows().isPartition() ? new Demand(ofOutput(node).pairs(), true) : Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(AssignSessions node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(Windowed node) {
        return Collections.nCopies(node.inputs().size(), Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(TimedJoin node) {
        // A version is replaced by the next, whichever that is.
        return List.of(
                Demand.OLD_ROWS, node.bound() instanceof TimeBound.AsOf ? new Demand(false, true) : Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(LookupJoin node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(TemporalFilter node) {
        return List.of(Demand.OLD_ROWS);
    }

    @Override
    public List<Demand> visit(SinkNode node) {
        SinkRules.Choice choice = choices.get(node);
        return List.of(choice == null ? Demand.OLD_ROWS : choice.demand());
    }
}
