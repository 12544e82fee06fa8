// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first few rows of each partition, of inserts: their numbers lie in order in a block of an array. A partition's record is
 *
 * <pre>
 *   start of its block (32) rows in it (32) | once there are as many as there can be, the prefix of the last ({@link RowOrder})
 * </pre>
 *
 * Most rows of a partition that is full are turned away by that prefix alone.
 */
final class BoundedRows implements Ranking {

    /** So many rows per partition are still moved faster than a tree is changed. */
    static final int ROWS_MAX = 1000;

    private static final long FORMAT = 2;
    private static final int NONE = -1;
    private static final int BLOCK = 0;
    private static final int LAST_PREFIX = 1;

    private final int begin;
    private final int rowsMax;
    private final boolean latestFirst;
    private final boolean rowPerRank;
    private final Keys keys;
    private final RecordTable table;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowOrder order;
    private final RowBlocks blocks;
    private final RowChanges changes;
    private final DirtyList touched;

    // By number in the list of touched partitions: where the rows lie that were in range, and how many.
    private int[] oldStarts = new int[16];
    private int[] oldCounts = new int[16];
    private int[] old = new int[64];
    private long[] oldPrefixes = new long[64];
    private int oldSize;

    private int[] allPushedOut = new int[16];
    private int pushedOutCount;

    /** The row that the last one to come in pushed out, or {@link #NONE}, and its prefix. */
    private int pushedOut;

    private long pushedOutPrefix;

