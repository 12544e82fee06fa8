// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.Frame;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Frames that count rows. A change at a place moves the rows between it and the far ends of the frames around it: those are looked at one by one. Beyond
 * them an endless frame has the row more, or less, and nothing else.
 */
final class RowFrames extends Frames {

    private static final int UNBOUNDED = Integer.MIN_VALUE;

    /** Farther than any row, and not so far that places overflow. */
    private static final BigDecimal DISTANCE_MAX = BigDecimal.valueOf(1 << 30);

    private final PartitionRows partition;
    private final int lower;
    private final int upper;

    RowFrames(Frame frame, PartitionRows partition) {
        this.partition = partition;
        lower = distance(frame.lower());
        upper = distance(frame.upper());
    }

    private static int distance(@Nullable BigDecimal bound) {
        return bound == null
                ? UNBOUNDED
                : bound.max(DISTANCE_MAX.negate()).min(DISTANCE_MAX).intValue();
    }

    @Override
    int from(int place, int row) {
        return lower == UNBOUNDED ? 0 : Math.max(0, Math.min(place + lower, partition.size()));
    }

    @Override
    int to(int place, int row) {
        return upper == UNBOUNDED ? partition.size() : Math.max(0, Math.min(place + upper + 1, partition.size()));
    }

    @Override
    void reach(int row, int place, boolean settles, boolean counts, Scans scans) {
        int before = Math.max(upper == UNBOUNDED ? 0 : Math.max(0, upper), lower == UNBOUNDED ? 0 : lower);
        int behind = Math.max(lower == UNBOUNDED ? 0 : Math.max(0, -lower), upper == UNBOUNDED ? 0 : -upper);
        if (lower != UNBOUNDED || upper != UNBOUNDED) {
            scans.all(place - before - 1, place + behind + 2);
        }
        if (counts && lower == UNBOUNDED && upper == UNBOUNDED) {
            scans.forward(0);
        } else if (counts && lower == UNBOUNDED) {
            scans.onward(place + behind, settles);
        } else if (counts && upper == UNBOUNDED) {
            scans.back(place - before - 1, settles);
        }
    }
}
