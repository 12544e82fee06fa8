// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Values of any kind. What a record says depends on the input:
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
final class DistinctRecords implements DistinctTable {

    private final DistinctKeys keys;
    private final RecordTable table;
    private final int valueWords;
    private int[] at = {};

    /** @param valueWords the words that a record has for a value */
    DistinctRecords(DistinctKeys keys, int valueWords) {
        this.keys = keys;
        this.valueWords = valueWords;
        table = keys.table();
    }

    @Override
    public void add(Steps steps, int[] rows, int n, long[] passed) {
        locate(steps, rows, n);
        long[] records = table.records();
        int offset = table.valueOffset();
        int created = 0;
        for (int k = 0; k < n; k++) {
            int word = at[k] + offset;
            long old = records[word];
            long fresh = passed[k] & ~old;
            records[word] = old | fresh;
            passed[k] = fresh;
            created += old == 0 ? 1 : 0;
        }
        table.addLive(created);
    }

    /**
     * Counts rows in, or takes them back where their sign says so.
     *
     * @param rows the rows of the steps, of which the first {@code n} count
     * @param passed the filters that each passes, at least one
     * @param bits the filters that are counted
     * @param weights receives by filter, for each row of the steps that passes it, how the number of its values changes
     */
    void count(Steps steps, int[] rows, int n, long[] passed, List<Integer> bits, byte[][] weights) {
        locate(steps, rows, n);
        byte[] signs = steps.signs();
        long[] records = table.records();
        int offset = table.valueOffset();
        int change = 0;
        for (int k = 0; k < n; k++) {
            int word = at[k] + offset;
            long old = records[word];
            long now = old + (signs == null ? 1 : signs[rows[k]]);
            records[word] = now;
            change += (now != 0 ? 1 : 0) - (old != 0 ? 1 : 0);
        }
        table.addLive(change);
        for (int f = 0; f < bits.size(); f++) {
            byte[] weight = weights[f];
            int bit = bits.get(f);
            for (int k = 0; k < n; k++) {
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

    private void locate(Steps steps, int[] rows, int n) {
        if (at.length < n) {
            at = new int[Math.max(n, 2 * at.length)];
        }
        keys.locate(steps, rows, n, at);
    }

    @Override
    public int size() {
        return table.live();
    }

    @Override
    public void removeGroups(LongPredicate which) {
        long[] records = table.records();
        int removed = 0;
        for (int address : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            if (which.test(keys.groupId(address))) {
                Arrays.fill(records, address + table.valueOffset(), address + table.width(), 0);
                removed++;
            }
        }
        table.addLive(-removed);
    }

    @Override
    public void snapshot(LongPredicate which, StateWriter writer) {
        int[] addresses = table.recordsIn(0, StateWriter.PARTITIONS - 1);
        int count = 0;
        for (int address : addresses) {
            if (which.test(keys.groupId(address))) {
                addresses[count++] = address;
            }
        }
        writer.writeLong(count);
        for (int i = 0; i < count; i++) {
            table.writeKey(addresses[i], writer);
            writer.writeLongs(table.records(), addresses[i] + table.valueOffset(), valueWords);
        }
    }

    @Override
    public void restore(StateReader reader) {
        long values = reader.readLong();
        table.reserve(table.live() + values);
        for (long left = values; left > 0; left--) {
            int address = table.readKey(reader);
            reader.readLongs(table.records(), address + table.valueOffset(), valueWords);
            table.addLive(1);
        }
    }

    @Override
    public long bytes() {
        return table.bytes();
    }
}
