// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

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
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The columns that a node reads of each of its inputs, given what is read of the node. */
final class ColumnReads implements PlanVisitor<List<BitSet>> {

    private final Function<PlanNode, BitSet> needed;

    /** For a plan of whose nodes the {@code needed} columns are read; what is read of the body of windows is added to them. */
    ColumnReads(Function<PlanNode, BitSet> needed) {
        this.needed = needed;
    }

    /** All columns of a node. */
    static BitSet allOf(PlanNode node) {
        BitSet all = new BitSet();
        all.set(0, node.schema().size());
        return all;
    }

    @Override
    public List<BitSet> visit(Scan node) {
        return List.of();
    }

    @Override
    public List<BitSet> visit(Values node) {
        return List.of();
    }

    @Override
    public List<BitSet> visit(Filter node) {
        BitSet reads = (BitSet) needed.apply(node).clone();
        Columns.addTo(reads, node.condition());
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(Project node) {
        BitSet reads = new BitSet();
        needed.apply(node).stream()
                .forEach(i -> Columns.addTo(reads, node.expressions().get(i)));
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(Unnest node) {
        BitSet reads = new BitSet();
        keptColumns(node).forEach(reads::set);
        reads.set(node.collection());
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(UnionAll node) {
        return Collections.nCopies(node.inputs().size(), needed.apply(node));
    }

    @Override
    public List<BitSet> visit(GroupAggregate node) {
        BitSet reads = new BitSet();
        node.keys().forEach(reads::set);
        for (int i : keptCalls(node)) {
            node.calls().get(i).columns().forEach(reads::set);
        }
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(Join node) {
        int lefts = node.left().schema().size();
        BitSet pairs = (BitSet) needed.apply(node).clone();
        if (node.condition() != null) {
            Columns.addTo(pairs, node.condition());
        }
        BitSet left = pairs.get(0, lefts);
        BitSet right = pairs.get(lefts, Math.max(lefts, pairs.length()));
        node.leftKeys().forEach(left::set);
        node.rightKeys().forEach(right::set);
        return List.of(left, right);
    }

    @Override
    public List<BitSet> visit(TopN node) {
        BitSet reads = needed.apply(node).get(0, node.input().schema().size());
        node.partitionKeys().forEach(reads::set);
        node.order().stream().filter(key -> !key.isArrival()).forEach(key -> reads.set(key.column()));
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(OverAggregate node) {
        int columns = node.input().schema().size();
        BitSet reads = needed.apply(node).get(0, columns);
        if (keptCalls(node).length > 0 || node.inEventTime()) {
            node.partitionKeys().forEach(reads::set);
            node.order().forEach(key -> reads.set(key.column()));
        }
        for (int i : keptCalls(node)) {
            node.calls().get(i).columns().forEach(reads::set);
        }
        return List.of(reads);
    }

    /** Rows are matched whole. */
    @Override
    public List<BitSet> visit(SetOperation node) {
        return List.of(allOf(node.left()), allOf(node.right()));
    }

    /** A change of any column is a change of the log. */
    @Override
    public List<BitSet> visit(ToChangelog node) {
        return List.of(allOf(node.input()));
    }

    @Override
    public List<BitSet> visit(FromChangelog node) {
        BitSet reads = new BitSet();
        needed.apply(node).stream().forEach(i -> reads.set(i < node.operation() ? i : i + 1));
        reads.set(node.operation());
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(AssignWindows node) {
        BitSet reads = needed.apply(node).get(0, node.startColumn());
        reads.set(node.timeColumn());
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(AssignSessions node) {
        BitSet reads = needed.apply(node).get(0, node.startColumn());
        reads.set(node.timeColumn());
        node.partitionKeys().forEach(reads::set);
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(Windowed node) {
        needed.apply(node.body()).or(needed.apply(node));
        return node.body().accept(this);
    }

    @Override
    public List<BitSet> visit(TimedJoin node) {
        needed.apply(node.body()).or(needed.apply(node));
        List<BitSet> reads = node.body().accept(this);
        if (node.bound().leftTime() >= 0) {
            reads.get(0).set(node.bound().leftTime());
        }
        if (node.bound().rightTime() >= 0) {
            reads.get(1).set(node.bound().rightTime());
        }
        return reads;
    }

    @Override
    public List<BitSet> visit(LookupJoin node) {
        int columns = node.input().schema().size();
        BitSet reads = (BitSet) needed.apply(node).clone();
        if (node.condition() != null) {
            Columns.addTo(reads, node.condition());
        }
        BitSet ofInput = reads.get(0, columns);
        node.inputKeys().forEach(ofInput::set);
        return List.of(ofInput);
    }

    @Override
    public List<BitSet> visit(TemporalFilter node) {
        BitSet reads = (BitSet) needed.apply(node).clone();
        node.from().forEach(bound -> Columns.addTo(reads, bound));
        node.until().forEach(bound -> Columns.addTo(reads, bound));
        Columns.addTo(reads, node.condition());
        return List.of(reads);
    }

    @Override
    public List<BitSet> visit(SinkNode node) {
        return List.of(allOf(node.input()));
    }

    @Override
    public List<BitSet> visit(ChangelogNormalize node) {
        throw laterPass(node);
    }

    @Override
    public List<BitSet> visit(DropUpdateBefore node) {
        throw laterPass(node);
    }

    @Override
    public List<BitSet> visit(UpsertMaterialize node) {
        throw laterPass(node);
    }

    /** The columns of the table outside that are read, or that it is asked by. */
    BitSet keptColumns(LookupJoin node) {
        int columns = node.input().schema().size();
        BitSet all = (BitSet) needed.apply(node).clone();
        if (node.condition() != null) {
            Columns.addTo(all, node.condition());
        }
        BitSet kept = all.get(columns, Math.max(columns, all.length()));
        node.tableKeys().forEach(kept::set);
        return kept;
    }

    /** The calls that are read. */
    int[] keptCalls(OverAggregate node) {
        int columns = node.input().schema().size();
        return IntStream.range(0, node.calls().size())
                .filter(i -> needed.apply(node).get(columns + i))
                .toArray();
    }

    /** The columns of its input that are read of a node that keeps them. */
    List<Integer> keptColumns(Unnest node) {
        return needed.apply(node).stream()
                .filter(i -> i < node.elementStart())
                .mapToObj(node.kept()::get)
                .toList();
    }

    /** The calls that are read. A global aggregate keeps one: without any it would not be told from a DISTINCT of no columns. */
    int[] keptCalls(GroupAggregate node) {
        int keys = node.keys().size();
        int[] kept = IntStream.range(0, node.calls().size())
                .filter(i -> needed.apply(node).get(keys + i))
                .toArray();
        boolean keepsNone = kept.length == 0 && keys == 0 && !node.calls().isEmpty();
        return keepsNone ? new int[] {0} : kept;
    }

    /** A node that does not stand in a plan yet while columns are pruned. */
    static IllegalStateException laterPass(PlanNode node) {
        return new IllegalStateException("made by a later pass: " + node);
    }
}
