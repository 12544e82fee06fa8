// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.AggregateCall;
import java.util.stream.IntStream;

/**
 * MIN_BY and MAX_BY of the rows of the frame: what the row that is first in an order has in another column.
 *
 * <p>A result that is as before settles nothing by itself, since another row may have given it. It does if the row that it is of stays and comes before all that came or went: those have no
 * part in it, nor in the results of frames that hold that row too.
 */
final class ExtremeRowValue extends OverValue {

    private static final int NONE = -1;

    private final Frames frames;
    private final ExtremeSummary first;
    private final boolean isWhole;
    private final int[] read;

    // The first of the rows that came to the partition at hand or went from it.
    private int entered = NONE;
    private int firstMoved = NONE;

    /**
     * @param first tells the row
     * @param isWhole whether all rows of a partition have one frame
     */
    ExtremeRowValue(PartitionRows partition, AggregateCall call, Frames frames, ExtremeSummary first, boolean isWhole) {
        super(partition, call.arguments());
        this.frames = frames;
        this.first = first;
        this.isWhole = isWhole;
        IntStream filter = call.filter() == AggregateCall.NO_FILTER ? IntStream.empty() : IntStream.of(call.filter());
        read = IntStream.concat(call.arguments().stream().mapToInt(Integer::intValue), filter)
                .toArray();
    }

    @Override
    void compute(int place, int row, Value result) {
        int from = frames.from(place, row);
        first.range(partition, from, Math.max(from, frames.to(place, row)));
        if (first.count() == 0) {
            result.setNull();
        } else {
            result.set(partition.rows, first.found(), argument(0));
        }
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        if (entered != partition.entered()) {
            entered = partition.entered();
            firstMoved = NONE;
        }
        boolean counts = first.counts(row);
        if (counts) {
            firstMoved = first.better(firstMoved, row);
        }
        frames.reach(row, place, true, counts, scans);
    }

    @Override
    boolean isSettled(ChangedRows changed) {
        if (isWhole || firstMoved == NONE) {
            return true;
        }
        if (first.count() == 0) {
            return false;
        }
        int comparison = first.compare(first.found(), firstMoved);
        return comparison < 0 || comparison == 0 && !changed.isListed(first.found());
    }

    @Override
    boolean isSameFor(int row, int other) {
        return partition.rows.equals(row, other, read);
    }
}
