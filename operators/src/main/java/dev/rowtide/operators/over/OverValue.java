// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import java.util.Arrays;
import java.util.List;

/** One function: its result for each row of the partition at hand, and which results a change may have changed. */
abstract class OverValue {

    final PartitionRows partition;
    private final int[] arguments;
    private final int[] readOfOthers;

    OverValue(PartitionRows partition, List<Integer> arguments) {
        this.partition = partition;
        this.arguments = arguments.stream().mapToInt(Integer::intValue).toArray();
        readOfOthers = Arrays.copyOf(this.arguments, Math.min(1, this.arguments.length));
    }

    /** Computes the result of a row at its place. */
    abstract void compute(int place, int row, Value result);

    /**
     * Lists the places of rows whose result a row that came, or went, may have changed; its own is no concern.
     *
     * @param place where it stands, or would stand
     * @param sizeBefore how many rows the partition had
     */
    abstract void reach(int row, int place, boolean came, int sizeBefore, Scans scans);

    /** Lists what can only be told of all changes together. */
    void reachTogether(int sizeBefore, Scans scans) {}

    /** Whether the result that was computed last, if it is as before, tells that those which grow from it are; asked after {@link #reach}. */
    boolean isSettled(ChangedRows changed) {
        return true;
    }

    /** Whether it makes no difference for other rows if a row is exchanged for another at the same place. */
    boolean isSameFor(int row, int other) {
        return partition.rows.equals(row, other, readOfOthers);
    }

    /** The column of an argument. */
    final int argument(int number) {
        return arguments[number];
    }

    final boolean hasArgument(int number) {
        return number < arguments.length;
    }
}
