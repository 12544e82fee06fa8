// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.aggregate.TotalResult;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions of a node, with what they need to know of the subtrees of the lists, each thing once. */
final class OverValues {

    private record SummaryKey(Class<? extends Summary> kind, int column, boolean least) {}

    private final Schema schema;
    private final RowStore rows;
    private final RowOrder order;
    private final OverAggregate node;
    private final OrderedRows lists;
    private final PartitionRows partition;
    private final Map<SummaryKey, Summary> known = new HashMap<>();
    private final List<Summary> summaries = new ArrayList<>();
    private final OverValue[] values;

    OverValues(OverAggregate node, RowStore rows, RowOrder order) {
        this.node = node;
        this.rows = rows;
        this.order = order;
        schema = node.input().schema();
        boolean summarized = node.calls().stream().anyMatch(OverValues::needsSummary);
        lists = new OrderedRows(order, summarized ? this::update : null);
        partition = new PartitionRows(rows, lists);
        values = node.calls().stream().map(this::value).toArray(OverValue[]::new);
    }

    private static boolean needsSummary(OverCall call) {
        return switch (call.function()) {
            case COUNT, SUM, AVG, MIN, MAX -> !call.arguments().isEmpty();
            default -> call.ignoreNulls();
        };
    }

    private void update(int row, int left, int right) {
        for (Summary summary : summaries) {
            summary.update(row, left, right);
        }
    }

    /** The lists of the partitions. */
    OrderedRows lists() {
        return lists;
    }

    /** The partition that the functions look at. */
    PartitionRows partition() {
        return partition;
    }

    OverValue[] values() {
        return values;
    }

    private OverValue value(OverCall call) {
        return switch (call.function()) {
            case COUNT ->
                new AggregateValue(
                        call, frames(call), partition, call.arguments().isEmpty() ? null : count(call), null);
            case SUM, AVG -> new AggregateValue(call, frames(call), partition, sum(call), total(call));
            case MIN, MAX -> new AggregateValue(call, frames(call), partition, extreme(call), null);
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> new FrameRowValue(call, frames(call), partition, valuesOf(call));
            case LAG -> new OffsetValue(call, -call.number(), partition, valuesOf(call));
            case LEAD -> new OffsetValue(call, call.number(), partition, valuesOf(call));
            case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST ->
                new RankValue(call.function(), order, partition);
            case NTILE -> new TileValue(call.number(), partition);
        };
    }

    private Frames frames(OverCall call) {
        return Frames.of(call.frame(), schema, node.order(), order, partition);
    }

    private Summary count(OverCall call) {
        return summary(new CountSummary(rows, call.arguments().get(0)), false);
    }

    private @Nullable CountSummary valuesOf(OverCall call) {
        return call.ignoreNulls() ? (CountSummary) count(call) : null;
    }

    private Summary sum(OverCall call) {
        int column = call.arguments().get(0);
        Storage storage = schema.type(column).storage();
        return summary(
                storage == Storage.DOUBLE ? new DoubleSumSummary(rows, column) : new SumSummary(rows, column, storage),
                false);
    }

    private Summary extreme(OverCall call) {
        boolean least = call.function() == OverFunction.MIN;
        return summary(new ExtremeSummary(rows, schema, call.arguments().get(0), least), least);
    }

    private Summary summary(Summary fresh, boolean least) {
        return known.computeIfAbsent(new SummaryKey(fresh.getClass(), fresh.column, least), key -> {
            summaries.add(fresh);
            return fresh;
        });
    }

    private @Nullable TotalResult total(OverCall call) {
        int column = call.arguments().get(0);
        Type argument = schema.type(column);
        Provenance source = call.source();
        Provenance origin = source == null ? new Provenance(call.function() + "(" + schema.name(column) + ")") : source;
        return new TotalResult(call.function() == OverFunction.AVG, argument, call.type(), origin);
    }

    long bytes() {
        return summaries.stream().mapToLong(Summary::bytes).sum();
    }
}
