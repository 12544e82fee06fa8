// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AggregateCall;
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
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a job's plans what nobody reads: columns of scans, expressions, aggregates, watermarks. A shared node keeps what any of its readers needs, so a table is
 * scanned once per job however different the queries on it are: they all see the same version of it.
 */
final class PruneColumns {

    private final PlanNodes nodes;
    private final IdentityHashMap<PlanNode, BitSet> needed = new IdentityHashMap<>();
    private final IdentityHashMap<PlanNode, Pruned> done = new IdentityHashMap<>();
    private Set<PlanNode> needWatermarks = Set.of();

    PruneColumns(PlanNodes nodes) {
        this.nodes = nodes;
    }

    /** A node with fewer columns. */
    private static final class Pruned {

        final PlanNode node;

        /** Where each column of the original is now; -1 for those that are gone. */
        final int[] positions;

        Pruned(PlanNode node, int[] positions) {
            this.node = node;
            this.positions = positions;
        }
    }

    List<SinkNode> apply(List<SinkNode> sinks) {
        List<PlanNode> parentsFirst = parentsFirst(sinks);
        needWatermarks = NeededWatermarks.of(parentsFirst, PlanNode::needsWatermarks);
        for (PlanNode node : parentsFirst) {
            List<BitSet> reads = node.accept(new Reads());
            for (int i = 0; i < reads.size(); i++) {
                needsOf(node.inputs().get(i)).or(reads.get(i));
            }
        }
        List<SinkNode> pruned = new ArrayList<>();
        for (SinkNode sink : sinks) {
            pruned.add(sink.with(List.of(exactly(sink.input(), all(sink.input()))), sink.traits()));
        }
        return pruned;
    }

