// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The partitions that have rows, by key. The record of a key has the number of its partition, plus 1. */
final class SessionPartitions {

    private final long gap;
    private final Keys keys;
    private final RecordTable records;
    private final List<@Nullable SessionPartition> partitions = new ArrayList<>();
    private final List<Integer> unused = new ArrayList<>();
    private int generation;

    /**
     * @param partitionKeys columns of {@code schema}
     * @param gap the rows of a session are no further apart, microseconds
     */
    SessionPartitions(Schema schema, List<Integer> partitionKeys, long gap) {
        this.gap = gap;
        keys = Keys.of(
                schema, partitionKeys.stream().mapToInt(Integer::intValue).toArray(), 1);
        records = keys.table();
        generation = records.generation();
    }

    /** Finds the records of a batch's keys: {@code located} gets the address of each row's, by its place. */
    void locate(ChangeBatch batch, int[] located) {
        keys.locate(batch, batch.selection(), batch.size(), located);
        relocate();
    }

    /** The partition of a record, or null if it has no rows. */
    @Nullable
    SessionPartition find(int address) {
        int number = (int) records.records()[address + records.valueOffset()] - 1;
        return number < 0 ? null : partitions.get(number);
    }

    /** A partition without rows for a record that has none. */
    SessionPartition add(int address) {
        SessionPartition partition = new SessionPartition(gap, address);
        int number = unused.isEmpty() ? partitions.size() : unused.remove(unused.size() - 1);
        if (number == partitions.size()) {
            partitions.add(partition);
        } else {
            partitions.set(number, partition);
        }
        records.records()[address + records.valueOffset()] = number + 1L;
        records.addLive(1);
        return partition;
    }

    /** Gives up a partition that has no rows; it may have been given up already. */
    void drop(SessionPartition partition) {
        int word = partition.address() + records.valueOffset();
        int number = (int) records.records()[word] - 1;
        if (number >= 0 && partitions.get(number) == partition) {
            partitions.set(number, null);
            unused.add(number);
            records.records()[word] = 0;
            records.addLive(-1);
        }
    }

    /** Tells the partitions where their keys are after the table was rebuilt. */
    private void relocate() {
        if (generation != records.generation()) {
            generation = records.generation();
            for (int at : records.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                Objects.requireNonNull(find(at)).moveTo(at);
            }
        }
    }

    /** Begins to write the partitions of a snapshot; which they are. */
    List<SessionPartition> write(int first, int last, StateWriter writer) {
        return Arrays.stream(records.writeExtent(first, last, writer))
                .mapToObj(at -> Objects.requireNonNull(find(at)))
                .toList();
    }

    void writeKey(SessionPartition partition, StateWriter writer) {
        records.writeKey(partition.address(), writer);
    }

    /** Begins to read the partitions of a snapshot; how many they are. */
    long read(StateReader reader) {
        long count = records.readExtent(reader);
        // Room for more partitions moves the keys of those that were read before, whether or not any follow.
        relocate();
        return count;
    }

    /** Reads a key; its partition has no rows yet. */
    SessionPartition readKey(StateReader reader) {
        int address = records.readKey(reader);
        relocate();
        return add(address);
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return records.bytes();
    }
}
