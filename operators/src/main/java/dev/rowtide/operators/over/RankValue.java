// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.operators.state.RowOrder;
import java.util.List;

/**
 * ROW_NUMBER and the ranks. A row that comes or goes raises or lowers those of all rows behind it by the same, until another change: one that is as before settles the
 * matter.
 */
final class RankValue extends OverValue {

    private final OverFunction function;
    private final RowOrder order;

    RankValue(OverFunction function, RowOrder order, PartitionRows partition) {
        super(partition, List.of());
        this.function = function;
        this.order = order;
    }

    @Override
    void compute(int place, int row, Value result) {
        switch (function) {
            case ROW_NUMBER -> result.set(place + 1L, 0);
            case RANK -> result.set(partition.firstPeer(place) + 1L, 0);
            case DENSE_RANK -> result.set(partition.groupsBefore(place + 1), 0);
            case PERCENT_RANK -> share(partition.firstPeer(place), partition.size() - 1, result);
            default -> share(partition.endOfPeers(place), partition.size(), result);
        }
    }

    private static void share(int rows, int all, Value result) {
        double share = rows == 0 ? 0 : (double) rows / all;
        result.set(Double.doubleToLongBits(share), 0);
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        boolean ofAll = function == OverFunction.PERCENT_RANK || function == OverFunction.CUME_DIST;
        if (ofAll && partition.size() != sizeBefore) {
            scans.all(0, partition.size());
        } else if (function == OverFunction.ROW_NUMBER) {
            scans.forward(place);
        } else if (function == OverFunction.CUME_DIST) {
            scans.forward(partition.firstPlace(other -> order.compare(other, row) >= 0));
        } else {
            scans.forward(partition.firstPlace(other -> order.compare(other, row) > 0));
        }
    }
}
