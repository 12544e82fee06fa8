// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;

/**
 * Where in a partition's list the ranks of the result lie.
 *
 * @param function how rows are numbered
 * @param from the first rank of the result, from 1
 * @param to the last
 */
record RankRange(OrderedRows lists, Partitions partitions, RankFunction function, long from, long to) {

    /** The place of the first row in range; the list's size if there is none. */
    int begin(int partition) {
        return from == 1 ? 0 : firstOfRank(partition, from);
    }

    /** The place behind the last row in range. */
    int end(int partition) {
        return to == Long.MAX_VALUE ? partitions.size(partition) : firstOfRank(partition, to + 1);
    }

    /** Whether the rows from the first to the last rank are there, so that a row behind them all is out of range. */
    boolean isFull(int partition) {
        return (function == RankFunction.DENSE_RANK
                        ? lists.groups(partitions.root(partition))
                        : partitions.size(partition))
                >= to;
    }

    /** The rank of the row at a place. */
    int rank(int partition, int place) {
        int root = partitions.root(partition);
        return switch (function) {
            case ROW_NUMBER -> place + 1;
            case RANK -> lists.firstOfGroup(root, lists.groupsBefore(root, place + 1) - 1) + 1;
            case DENSE_RANK -> lists.groupsBefore(root, place + 1);
        };
    }

    /** The rank of the row at a place where a group of peers begins, behind one with the given rank. */
    int nextRank(int rank, int place) {
        return function == RankFunction.DENSE_RANK ? rank + 1 : place + 1;
    }

    /** The place of the first row whose rank is at least {@code rank}. */
    private int firstOfRank(int partition, long rank) {
        int root = partitions.root(partition);
        int size = partitions.size(partition);
        if (rank > size) {
            return size;
        }
        int before = (int) rank - 1;
        return switch (function) {
            case ROW_NUMBER -> before;
            case RANK -> lists.firstPlaceOfGroup(root, before);
            case DENSE_RANK -> lists.firstOfGroup(root, before);
        };
    }
}
