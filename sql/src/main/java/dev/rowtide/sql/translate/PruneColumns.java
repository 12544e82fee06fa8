// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.AggregateCall;
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
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a job's plans what nobody reads: columns of scans, expressions, aggregates, watermarks. A shared node keeps what any of its readers needs, so a table is
 * scanned once per job however different the queries on it are: they all see the same version of it.
 */
final class PruneColumns {

    private final PlanNodes nodes;
    private final NeededColumns needed;
    private final IdentityHashMap<PlanNode, Pruned> done = new IdentityHashMap<>();

    private PruneColumns(PlanNodes nodes, NeededColumns needed) {
        this.nodes = nodes;
        this.needed = needed;
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

    /** The same plans, their nodes made by {@code nodes}, without what {@code needed} does not have. */
    static List<SinkNode> apply(List<SinkNode> sinks, PlanNodes nodes, NeededColumns needed) {
        PruneColumns prune = new PruneColumns(nodes, needed);
        List<SinkNode> pruned = new ArrayList<>();
        for (SinkNode sink : sinks) {
            PlanNode input = prune.exactly(sink.input(), ColumnReads.allOf(sink.input()));
            pruned.add(sink.with(List.of(input), sink.traits()));
        }
        return pruned;
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

    /** Makes a node anew over its pruned inputs. */
    private final class Prune implements PlanVisitor<Pruned> {

        @Override
        public Pruned visit(Scan node) {
            BitSet kept = (BitSet) needed.of(node).clone();
            WatermarkSpec watermark = needed.hasTime(node) ? node.watermark() : null;
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
            BitSet kept = needed.of(node);
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
            BitSet kept = needed.of(node);
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
            List<Integer> kept = needed.reads().keptColumns(node);
            BitSet columns = new BitSet();
            columns.set(node.elementStart(), node.schema().size());
            needed.of(node).stream().filter(i -> i < node.elementStart()).forEach(columns::set);
            List<String> names = node.schema()
                    .names()
                    .subList(node.elementStart(), node.schema().size());
            PlanNode narrow = nodes.unnest(
                    input.node,
                    input.positions[node.collection()],
                    Columns.movedIndices(kept, input.positions),
                    names,
                    node.ordinality(),
                    node.outer());
            return new Pruned(narrow, positions(node.schema().size(), columns));
        }

        @Override
        public Pruned visit(UnionAll node) {
            BitSet kept = needed.of(node);
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
            for (int i : needed.reads().keptCalls(node)) {
                kept.set(keys + i);
                calls.add(node.calls().get(i).moved(input.positions));
            }
            List<String> names = kept.stream()
                    .mapToObj(node.schema().fields()::get)
                    .map(Field::name)
                    .toList();
            List<Integer> movedKeys = Columns.movedIndices(node.keys(), input.positions);
            return new Pruned(
                    nodes.withTtls(nodes.aggregate(input.node, movedKeys, calls, node.emptyRow(), names), node.ttls()),
                    positions(node.schema().size(), kept));
        }

        @Override
        public Pruned visit(Join node) {
            return joined(node, needed.reads().visit(node), null);
        }

        private Pruned joined(Join node, List<BitSet> read, TimeBound.@Nullable AsOf asOf) {
            PlanNode left = exactly(node.left(), read.get(0));
            PlanNode right = exactly(node.right(), read.get(1));
            int lefts = node.left().schema().size();
            BitSet kept = (BitSet) read.get(0).clone();
            read.get(1).stream().forEach(column -> kept.set(lefts + column));
            int[] positions = positions(lefts + node.right().schema().size(), kept);
            JoinCondition condition = new JoinCondition(
                    Columns.movedIndices(node.leftKeys(), positions),
                    node.rightKeys().stream()
                            .map(key -> positions[lefts + key] - left.schema().size())
                            .toList(),
                    node.nullsMatch(),
                    node.condition() == null ? null : Columns.moved(node.condition(), positions));
            List<String> names = new ArrayList<>();
            kept.stream()
                    .filter(column -> column < node.schema().size())
                    .forEach(column -> names.add(node.schema().name(column)));
            PlanNode narrow = asOf == null
                    ? nodes.withTtls(
                            nodes.join(left, right, node.type(), condition, node.nullAware(), names), node.ttls())
                    : nodes.asOf(left, right, node.type(), condition, moved(asOf, positions, lefts, left), names);
            return new Pruned(narrow, Arrays.copyOf(positions, node.schema().size()));
        }

        @Override
        public Pruned visit(TopN node) {
            int columns = node.input().schema().size();
            BitSet read = needed.reads().visit(node).get(0);
            PlanNode input = exactly(node.input(), read);
            boolean ranked = node.withRank() && needed.of(node).get(columns);
            BitSet kept = (BitSet) read.clone();
            kept.set(columns, ranked);
            int[] positions = positions(node.schema().size(), kept);
            List<SortKey> order = node.order().stream()
                    .map(key -> key.isArrival()
                            ? key
                            : new SortKey(positions[key.column()], key.descending(), key.nullsFirst()))
                    .toList();
            PlanNode narrow = nodes.topN(
                    input,
                    Columns.movedIndices(node.partitionKeys(), positions),
                    order,
                    node.function(),
                    node.from(),
                    node.to(),
                    ranked ? node.schema().name(columns) : null);
            return new Pruned(narrow, positions);
        }

        @Override
        public Pruned visit(OverAggregate node) {
            int columns = node.input().schema().size();
            BitSet read = needed.reads().visit(node).get(0);
            PlanNode input = exactly(node.input(), read);
            BitSet kept = (BitSet) read.clone();
            List<OverCall> calls = new ArrayList<>();
            List<String> names = new ArrayList<>();
            int[] moved = positions(columns, read);
            for (int i : needed.reads().keptCalls(node)) {
                kept.set(columns + i);
                calls.add(Columns.moved(node.calls().get(i), moved));
                names.add(node.schema().name(columns + i));
            }
            int[] positions = positions(node.schema().size(), kept);
            if (calls.isEmpty() && !node.inEventTime()) {
                return new Pruned(input, positions);
            }
            PlanNode narrow = nodes.over(
                    input,
                    Columns.movedIndices(node.partitionKeys(), positions),
                    node.order().stream()
                            .map(key -> new SortKey(positions[key.column()], key.descending(), key.nullsFirst()))
                            .toList(),
                    calls,
                    node.inEventTime(),
                    names);
            return new Pruned(narrow, positions);
        }

        @Override
        public Pruned visit(SetOperation node) {
            BitSet all = ColumnReads.allOf(node);
            PlanNode whole = nodes.setOperation(
                    exactly(node.left(), all), exactly(node.right(), all), node.except(), node.all(), node.schema());
            return new Pruned(whole, positions(node.schema().size(), all));
        }

        @Override
        public Pruned visit(ToChangelog node) {
            PlanNode input = exactly(node.input(), ColumnReads.allOf(node.input()));
            return new Pruned(
                    nodes.toChangelog(input, node.codes(), node.schema()),
                    positions(node.schema().size(), ColumnReads.allOf(node)));
        }

        @Override
        public Pruned visit(FromChangelog node) {
            Pruned input = pruned(node.input());
            int operation = input.positions[node.operation()];
            List<Field> fields = new ArrayList<>(input.node.schema().fields());
            fields.remove(operation);
            int[] positions = new int[node.schema().size()];
            for (int i = 0; i < positions.length; i++) {
                int column = input.positions[i < node.operation() ? i : i + 1];
                positions[i] = column > operation ? column - 1 : column;
                if (positions[i] >= 0) {
                    fields.set(positions[i], node.schema().fields().get(i));
                }
            }
            return new Pruned(nodes.fromChangelog(input.node, operation, node.kinds(), new Schema(fields)), positions);
        }

        @Override
        public Pruned visit(AssignWindows node) {
            Pruned input = pruned(node.input());
            PlanNode narrow = nodes.assignWindows(
                    input.node, input.positions[node.timeColumn()], node.windows(), node.emission(), addedNames(node));
            return new Pruned(narrow, withAdded(input));
        }

        @Override
        public Pruned visit(AssignSessions node) {
            Pruned input = pruned(node.input());
            PlanNode narrow = nodes.assignSessions(
                    input.node,
                    Columns.movedIndices(node.partitionKeys(), input.positions),
                    input.positions[node.timeColumn()],
                    node.gap(),
                    node.zone(),
                    node.shrinks(),
                    node.emission(),
                    addedNames(node));
            return new Pruned(narrow, withAdded(input));
        }

        private List<String> addedNames(PlanNode node) {
            int size = node.schema().size();
            return node.schema().names().subList(size - AssignWindows.ADDED_COLUMNS, size);
        }

        /** Where the columns of an input are, and those behind them. */
        private int[] withAdded(Pruned input) {
            int[] positions = Arrays.copyOf(input.positions, input.positions.length + AssignWindows.ADDED_COLUMNS);
            for (int i = 0; i < AssignWindows.ADDED_COLUMNS; i++) {
                positions[input.positions.length + i] = input.node.schema().size() + i;
            }
            return positions;
        }

        /** What is made anew finds its windows again, which are among its keys. */
        @Override
        public Pruned visit(Windowed node) {
            return node.body().accept(this);
        }

        /** What is made anew finds its times again, which its condition compares. */
        @Override
        public Pruned visit(TimedJoin node) {
            return joined(
                    node.body(), needed.reads().visit(node), node.bound() instanceof TimeBound.AsOf asOf ? asOf : null);
        }

        private static TimeBound.AsOf moved(TimeBound.AsOf asOf, int[] positions, int lefts, PlanNode left) {
            int leftTime = asOf.leftTime() < 0 ? -1 : positions[asOf.leftTime()];
            int rightTime = asOf.rightTime() < 0
                    ? -1
                    : positions[lefts + asOf.rightTime()] - left.schema().size();
            return new TimeBound.AsOf(leftTime, rightTime, asOf.earlier(), asOf.clock());
        }

        @Override
        public Pruned visit(LookupJoin node) {
            BitSet read = needed.reads().visit(node).get(0);
            BitSet ofTable = needed.reads().keptColumns(node);
            int columns = node.input().schema().size();
            PlanNode input = exactly(node.input(), read);
            BitSet kept = (BitSet) read.clone();
            ofTable.stream().forEach(column -> kept.set(columns + column));
            int[] positions = positions(node.schema().size(), kept);
            int width = input.schema().size();
            PlanNode narrow = nodes.lookupJoin(
                    input,
                    node.table(),
                    ofTable.stream().mapToObj(node.columns()::get).toList(),
                    Columns.movedIndices(node.inputKeys(), positions),
                    node.tableKeys().stream()
                            .map(key -> positions[columns + key] - width)
                            .toList(),
                    node.outer(),
                    node.condition() == null ? null : Columns.moved(node.condition(), positions),
                    node.caching(),
                    node.fixed(),
                    kept.stream().mapToObj(node.schema()::name).toList());
            return new Pruned(narrow, positions);
        }

        @Override
        public Pruned visit(TemporalFilter node) {
            Pruned input = pruned(node.input());
            return new Pruned(
                    nodes.temporalFilter(
                            input.node,
                            Columns.moved(node.from(), input.positions),
                            Columns.moved(node.until(), input.positions),
                            Columns.moved(node.condition(), input.positions)),
                    input.positions);
        }

        @Override
        public Pruned visit(SinkNode node) {
            throw new IllegalStateException("a sink has no columns to prune");
        }

        @Override
        public Pruned visit(ChangelogNormalize node) {
            throw ColumnReads.laterPass(node);
        }

        @Override
        public Pruned visit(DropUpdateBefore node) {
            throw ColumnReads.laterPass(node);
        }

        @Override
        public Pruned visit(UpsertMaterialize node) {
            throw ColumnReads.laterPass(node);
        }
    }
}
