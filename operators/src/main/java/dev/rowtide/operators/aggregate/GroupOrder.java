// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.RecordTable;
import java.util.Arrays;
import java.util.Comparator;

/** The order in which groups came into being. One that lost all its rows and has some again came into being then. */
final class GroupOrder {

    private static final int SIZE_MIN = 16;
    private static final int SPARSE_MIN = 1_024;

    private final RecordTable table;

    /** All groups that ever were; those without rows are passed over. */
    private final DirtyList groups;

    /** By number in the list. */
    private long[] arrivals = new long[SIZE_MIN];

    private long last;

    /** Whether the list is in the order of arrivals, as it is but for a restore of several parts. */
    private boolean sorted = true;

    GroupOrder(RecordTable table) {
        this.table = table;
        groups = new DirtyList(table);
    }

    /** A group has its first row. */
    void add(int at) {
        add(at, last + 1);
    }

    /** A group that came into being before a restore. */
    void add(int at, long arrival) {
        int number = RecordTable.isMarked(table.records()[at]) ? groups.moveToEnd(at) : groups.add(at);
        if (number == arrivals.length) {
            arrivals = Arrays.copyOf(arrivals, 2 * number);
        }
        sorted &= arrival > last;
        arrivals[number] = arrival;
        last = Math.max(last, arrival);
    }

    /** When the group at a place of {@link #inOrder} came into being. */
    long arrival(int at) {
        return arrivals[groups.number(at)];
    }

    /** The addresses of all groups that have rows. */
    int[] inOrder() {
        int[] all = groups.addresses();
        long[] records = table.records();
        int[] at = new int[groups.size()];
        int n = 0;
        for (int number = 0; number < at.length; number++) {
            if (all[number] >= 0 && records[all[number] + table.valueOffset()] != 0) {
                at[n++] = all[number];
            }
        }
        if (sorted) {
            return Arrays.copyOf(at, n);
        }
        return Arrays.stream(at, 0, n)
                .boxed()
                .sorted(Comparator.comparingLong(this::arrival))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Whether most of what it lists are groups that have no rows any more. */
    boolean isSparse() {
        return groups.size() > SPARSE_MIN && groups.size() > 2L * table.live();
    }

    /** Forgets all. */
    void clear() {
        groups.clear();
    }
}
