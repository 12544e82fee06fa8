// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one DISTINCT argument (or several arguments together) that each group has, for all FILTERs at once. The table's key is the group's number and the
 * value; its record says per filter whether the value is there:
 *
 * <ul>
 *   <li>input that only appends: one word, a bit per filter;
 *   <li>input that takes back: the rows with the value that pass any filter, then a count per filter. Counts may be negative while rows come in the wrong order; a value
 *       is there while its count is positive.
 * </ul>
 *
 * <p>The table is not laid out by the groups' virtual partitions, as that of the groups is: a global aggregate has all its values in one partition, and they would
 * crowd into that partition's slots. So a snapshot of some partitions reads the whole table.
 */
final class DistinctValues {

    private static final long FORMAT = 1;

    private final Schema schema;
    private final List<Integer> arguments;
    private final boolean countsNulls;
    private final Filters filters;
    private final boolean retracts;
    private final List<Integer> bits = new ArrayList<>();
    private long mask;
    private @Nullable DistinctKeys keys;

    private int[] rows = {};
    private long[] passed = {};
    private int[] at = {};
    private byte[][] weights = {};

    /** Groups that are forgotten, of which the values are still here, and how many rows they had: as many values at most. */
    private long[] forgotten = {};

    private int forgottenCount;
    private long forgottenRows;

    /**
     * @param schema the input's columns
     * @param arguments the columns whose values are told apart
     * @param countsNulls whether NULL is a value as any other; else rows where an argument is NULL don't count
     * @param filters where the filters are evaluated
     * @param retracts whether rows may be taken back
     */
    DistinctValues(Schema schema, List<Integer> arguments, boolean countsNulls, Filters filters, boolean retracts) {
        this.schema = schema;
        this.arguments = arguments;
        this.countsNulls = countsNulls;
        this.filters = filters;
        this.retracts = retracts;
    }

    List<Integer> arguments() {
        return arguments;
    }

    boolean countsNulls() {
        return countsNulls;
    }

    Filters filters() {
        return filters;
    }

    /** The number that a filter, given by its bit, has among those served, which it joins if need be. Only before the first batch. */
    int filter(int bit) {
        if (!bits.contains(bit)) {
            bits.add(bit);
            mask |= 1L << bit;
        }
        return bits.indexOf(bit);
    }

    /** Takes the rows in: afterwards {@link #weights} says which of them changed what is there. */
    void process(Steps steps) {
        int n = steps.size();
        if (passed.length < n) {
            int length = Math.max(n, 2 * passed.length);
            rows = new int[length];
            passed = new long[length];
            at = new int[length];
            weights = new byte[bits.size()][length];
        }
        int count = select(steps);
        keys().locate(steps, rows, count, at);
        if (retracts) {
            count(steps.signs(), count, n);
        } else {
            mark(count, n);
        }
    }

    /**
     * Forgets the values of a group that had so many rows. They are taken out, of many groups together, when they may be a quarter of all; by then as many rows have come
     * as there are values to look at.
     */
    void forget(long groupId, long rowCount) {
        if (forgottenCount == forgotten.length) {
            forgotten = Arrays.copyOf(forgotten, Math.max(16, forgottenCount * 2));
        }
        forgotten[forgottenCount++] = groupId;
        forgottenRows += rowCount;
        if (forgottenRows >= keys().table().live() / 4) {
            takeOutForgotten();
        }
    }

