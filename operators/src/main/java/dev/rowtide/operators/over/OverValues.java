// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.aggregate.TotalResult;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The functions of a node, with what they need to know of the subtrees of the lists, each thing once. */
final class OverValues {

    private record MovingKey(Frame frame, boolean inOrder) {}

    private record SummaryKey(Class<? extends Summary> kind, int column, List<SortKey> order, int filter) {}

    private final Schema schema;
    private final RowStore rows;
    private final RowOrder order;
    private final OverAggregate node;
    private final OrderedRows lists;
    private final PartitionRows partition;
    private final Map<SummaryKey, Summary> known = new HashMap<>();
    private final List<Summary> summaries = new ArrayList<>();
    private final Map<MovingKey, MovingFrame> moving = new LinkedHashMap<>();
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
            case AGGREGATE -> isByKey(Objects.requireNonNull(call.aggregate()));
            default -> call.ignoreNulls();
        };
    }

    private static boolean isByKey(AggregateCall call) {
        return call.function() == AggregateFunction.MIN_BY || call.function() == AggregateFunction.MAX_BY;
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
            case AGGREGATE -> aggregate(call, Objects.requireNonNull(call.aggregate()));
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> new FrameRowValue(call, frames(call), partition, valuesOf(call));
            case LAG -> new OffsetValue(call, -call.number(), partition, valuesOf(call));
            case LEAD -> new OffsetValue(call, call.number(), partition, valuesOf(call));
            case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST ->
                new RankValue(call.function(), order, partition);
            case NTILE -> new TileValue(call.number(), partition);
        };
    }

    private OverValue aggregate(OverCall call, AggregateCall aggregate) {
        return isByKey(aggregate)
                ? new ExtremeRowValue(
                        partition,
                        aggregate,
                        frames(call),
                        firstByKey(aggregate),
                        call.frame().isWhole())
                : moving(call, aggregate);
    }

    private OverValue moving(OverCall call, AggregateCall aggregate) {
        boolean inOrder = dependsOnOrder(aggregate);
        List<AggregateCall> together = node.calls().stream()
                .filter(other -> other.frame().equals(call.frame()))
                .map(OverCall::aggregate)
                .filter(other -> other != null && !isByKey(other) && dependsOnOrder(other) == inOrder)
                .distinct()
                .toList();
        MovingFrame frame = moving.computeIfAbsent(
                new MovingKey(call.frame(), inOrder),
                key -> MovingFrame.of(schema, frames(call), partition, lists, together, inOrder));
        return new MovingAggregateValue(partition, frame, frames(call), together.indexOf(aggregate), aggregate);
    }

    /** Whether the result is another if rows come in another order: that of the partition is meant. */
    private static boolean dependsOnOrder(AggregateCall call) {
        return switch (call.function()) {
            case LISTAGG, ARRAY_AGG, JSON_ARRAYAGG, JSON_OBJECTAGG ->
                call.order().isEmpty();
            case USER -> true;
            default -> false;
        };
    }

    /** Takes in what has changed in the partition at hand, see {@link MovingFrame#take}. */
    void take(ChangedRows changed, int touched) {
        moving.values().forEach(frame -> frame.take(changed, touched));
    }

    /** The rows before a place of the partition at hand are about to be given up. */
    void leave(int place) {
        moving.values().forEach(frame -> frame.leave(place));
    }

    private Frames frames(OverCall call) {
        return Frames.of(call.frame(), schema, node.order(), order, partition);
    }

    private Summary count(OverCall call) {
        return summary(new CountSummary(rows, call.arguments().get(0)));
    }

    private @Nullable CountSummary valuesOf(OverCall call) {
        return call.ignoreNulls() ? (CountSummary) count(call) : null;
    }

    private Summary sum(OverCall call) {
        int column = call.arguments().get(0);
        Storage storage = schema.type(column).storage();
        return summary(
                storage == Storage.DOUBLE ? new DoubleSumSummary(rows, column) : new SumSummary(rows, column, storage));
    }

    private Summary extreme(OverCall call) {
        boolean greatest = call.function() == OverFunction.MAX;
        return first(List.of(new SortKey(call.arguments().get(0), greatest, false)), AggregateCall.NO_FILTER);
    }

    /** The row with the least key, or the greatest; of several that with the least value, NULL behind all others. */
    private ExtremeSummary firstByKey(AggregateCall call) {
        boolean greatest = call.function() == AggregateFunction.MAX_BY;
        return first(
                List.of(
                        new SortKey(call.arguments().get(1), greatest, false),
                        new SortKey(call.arguments().get(0), false, false)),
                call.filter());
    }

    private ExtremeSummary first(List<SortKey> order, int filter) {
        return (ExtremeSummary) summary(new ExtremeSummary(rows, schema, order, filter), order, filter);
    }

    private Summary summary(Summary fresh) {
        return summary(fresh, List.of(), AggregateCall.NO_FILTER);
    }

    private Summary summary(Summary fresh, List<SortKey> order, int filter) {
        return known.computeIfAbsent(new SummaryKey(fresh.getClass(), fresh.column, order, filter), key -> {
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
        return summaries.stream().mapToLong(Summary::bytes).sum()
                + moving.values().stream().mapToLong(MovingFrame::bytes).sum();
    }
}