    // By row of a batch: the address of its partition, then by row that may come into the range.
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];
    private int[] candidates = new int[ChangeBatch.ROWS_MAX];
    private long[] prefixes = new long[ChangeBatch.ROWS_MAX];

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touchedSum;

    /** @param rowPerRank whether there is one row per rank, or the result is a set of rows */
    BoundedRows(TopN node, boolean latestFirst, boolean rowPerRank) {
        this.latestFirst = latestFirst;
        this.rowPerRank = rowPerRank;
        begin = (int) Math.min(node.from(), node.to() + 1) - 1;
        rowsMax = (int) node.to();
        Schema schema = node.input().schema();
        int[] partition =
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
        keys = Keys.of(schema, partition, 2 + RecordExpiry.words(node.ttl()));
        table = keys.table();
        expiry = RecordExpiry.of(table, node.ttl());
        rows = new RowStore(schema, 0);
        order = new RowOrder(schema, node.order(), rows);
        blocks = new RowBlocks(rowsMax);
        changes = new RowChanges(rows, node);
        touched = new DirtyList(table);
    }

    @Override
    public RowChanges changes() {
        return changes;
    }

    @Override
    public void apply(ChangeBatch batch, long nowMillis, Positions positions) {
        int count = locateCandidates(batch, nowMillis);
        for (int i = 0; i < count; i++) {
            int row = candidates[i];
            if (!isBehind(prefixes[i], batch, row, addresses[i] + table.valueOffset())) {
                positions.reach(batch.position(row));
                touch(addresses[i]);
                insert(addresses[i], batch, row, prefixes[i]);
                if (pushedOut != NONE) {
                    pushOut(pushedOut);
                }
            }
        }
        changes.copyStored();
    }

    @Override
    public Steps steps() {
        return this::applyLone;
    }

    private void applyLone(ChangeBatch batch, long nowMillis, Positions positions) {
        int count = locateCandidates(batch, nowMillis);
        for (int i = 0; i < count; i++) {
            int row = candidates[i];
            int at = addresses[i] + table.valueOffset();
            if (isBehind(prefixes[i], batch, row, at)) {
                continue;
            }
            positions.reach(batch.position(row));
            changes.at(batch.position(row));
            int place = insert(addresses[i], batch, row, prefixes[i]);
            if (rowPerRank) {
                shiftRanks(at, place);
            } else {
                exchange(at, place);
            }
            if (pushedOut != NONE) {
                changes.free(pushedOut);
            }
        }
        changes.copyStored();
    }

    /** From the place of a row that came in on, the row at each rank is the one that was before it. */
    private void shiftRanks(int at, int place) {
        int start = start(at);
        int last = (int) table.records()[at + BLOCK] - 1;
        for (int i = Math.max(place, begin); i < last; i++) {
            boolean differ = blocks.prefix(start, i) != blocks.prefix(start, i + 1);
            changes.replace(blocks.row(start, i + 1), blocks.row(start, i), i + 1, differ);
        }
        if (last < begin) {
            return;
        }
        if (pushedOut == NONE) {
            changes.insert(blocks.row(start, last), last + 1);
        } else {
            boolean differ = blocks.prefix(start, last) != pushedOutPrefix;
            changes.replace(pushedOut, blocks.row(start, last), last + 1, differ);
        }
    }

    /** A row that came in, or the one that it has moved across the begin of the range, is in the set; the one that was pushed out is not. */
    private void exchange(int at, int place) {
        if ((int) table.records()[at + BLOCK] > begin) {
            if (pushedOut != NONE) {
                changes.delete(pushedOut, 1);
            }
            changes.insert(blocks.row(start(at), Math.max(place, begin)), 1);
        }
    }

    private int locateCandidates(ChangeBatch batch, long nowMillis) {
        int size = batch.size();
        if (addresses.length < size) {
            addresses = new int[size];
            candidates = new int[size];
            prefixes = new long[size];
        }
        keys.locate(batch, batch.selection(), size, addresses);
        if (expiry != null) {
            expiry.touch(addresses, size, nowMillis);
        }
        return chooseCandidates(batch);
    }

    /**
     * Finds the rows that may come into the range, as far as that is plain before the batch; the addresses of these are in front then. Reads the blocks that may change,
     * so that cache misses overlap.
     */
    private int chooseCandidates(ChangeBatch batch) {
        long[] records = table.records();
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int at = addresses[i] + table.valueOffset();
            long prefix = order.prefix(batch, row);
            int kept = (int) records[at + BLOCK];
            if (kept == rowsMax && prefix > records[at + LAST_PREFIX]) {
                continue;
            }
            touchedSum += kept == 0 ? 0 : blocks.touch(start(at), kept);
            addresses[count] = addresses[i];
            prefixes[count] = prefix;
            candidates[count++] = row;
        }
        return count;
    }

    /** Whether a partition is full of rows that come before a row. */
    private boolean isBehind(long prefix, ChangeBatch batch, int row, int at) {
        long[] records = table.records();
        if ((int) records[at + BLOCK] < rowsMax) {
            return false;
        }
        if (prefix != records[at + LAST_PREFIX]) {
            return prefix > records[at + LAST_PREFIX];
        }
        int comparison = compare(prefix, batch, row, blocks.row(start(at), rowsMax - 1));
        return comparison > 0 || comparison == 0 && !latestFirst;
    }

    /** Compares a row of a batch with a stored one of the same prefix. */
    private int compare(long prefix, ChangeBatch batch, int row, int number) {
        if (order.isExact(prefix)) {
            return 0;
        }
        changes.copyStored();
        return order.compare(batch, row, number);
    }

    /** Puts a row in its place, which it returns; sets {@link #pushedOut} and its prefix. */
    private int insert(int address, ChangeBatch batch, int row, long prefix) {
        long[] records = table.records();
        int at = address + table.valueOffset();
        int count = (int) records[at + BLOCK];
        int start = count == 0 ? 0 : start(at);
        int place = place(start, count, batch, row, prefix);
        pushedOut = NONE;
        if (count == rowsMax) {
            count--;
            pushedOut = blocks.row(start, count);
            pushedOutPrefix = blocks.prefix(start, count);
        } else {
            start = blocks.ensure(start, count, count + 1);
            table.addLive(count == 0 ? 1 : 0);
        }
        blocks.insert(start, count, place, changes.store(batch, row), prefix);
        records[at + BLOCK] = (long) start << 32 | count + 1;
        if (count + 1 == rowsMax) {
            records[at + LAST_PREFIX] = blocks.prefix(start, count);
        }
        return place;
    }

    /** The place of a row of a batch among the rows of a block: behind its peers, or before them. */
    private int place(int start, int count, ChangeBatch batch, int row, long prefix) {
        int low = blocks.countBelow(start, count, prefix);
        int high = low;
        while (high < count && blocks.prefix(start, high) == prefix) {
            high++;
        }
        if (order.isExact(prefix)) {
            return latestFirst ? low : high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            int comparison = compare(prefix, batch, row, blocks.row(start, middle));
            if (comparison < 0 || comparison == 0 && latestFirst) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Notes which rows of a partition are in range, unless that was noted before. */
    private void touch(int address) {
        if (RecordTable.isMarked(table.records()[address])) {
            return;
        }
        int number = touched.add(address);
        if (number == oldStarts.length) {
            oldStarts = Arrays.copyOf(oldStarts, 2 * number);
            oldCounts = Arrays.copyOf(oldCounts, 2 * number);
        }
        int at = address + table.valueOffset();
        int count = Math.max(0, (int) table.records()[at + BLOCK] - begin);
        if (oldSize + count > old.length) {
            old = Arrays.copyOf(old, 2 * (oldSize + count));
            oldPrefixes = Arrays.copyOf(oldPrefixes, old.length);
        }
        if (count > 0) {
            blocks.copy(start(at) + begin, count, old, oldPrefixes, oldSize);
        }
        oldStarts[number] = oldSize;
        oldCounts[number] = count;
        oldSize += count;
    }

    private void pushOut(int row) {
        if (pushedOutCount == allPushedOut.length) {
            allPushedOut = Arrays.copyOf(allPushedOut, 2 * pushedOutCount);
        }
        allPushedOut[pushedOutCount++] = row;
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    @Override
    public int expire(long nowMillis) {
        if (expiry == null) {
            return 0;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            takeOut(expiry.expired()[i]);
        }
        return count;
    }

    private void takeOut(int address) {
        touch(address);
        int at = address + table.valueOffset();
        int count = (int) table.records()[at + BLOCK];
        int start = start(at);
        for (int i = 0; i < count; i++) {
            pushOut(blocks.row(start, i));
        }
        blocks.release(start, count);
        table.records()[at + BLOCK] = 0;
        table.addLive(-1);
    }

    @Override
    public void complete() {
        int[] at = touched.addresses();
        for (int i = 0; i < touched.size(); i++) {
            int record = at[i] + table.valueOffset();
            int count = Math.max(0, (int) table.records()[record + BLOCK] - begin);
            int start = count > 0 ? start(record) + begin : 0;
            if (rowPerRank) {
                completeRanks(i, start, count);
            } else {
                completeSet(i, start, count);
            }
        }
        touched.clear();
        oldSize = 0;
        for (int i = 0; i < pushedOutCount; i++) {
            changes.free(allPushedOut[i]);
        }
        pushedOutCount = 0;
    }

    private void completeRanks(int number, int start, int count) {
        for (int i = 0; i < count; i++) {
            int rank = begin + i + 1;
            if (i < oldCounts[number]) {
                int before = oldStarts[number] + i;
                boolean differ = oldPrefixes[before] != blocks.prefix(start, i);
                changes.replace(old[before], blocks.row(start, i), rank, differ);
            } else {
                changes.insert(blocks.row(start, i), rank);
            }
        }
        for (int i = count; i < oldCounts[number]; i++) {
            changes.delete(old[oldStarts[number] + i], begin + i + 1);
        }
    }

    /** Rows leave at the end only: those that are still there are the first of those that were, in the same order. */
    private void completeSet(int number, int start, int count) {
        int from = oldStarts[number];
        int to = from + oldCounts[number];
        int kept = from;
        for (int i = 0; i < count && kept < to; i++) {
            kept += blocks.row(start, i) == old[kept] ? 1 : 0;
        }
        for (int i = kept; i < to; i++) {
            changes.delete(old[i], 1);
        }
        int next = from;
        for (int i = 0; i < count; i++) {
            int row = blocks.row(start, i);
            if (next < kept && row == old[next]) {
                next++;
            } else {
                changes.insert(row, 1);
            }
        }
    }

    private int start(int at) {
        return (int) (table.records()[at + BLOCK] >>> 32);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int address : addresses) {
            int at = address + table.valueOffset();
            int count = (int) table.records()[at + BLOCK];
            table.writeKey(address, writer);
            writer.writeLong(count);
            for (int i = 0; i < count; i++) {
                rows.write(blocks.row(start(at), i), writer);
            }
            RecordExpiry.write(expiry, address, writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a Top-N of inserts");
        RecordExpiry.restore(expiry, reader);
        for (long left = table.readExtent(reader); left > 0; left--) {
            int address = table.readKey(reader);
            int at = address + table.valueOffset();
            int count = (int) reader.readLong();
            int start = 0;
            for (int i = 0; i < count; i++) {
                start = blocks.ensure(start, i, i + 1);
                int number = rows.read(reader);
                blocks.insert(start, i, i, number, order.prefix(number));
            }
            table.records()[at + BLOCK] = (long) start << 32 | count;
            RecordExpiry.read(expiry, address, reader);
            table.records()[at + LAST_PREFIX] = blocks.prefix(start, count - 1);
            table.addLive(1);
        }
    }

    @Override
    public long bytes() {
        return table.bytes() + rows.bytes() + blocks.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