    private static List<PlanNode> parentsFirst(List<SinkNode> sinks) {
        List<PlanNode> childrenFirst = new ArrayList<>();
        Set<PlanNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SinkNode sink : sinks) {
            addChildrenFirst(sink, childrenFirst, seen);
        }
        Collections.reverse(childrenFirst);
        return childrenFirst;
    }

    private static void addChildrenFirst(PlanNode node, List<PlanNode> order, Set<PlanNode> seen) {
        if (seen.add(node)) {
            node.inputs().forEach(input -> addChildrenFirst(input, order, seen));
            order.add(node);
        }
    }

    private BitSet needsOf(PlanNode node) {
        return needed.computeIfAbsent(node, ignored -> new BitSet());
    }

    private static BitSet all(PlanNode node) {
        BitSet all = new BitSet();
        all.set(0, node.schema().size());
        return all;
    }

    private Pruned pruned(PlanNode node) {
        Pruned known = done.get(node);
        if (known == null) {
            known = node.accept(new Prune());
            done.put(node, known);
        }
        return known;
    }

    /** The pruned form of a node with the given columns and no others, in their order. */
    private PlanNode exactly(PlanNode node, BitSet columns) {
        Pruned pruned = pruned(node);
        return nodes.columns(
                pruned.node,
                columns.stream().map(column -> pruned.positions[column]).toArray());
    }

    private static int[] positions(int columns, BitSet kept) {
        int[] positions = new int[columns];
        int next = 0;
        for (int i = 0; i < columns; i++) {
            positions[i] = kept.get(i) ? next++ : -1;
        }
        return positions;
    }

    /** The columns that a node reads of each of its inputs, given what is read of the node. */
    private final class Reads implements PlanVisitor<List<BitSet>> {

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
            BitSet reads = (BitSet) needsOf(node).clone();
            Columns.addTo(reads, node.condition());
            return List.of(reads);
        }

        @Override
        public List<BitSet> visit(Project node) {
            BitSet reads = new BitSet();
            needsOf(node).stream()
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
            return Collections.nCopies(node.inputs().size(), needsOf(node));
        }

        @Override
        public List<BitSet> visit(GroupAggregate node) {
            BitSet reads = new BitSet();
            node.keys().forEach(reads::set);
            for (int i : keptCalls(node)) {
                AggregateCall call = node.calls().get(i);
                call.arguments().forEach(reads::set);
                if (call.filter() != AggregateCall.NO_FILTER) {
                    reads.set(call.filter());
                }
            }
            return List.of(reads);
        }

        @Override
        public List<BitSet> visit(SinkNode node) {
            return List.of(all(node.input()));
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
    }

    /** The columns of its input that are read of a node that keeps them. */
    private List<Integer> keptColumns(Unnest node) {
        return needsOf(node).stream()
                .filter(i -> i < node.elementStart())
                .mapToObj(node.kept()::get)
                .toList();
    }

    /** The calls that are read. A global aggregate keeps one: without any it would not be told from a DISTINCT of no columns. */
    private int[] keptCalls(GroupAggregate node) {
        int keys = node.keys().size();
        int[] kept = IntStream.range(0, node.calls().size())
                .filter(i -> needsOf(node).get(keys + i))
                .toArray();
        boolean keepsNone = kept.length == 0 && keys == 0 && !node.calls().isEmpty();
        return keepsNone ? new int[] {0} : kept;
    }

    /** Makes a node anew over its pruned inputs. */
    private final class Prune implements PlanVisitor<Pruned> {

        @Override
        public Pruned visit(Scan node) {
            BitSet kept = (BitSet) needsOf(node).clone();
            WatermarkSpec watermark = needWatermarks.contains(node) ? node.watermark() : null;
            if (watermark != null) {
                Columns.addTo(kept, watermark.expression());
                if (watermark.column() >= 0) {
                    kept.set(watermark.column());
                }
            }
            int[] positions = positions(node.columns().size(), kept);
            WatermarkSpec moved = watermark == null
                    ? null
                    : new WatermarkSpec(
                            watermark.column() < 0 ? -1 : positions[watermark.column()],
                            Columns.moved(watermark.expression(), positions));
            List<Integer> columns = kept.stream().mapToObj(node.columns()::get).toList();
            return new Pruned(nodes.scan(node.table(), columns, moved), positions);
        }

        @Override
        public Pruned visit(Values node) {
            BitSet kept = needsOf(node);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (List<@Nullable Object> row : node.rows()) {
                List<@Nullable Object> narrow = new ArrayList<>();
                kept.stream().forEach(i -> narrow.add(row.get(i)));
                rows.add(narrow);
            }
            Schema schema = node.schema().project(kept.stream().toArray());
            return new Pruned(
                    nodes.values(rows, schema), positions(node.schema().size(), kept));
        }

        @Override
        public Pruned visit(Filter node) {
            Pruned input = pruned(node.input());
            return new Pruned(
                    nodes.filter(input.node, Columns.moved(node.condition(), input.positions)), input.positions);
        }

        @Override
        public Pruned visit(Project node) {
            Pruned input = pruned(node.input());
            BitSet kept = needsOf(node);
            List<Expression> expressions = new ArrayList<>();
            List<String> names = new ArrayList<>();
            kept.stream().forEach(i -> {
                expressions.add(Columns.moved(node.expressions().get(i), input.positions));
                names.add(node.schema().name(i));
            });
            PlanNode narrow = expressions.isEmpty() ? input.node : nodes.project(input.node, expressions, names);
            return new Pruned(narrow, positions(node.schema().size(), kept));
        }

        @Override
        public Pruned visit(Unnest node) {
            Pruned input = pruned(node.input());
            List<Integer> kept = keptColumns(node);
            BitSet columns = new BitSet();
            columns.set(node.elementStart(), node.schema().size());
            needsOf(node).stream().filter(i -> i < node.elementStart()).forEach(columns::set);
            List<String> names = node.schema()
                    .names()
                    .subList(node.elementStart(), node.schema().size());
            PlanNode narrow = nodes.unnest(
                    input.node,
                    input.positions[node.collection()],
                    kept.stream().map(column -> input.positions[column]).toList(),
                    names,
                    node.ordinality(),
                    node.outer());
            return new Pruned(narrow, positions(node.schema().size(), columns));
        }

        @Override
        public Pruned visit(UnionAll node) {
            BitSet kept = needsOf(node);
            List<PlanNode> inputs =
                    node.inputs().stream().map(input -> exactly(input, kept)).toList();
            Schema schema = node.schema().project(kept.stream().toArray());
            return new Pruned(
                    nodes.unionAll(inputs, schema), positions(node.schema().size(), kept));
        }

        @Override
        public Pruned visit(GroupAggregate node) {
            Pruned input = pruned(node.input());
            int keys = node.keys().size();
            BitSet kept = new BitSet();
            kept.set(0, keys);
            List<AggregateCall> calls = new ArrayList<>();
            for (int i : keptCalls(node)) {
                kept.set(keys + i);
                calls.add(Columns.moved(node.calls().get(i), input.positions));
            }
            List<String> names = kept.stream()
                    .mapToObj(node.schema().fields()::get)
                    .map(Field::name)
                    .toList();
            List<Integer> movedKeys =
                    node.keys().stream().map(key -> input.positions[key]).toList();
            return new Pruned(
                    nodes.aggregate(input.node, movedKeys, calls, names),
                    positions(node.schema().size(), kept));
        }

        @Override
        public Pruned visit(SinkNode node) {
            throw new IllegalStateException("a sink has no columns to prune");
        }

        @Override
        public Pruned visit(ChangelogNormalize node) {
            throw laterPass(node);
        }

        @Override
        public Pruned visit(DropUpdateBefore node) {
            throw laterPass(node);
        }

        @Override
        public Pruned visit(UpsertMaterialize node) {
            throw laterPass(node);
        }
    }

    private static IllegalStateException laterPass(PlanNode node) {
        return new IllegalStateException("made by a later pass: " + node);
    }
}
