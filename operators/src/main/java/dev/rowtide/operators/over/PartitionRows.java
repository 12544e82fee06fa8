// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowStore;

/** The rows of the partition at hand, by their places in its order. Rows next to one another are found without a search for each. */
final class PartitionRows {

    private static final int READ_AHEAD_MAX = 256;

    final RowStore rows;
    private final OrderedRows lists;
    private int root;
    private int size;
    private int entered;

    // The rows read at the places from bufferFrom on.
    private final int[] buffer = new int[READ_AHEAD_MAX];
    private int bufferFrom;
    private int bufferCount;

    PartitionRows(RowStore rows, OrderedRows lists) {
        this.rows = rows;
        this.lists = lists;
    }

    /** Goes to a partition, as its list is now. */
    void enter(int root, int size) {
        this.root = root;
        this.size = size;
        entered++;
        bufferCount = 0;
    }

    /** How often a partition was gone to: what was read of one before is out of date. */
    int entered() {
        return entered;
    }

    int size() {
        return size;
    }

    /** The row at a place that there is. */
    int row(int place) {
        int at = place - bufferFrom;
        if (at < 0 || at >= bufferCount) {
            int ahead = at == bufferCount || at == -1 ? Math.min(READ_AHEAD_MAX, 2 * bufferCount + 1) : 1;
            bufferFrom = at == -1 ? Math.max(0, place - ahead + 1) : place;
            bufferCount = Math.min(ahead, size - bufferFrom);
            lists.rows(root, bufferFrom, bufferFrom + bufferCount, buffer);
            at = place - bufferFrom;
        }
        return buffer[at];
    }

    /** How many rows stand before a row that is in the list, or was removed from it last. */
    int placeOf(int row) {
        return lists.placeOf(root, row);
    }

    /** The first place whose row meets a condition that all rows behind it meet as well; the size if there is none. */
    int firstPlace(Condition condition) {
        return lists.descend(root, (row, left) -> condition.isMet(row) ? -1 : 1);
    }

    /** See {@link OrderedRows#descend}. */
    int descend(OrderedRows.Descent descent) {
        return lists.descend(root, descent);
    }

    /** How many groups of peers begin before a place. */
    int groupsBefore(int place) {
        return lists.groupsBefore(root, place);
    }

    /** Where the peers of the row at a place begin. */
    int firstPeer(int place) {
        return lists.firstOfGroup(root, groupsBefore(place + 1) - 1);
    }

    /** The place behind the last peer of the row at a place. */
    int endOfPeers(int place) {
        return lists.firstOfGroup(root, groupsBefore(place + 1));
    }

    /** Gives a fold the rows from one place up to, not including, another. */
    void fold(int from, int to, OrderedRows.Fold fold) {
        lists.fold(root, size, from, to, fold);
    }

    /** Something that a row is or isn't. */
    @FunctionalInterface
    interface Condition {

        boolean isMet(int row);
    }
}
