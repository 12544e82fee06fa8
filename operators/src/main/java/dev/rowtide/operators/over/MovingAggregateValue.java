// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.AggregateCall;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An aggregate of the rows of the frame of which no summaries are kept. */
final class MovingAggregateValue extends OverValue {

    private final MovingFrame frame;
    private final Frames frames;
    private final int number;
    private final boolean settles;
    private final int filter;
    private final int[] notNull;
    private final int[] read;

    /**
     * The aggregate of a frame's calls that has a number.
     *
     * @param call as it is known to the node
     */
    MovingAggregateValue(PartitionRows partition, MovingFrame frame, Frames frames, int number, AggregateCall call) {
        super(partition, call.arguments());
        this.frame = frame;
        this.frames = frames;
        this.number = number;
        filter = call.filter();
        settles = switch (call.function()) {
            case BIT_AND, BIT_OR, BIT_XOR -> !call.distinct();
            default -> false;
        };
        notNull = switch (call.function()) {
            case ARRAY_AGG, JSON_ARRAYAGG, JSON_OBJECTAGG, USER -> new int[0];
            case MIN_BY, MAX_BY -> new int[] {call.arguments().get(1)};
            default -> columns(call.arguments().stream());
        };
        read = IntStream.concat(
                        IntStream.of(columns(call.arguments().stream())),
                        IntStream.concat(
                                call.order().stream().mapToInt(key -> key.column()),
                                IntStream.of(filter).filter(column -> column >= 0)))
                .toArray();
    }

    private static int[] columns(Stream<Integer> columns) {
        return columns.mapToInt(Integer::intValue).toArray();
    }

    @Override
    void compute(int place, int row, Value result) {
        frame.compute(place, number, result);
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        frames.reach(row, place, settles, counts(row), scans);
    }

    private boolean counts(int row) {
        if (filter != AggregateCall.NO_FILTER
                && (partition.rows.isNull(row, filter) || partition.rows.word(row, filter) == 0)) {
            return false;
        }
        for (int column : notNull) {
            if (partition.rows.isNull(row, column)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean isSameFor(int row, int other) {
        return partition.rows.equals(row, other, read);
    }
}