    private void takeOutForgotten() {
        if (forgottenCount == 0) {
            return;
        }
        Arrays.sort(forgotten, 0, forgottenCount);
        RecordTable table = keys().table();
        long[] records = table.records();
        int removed = 0;
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            if (Arrays.binarySearch(forgotten, 0, forgottenCount, keys().groupId(at)) >= 0) {
                Arrays.fill(records, at + table.valueOffset(), at + table.width(), 0);
                removed++;
            }
        }
        table.addLive(-removed);
        forgottenCount = 0;
        forgottenRows = 0;
    }

    /** How each row of the last {@link #process} counts under a filter. */
    byte[] weights(int filter) {
        return weights[filter];
    }

    /** Finds the rows that pass any filter and for each the filters it passes; how many they are. */
    private int select(Steps steps) {
        int n = steps.size();
        long[] all = filters.bits();
        byte[] signs = steps.signs();
        int count = 0;
        for (int i = 0; i < n; i++) {
            long passedHere = all[i] & mask;
            if (signs != null && signs[i] == 0) {
                passedHere = 0;
            }
            passed[count] = passedHere;
            rows[count] = i;
            count += passedHere != 0 ? 1 : 0;
        }
        for (int argument : countsNulls ? List.<Integer>of() : arguments) {
            count = dropNulls(steps.batch().column(argument), steps, count);
        }
        return count;
    }

    private int dropNulls(Column column, Steps steps, int count) {
        if (column.nulls() == null) {
            return count;
        }
        int left = 0;
        for (int k = 0; k < count; k++) {
            if (!column.isNull(steps.row(rows[k]))) {
                passed[left] = passed[k];
                rows[left++] = rows[k];
            }
        }
        return left;
    }

    private void mark(int count, int n) {
        RecordTable table = keys().table();
        long[] records = table.records();
        int offset = table.valueOffset();
        int created = 0;
        for (int k = 0; k < count; k++) {
            int word = at[k] + offset;
            long old = records[word];
            long fresh = passed[k] & ~old;
            records[word] = old | fresh;
            passed[k] = fresh;
            created += old == 0 ? 1 : 0;
        }
        table.addLive(created);
        for (int f = 0; f < weights.length; f++) {
            byte[] weight = weights[f];
            int bit = bits.get(f);
            if (count < n) {
                Arrays.fill(weight, 0, n, (byte) 0);
                for (int k = 0; k < count; k++) {
                    weight[rows[k]] = (byte) (passed[k] >>> bit & 1);
                }
            } else {
                for (int k = 0; k < count; k++) {
                    weight[k] = (byte) (passed[k] >>> bit & 1);
                }
            }
        }
    }

    private void count(byte @Nullable [] signs, int count, int n) {
        RecordTable table = keys().table();
        long[] records = table.records();
        int offset = table.valueOffset();
        int change = 0;
        for (int k = 0; k < count; k++) {
            int word = at[k] + offset;
            long old = records[word];
            long now = old + (signs == null ? 1 : signs[rows[k]]);
            records[word] = now;
            change += (now != 0 ? 1 : 0) - (old != 0 ? 1 : 0);
        }
        table.addLive(change);
        for (int f = 0; f < weights.length; f++) {
            byte[] weight = weights[f];
            int bit = bits.get(f);
            Arrays.fill(weight, 0, n, (byte) 0);
            for (int k = 0; k < count; k++) {
                if ((passed[k] >>> bit & 1) != 0) {
                    int word = at[k] + offset + 1 + f;
                    long old = records[word];
                    long now = old + (signs == null ? 1 : signs[rows[k]]);
                    records[word] = now;
                    weight[rows[k]] = (byte) ((now > 0 ? 1 : 0) - (old > 0 ? 1 : 0));
                }
            }
        }
    }

    /** Writes the values of the groups of the virtual partitions {@code first} to {@code last}, both included. */
    void snapshot(int first, int last, StateWriter writer) {
        takeOutForgotten();
        DistinctKeys keys = keys();
        RecordTable table = keys.table();
        int[] addresses = table.recordsIn(0, StateWriter.PARTITIONS - 1);
        int count = 0;
        for (int address : addresses) {
            int partition = RowCounts.partition(keys.groupId(address));
            if (partition >= first && partition <= last) {
                addresses[count++] = address;
            }
        }
        writer.writeLong(FORMAT);
        writer.writeLong(count);
        for (int i = 0; i < count; i++) {
            table.writeKey(addresses[i], writer);
            writer.writeLongs(table.records(), addresses[i] + table.valueOffset(), valueWords());
        }
    }

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "DISTINCT values");
        RecordTable table = keys().table();
        long values = reader.readLong();
        table.reserve(table.live() + values);
        for (long left = values; left > 0; left--) {
            int address = table.readKey(reader);
            reader.readLongs(table.records(), address + table.valueOffset(), valueWords());
            table.addLive(1);
        }
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return keys().table().bytes();
    }

    private int valueWords() {
        return retracts ? 1 + bits.size() : 1;
    }

    private DistinctKeys keys() {
        if (keys == null) {
            keys = DistinctKeys.of(schema, arguments, countsNulls, valueWords());
        }
        return keys;
    }
}
