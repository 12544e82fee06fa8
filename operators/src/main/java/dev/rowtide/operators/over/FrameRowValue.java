// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import org.jspecify.annotations.Nullable;

/** FIRST_VALUE, LAST_VALUE and NTH_VALUE: what one row of the frame has. */
final class FrameRowValue extends OverValue {

    private final OverFunction function;
    private final long number;
    private final Frames frames;
    private final @Nullable CountSummary values;
    private final boolean fromFirst;
    private final boolean toLast;

    /** @param values of the argument, to pass over rows that have none; null to count them all */
    FrameRowValue(OverCall call, Frames frames, PartitionRows partition, @Nullable CountSummary values) {
        super(partition, call.arguments());
        this.values = values;
        function = call.function();
        number = call.number();
        this.frames = frames;
        fromFirst = call.frame().lower() == null;
        toLast = call.frame().upper() == null;
    }

    @Override
    void compute(int place, int row, Value result) {
        int from = frames.from(place, row);
        int to = Math.max(from, frames.to(place, row));
        if (values == null) {
            take(chosen(from, to), from, to, result);
            return;
        }
        int first = values.between(partition, 0, from);
        long chosen = chosen(first, first + values.between(partition, from, to));
        take(chosen < first ? -1 : values.placeOf(partition, (int) Math.min(chosen, to)), from, to, result);
    }

    private long chosen(int from, int to) {
        return switch (function) {
            case FIRST_VALUE -> from;
            case LAST_VALUE -> to - 1L;
            default -> from + number - 1;
        };
    }

    private void take(long place, int from, int to, Value result) {
        if (place < from || place >= to) {
            result.setNull();
        } else {
            result.set(partition.rows, partition.row((int) place), argument(0));
        }
    }

    /**
     * Where a frame begins or ends with the partition, only a change there reaches all rows that read there. Their frames may be empty, which looks like a NULL that was read:
     * nothing is settled by it. Where NULLs are passed over they are no rows at all.
     */
    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        boolean settles = true;
        boolean counts = true;
        if (values != null) {
            settles = function != OverFunction.NTH_VALUE;
            counts = !values.isNull(row);
        } else if (function == OverFunction.NTH_VALUE) {
            settles = false;
            counts = !fromFirst || place < number;
        } else if (function == OverFunction.FIRST_VALUE && fromFirst) {
            settles = false;
            counts = place == 0;
        } else if (function == OverFunction.LAST_VALUE && toLast) {
            settles = false;
            counts = place + (came ? 1 : 0) >= partition.size();
        }
        frames.reach(row, place, settles, counts, scans);
    }
}
