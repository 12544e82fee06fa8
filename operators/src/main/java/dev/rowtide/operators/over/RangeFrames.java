// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RowOrder;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames that count values of the sort column. A change reaches the rows whose frame has its value in it, and moves no others. */
final class RangeFrames extends Frames {

    /** How far a bound is from the current row. */
    @FunctionalInterface
    private interface Bound {

        /** Compares the bound of a row with another row, in the order of the list. */
        int compare(int row, int other);
    }

    private final PartitionRows partition;
    private final @Nullable Bound lower;
    private final @Nullable Bound upper;
    private final boolean lowerIsPeer;
    private final boolean upperIsPeer;

    RangeFrames(Frame frame, Schema schema, List<SortKey> order, RowOrder rowOrder, PartitionRows partition) {
        this.partition = partition;
        lower = bound(frame.lower(), schema, order, rowOrder, partition);
        upper = bound(frame.upper(), schema, order, rowOrder, partition);
        lowerIsPeer = isPeer(frame.lower());
        upperIsPeer = isPeer(frame.upper());
    }

    private static @Nullable Bound bound(
            @Nullable BigDecimal distance,
            Schema schema,
            List<SortKey> order,
            RowOrder rowOrder,
            PartitionRows partition) {
        if (distance == null) {
            return null;
        }
        return distance.signum() == 0
                ? rowOrder::compare
                : new KeyDistance(partition.rows, schema, order.get(0), distance)::compare;
    }

    private static boolean isPeer(@Nullable BigDecimal distance) {
        return distance != null && distance.signum() == 0;
    }

    @Override
    int from(int place, int row) {
        if (lower == null) {
            return 0;
        }
        return lowerIsPeer ? partition.firstPeer(place) : partition.firstPlace(other -> lower.compare(row, other) <= 0);
    }

    @Override
    int to(int place, int row) {
        if (upper == null) {
            return partition.size();
        }
        return upperIsPeer ? partition.endOfPeers(place) : partition.firstPlace(other -> upper.compare(row, other) < 0);
    }

    @Override
    void reach(int row, int place, boolean settles, boolean counts, Scans scans) {
        if (!counts) {
            return;
        }
        int first = upper == null ? 0 : partition.firstPlace(other -> upper.compare(other, row) >= 0);
        int end = lower == null ? partition.size() : partition.firstPlace(other -> lower.compare(other, row) > 0);
        if (lower == null && upper == null) {
            scans.forward(0);
        } else if (lower == null) {
            scans.onward(first, settles);
        } else if (upper == null) {
            scans.back(end - 1, settles);
        } else {
            scans.all(first, end);
        }
    }
}
