// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import java.util.Arrays;

/** The partitions whose lists have changed, in order of the first change, and between which places. */
final class TouchedPartitions {

    private final OrderedRows lists;
    private final Partitions partitions;
    private final boolean countsGroups;

    private int size;
    private int[] touched = new int[16];
    private int[] low = new int[16];
    private int[] high = new int[16];
    private int[] sizes = new int[16];
    private int[] groups = new int[16];

    /** By partition: its number here, plus 1; 0 for one that is not touched. */
    private int[] numbers = new int[16];

    /** @param countsGroups whether groups of peers matter */
    TouchedPartitions(OrderedRows lists, Partitions partitions, boolean countsGroups) {
        this.countsGroups = countsGroups;
        this.lists = lists;
        this.partitions = partitions;
    }

    int size() {
        return size;
    }

    int partition(int number) {
        return touched[number];
    }

    /** The number here of a partition that is touched. */
    int number(int partition) {
        return numbers[partition] - 1;
    }

    /** Lists a partition, unless it is listed; its list has not changed yet. */
    void touch(int partition) {
        if (partition >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(partition + 1, 2 * numbers.length));
        }
        if (numbers[partition] > 0) {
            return;
        }
        if (size == touched.length) {
            touched = Arrays.copyOf(touched, 2 * size);
            low = Arrays.copyOf(low, 2 * size);
            high = Arrays.copyOf(high, 2 * size);
            sizes = Arrays.copyOf(sizes, 2 * size);
            groups = Arrays.copyOf(groups, 2 * size);
        }
        touched[size] = partition;
        low[size] = Integer.MAX_VALUE;
        high[size] = -1;
        sizes[size] = partitions.size(partition);
        groups[size] = countsGroups ? lists.groups(partitions.root(partition)) : 0;
        numbers[partition] = ++size;
    }

    void inserted(int partition, int place) {
        int number = number(partition);
        low[number] = Math.min(low[number], place);
        high[number] = Math.max(high[number] >= place ? high[number] + 1 : high[number], place);
    }

    void removed(int partition, int place) {
        int number = number(partition);
        low[number] = Math.min(low[number], place);
        high[number] = Math.max(high[number] > place ? high[number] - 1 : high[number], place);
    }

    /** The first place whose row may be another. */
    int low(int number) {
        return low[number];
    }

    /** The last place whose row may be another, if {@link #isAsLong}; else all behind may. */
    int high(int number) {
        return high[number];
    }

    /** The rows that the list had. */
    int sizeBefore(int number) {
        return sizes[number];
    }

    /** Whether the list has as many rows, and groups of peers, as it had. */
    boolean isAsLong(int number) {
        int partition = touched[number];
        return partitions.size(partition) == sizes[number]
                && (!countsGroups || lists.groups(partitions.root(partition)) == groups[number]);
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            numbers[touched[i]] = 0;
        }
        size = 0;
    }
}
