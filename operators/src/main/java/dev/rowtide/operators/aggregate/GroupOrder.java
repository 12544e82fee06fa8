// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.RecordTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The order in which groups came into being. One that lost all its rows and has some again came into being then. */
final class GroupOrder {

    private static final int SIZE_MIN = 16;

    private final RecordTable table;

    /** All groups that ever were; those without rows are passed over. */
    private final DirtyList groups;

    /** By number in the list. */
    private long[] arrivals = new long[SIZE_MIN];

    private long last;
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
        boolean known = RecordTable.isMarked(table.records()[at]);
        int number = known ? groups.number(at) : groups.add(at);
        if (number == arrivals.length) {
            arrivals = Arrays.copyOf(arrivals, 2 * number);
        }
        sorted &= !known && arrival > last;
        arrivals[number] = arrival;
        last = Math.max(last, arrival);
    }

    /** When the group at a place of {@link #inOrder} came into being. */
    long arrival(int at) {
        return arrivals[groups.number(at)];
    }

    /** The addresses of all groups that have rows. */
    int[] inOrder() {
        int[] at = groups.addresses();
        long[] records = table.records();
        IntStream numbers =
                IntStream.range(0, groups.size()).filter(number -> records[at[number] + table.valueOffset()] != 0);
        if (!sorted) {
            numbers = numbers.boxed()
                    .sorted(Comparator.comparingLong(number -> arrivals[number]))
                    .mapToInt(Integer::intValue);
        }
        return numbers.map(number -> at[number]).toArray();
    }

    /** Forgets all. */
    void clear() {
        groups.clear();
    }
}
