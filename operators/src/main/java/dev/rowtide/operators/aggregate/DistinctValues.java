// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.PairBits;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one DISTINCT argument (or several arguments together) that each group has, for all FILTERs at once: finds out which rows bring a value that was not there, or
 * take the last of its kind out.
 */
final class DistinctValues {

    private static final long FORMAT = 2;

    private final Schema schema;
    private final List<Integer> arguments;
    private final boolean countsNulls;
    private final Filters filters;
    private final boolean retracts;
    private final List<Integer> bits = new ArrayList<>();
    private long mask;
    private @Nullable DistinctTable table;

    private int[] rows = {};
    private long[] passed = {};
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
            weights = new byte[bits.size()][length];
        }
        int count = select(steps);
        if (table() instanceof DistinctRecords records && retracts) {
            for (byte[] weight : weights) {
                Arrays.fill(weight, 0, n, (byte) 0);
            }
            records.count(steps, rows, count, passed, bits, weights);
        } else {
            table().add(steps, rows, count, passed);
            weigh(count, n);
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
        if (forgottenRows >= table().size() / 4) {
            takeOutForgotten();
        }
    }

    private void takeOutForgotten() {
        if (forgottenCount == 0) {
            return;
        }
        Arrays.sort(forgotten, 0, forgottenCount);
        table().removeGroups(group -> Arrays.binarySearch(forgotten, 0, forgottenCount, group) >= 0);
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

    /** Has each row weigh 1 by the filters by which its value was not there. */
    private void weigh(int count, int n) {
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

    /** Writes the values of the groups of the virtual partitions {@code first} to {@code last}, both included. */
    void snapshot(int first, int last, StateWriter writer) {
        takeOutForgotten();
        writer.writeLong(FORMAT);
        table().snapshot(
                        group -> {
                            int partition = RowCounts.partition(group);
                            return partition >= first && partition <= last;
                        },
                        writer);
    }

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "DISTINCT values");
        table().restore(reader);
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return table().bytes();
    }

    private DistinctTable table() {
        if (table == null) {
            table = newTable();
        }
        return table;
    }

    private DistinctTable newTable() {
        boolean fewFilters = Long.SIZE - Long.numberOfLeadingZeros(mask) <= PairBits.BITS;
        if (!retracts && !countsNulls && fewFilters && DistinctKeys.isOneWord(schema, arguments)) {
            return new DistinctWords(arguments.get(0));
        }
        int valueWords = retracts ? 1 + bits.size() : 1;
        return new DistinctRecords(DistinctKeys.of(schema, arguments, countsNulls, valueWords), valueWords);
    }
}
