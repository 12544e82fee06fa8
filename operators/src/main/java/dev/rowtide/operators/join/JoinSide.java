// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.operators.join.JoinInput.Naming;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowExpiry;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The stored rows of one input: a chain per join key, in order of arrival, or one row per join key where there can't be more. A chain begins and ends in a word of the
 * key's record; its links are in a word of each row. Rows that are never taken out are linked from the newest to the oldest, so that a new one is all that is written
 * to.
 *
 * <p>Where a change names rows whole, the oldest equal one is meant. It is looked for along the chain; the first time that this takes long an index is made of
 * all rows and kept from then on. The index is no part of the state.
 *
 * <p>With a time to live, each row has the time at which it was put in.
 */
final class JoinSide {

    /** The number of no row. */
    static final int NONE = -1;

    private static final int SCAN_MAX = 16;
    private static final long FIRST = 0xFFFF_FFFFL;

    private final JoinInput input;
    private final RecordTable table;
    private final int liveWord;
    private final int chainWord;
    private final boolean chained;
    private final boolean newestFirst;
    private final int counterWord;
    private final RowStore rows;
    private final @Nullable RowKeys rowKeys;
    private @Nullable StoredRowIndex index;
    private final @Nullable RowExpiry expiry;
    private final boolean tellsExpiry;
    private long nowMillis;
    private long expired;

    private int[] collected = new int[16];
    private int collectedCount;

    private int[] removed = new int[16];
    private int removedCount;

    /**
     * @param chainWord which of the record's values is this side's chain
     * @param counter whether each row has a counter
     * @param ttl how long a row is kept
     */
    JoinSide(JoinInput input, RecordTable table, int chainWord, boolean counter, StateTtl ttl) {
        this.input = input;
        this.table = table;
        liveWord = table.valueOffset();
        this.chainWord = liveWord + chainWord;
        chained = input.isChained();
        expiry = ttl.expires() ? new RowExpiry(ttl.millis()) : null;
        tellsExpiry = ttl.expires() && ttl.told();
        newestFirst = input.isAppendOnly() && expiry == null;
        counterWord = chained ? 1 : 0;
        rows = new RowStore(input.schema(), counterWord + (counter ? 1 : 0));
        if (newestFirst) {
            rows.lendTexts();
        }
        rowKeys = input.naming() == Naming.ROW_KEY ? new RowKeys(input) : null;
    }

    JoinInput input() {
        return input;
    }

    RowStore rows() {
        return rows;
    }

    /** Which rows are too old, if some are at some time. */
    @Nullable
    RowExpiry expiry() {
        return expiry;
    }

    /** Whether the result says which rows have expired. */
    boolean tellsExpiry() {
        return tellsExpiry;
    }

    /** Rows that are put in from now on are put in at this time. */
    void setNow(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    /** A row was told of again. */
    void touchAgain(int number) {
        if (expiry != null) {
            expiry.touch(number, nowMillis);
        }
    }

    /** Takes out a row that has expired, of the key at an address. */
    void expire(int at, int number) {
        unlink(at, number);
        if (rowKeys != null) {
            rowKeys.remove(number, rows);
        }
        expired++;
    }

    /** The rows that have expired so far. */
    long expired() {
        return expired;
    }

    /** The unique key's index, where rows are named by one that is not the join key. */
    @Nullable
    RowKeys rowKeys() {
        return rowKeys;
    }

    /** Whether chains go from the newest row to the oldest. */
    boolean isNewestFirst() {
        return newestFirst;
    }

    /** The number of the row at the head of the chain of the key at an address, or {@link #NONE}. */
    int head(int at) {
        return (int) table.records()[at + chainWord] - 1;
    }

    /** The number of the row that comes behind another in its chain, or {@link #NONE}. */
    int next(int number) {
        return chained ? (int) rows.extra(number, 0) - 1 : NONE;
    }

    /** The numbers of the rows of the key at an address in order of arrival; the first {@link #collected} count. */
    int[] collect(int at) {
        collectedCount = 0;
        for (int number = head(at); number != NONE; number = next(number)) {
            if (collectedCount == collected.length) {
                collected = Arrays.copyOf(collected, collectedCount * 2);
            }
            collected[collectedCount++] = number;
        }
        for (int i = 0, j = collectedCount - 1; newestFirst && i < j; i++, j--) {
            int newer = collected[i];
            collected[i] = collected[j];
            collected[j] = newer;
        }
        return collected;
    }

    /** How many rows the last {@link #collect} found. */
    int collected() {
        return collectedCount;
    }

    /** Reads the head of the chain of a key, so that cache misses overlap. */
    long touch(int at) {
        int number = head(at);
        return number == NONE ? 0 : rows.touch(number);
    }

    /** The counter of a row. */
    long counter(int number) {
        return rows.extra(number, counterWord);
    }

    void setCounter(int number, long value) {
        rows.setExtra(number, counterWord, value);
    }

    /** The number of the oldest row of a key that is equal to a row of a batch, or {@link #NONE}. */
    int find(int at, ChangeBatch batch, int row) {
        StoredRowIndex known = index;
        if (known != null) {
            return known.oldest(batch, row);
        }
        int number = head(at);
        for (int scanned = 0; number != NONE && !rows.equals(number, batch, row); scanned++) {
            if (scanned == SCAN_MAX) {
                StoredRowIndex made = indexOfAll();
                index = made;
                return made.oldest(batch, row);
            }
            number = next(number);
        }
        return number;
    }

    private StoredRowIndex indexOfAll() {
        StoredRowIndex made = new StoredRowIndex(rows, input.rowKey());
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            for (int number = head(at); number != NONE; number = next(number)) {
                made.add(number);
            }
        }
        return made;
    }

    /** Puts a stored row at the end of the chain of the key at an address. */
    void link(int at, int number) {
        attach(at, number);
        if (expiry != null) {
            expiry.touch(number, nowMillis);
        }
    }

    private void attach(int at, int number) {
        long[] records = table.records();
        int word = at + chainWord;
        if (!chained) {
            records[word] = number + 1L;
        } else if (newestFirst) {
            rows.setExtra(number, 0, records[word]);
            records[word] = number + 1L;
        } else {
            int last = (int) (records[word] >>> 32) - 1;
            rows.setExtra(number, 0, (long) (last + 1) << 32);
            if (last == NONE) {
                records[word] = number + 1L;
            } else {
                rows.setExtra(last, 0, rows.extra(last, 0) & ~FIRST | number + 1L);
            }
            records[word] = records[word] & FIRST | (long) (number + 1) << 32;
        }
        if (records[at + liveWord]++ == 0) {
            table.addLive(1);
        }
        if (index != null) {
            index.add(number);
        }
    }

    /** Takes a row out of the chain of the key at an address; it stays stored until {@link #freeRemoved}. */
    void unlink(int at, int number) {
        if (newestFirst) {
            throw new IllegalStateException("a retraction in an append-only input");
        }
        if (index != null) {
            index.removeOldest(number);
        }
        long[] records = table.records();
        int word = at + chainWord;
        if (!chained) {
            records[word] = 0;
        } else {
            unlinkFromChain(records, word, number);
        }
        if (--records[at + liveWord] == 0) {
            table.addLive(-1);
        }
        discard(number);
    }

    private void unlinkFromChain(long[] records, int word, int number) {
        long links = rows.extra(number, 0);
        int next = (int) links - 1;
        int previous = (int) (links >>> 32) - 1;
        if (previous == NONE) {
            records[word] = records[word] & ~FIRST | next + 1L;
        } else {
            rows.setExtra(previous, 0, rows.extra(previous, 0) & ~FIRST | next + 1L);
        }
        if (next == NONE) {
            records[word] = records[word] & FIRST | (long) (previous + 1) << 32;
        } else {
            rows.setExtra(next, 0, rows.extra(next, 0) & FIRST | (long) (previous + 1) << 32);
        }
    }

    /** Marks a row that is in no chain to be freed by {@link #freeRemoved}. */
    void discard(int number) {
        if (expiry != null) {
            expiry.remove(number);
        }
        if (removedCount == removed.length) {
            removed = Arrays.copyOf(removed, removedCount * 2);
        }
        removed[removedCount++] = number;
    }

    /** Frees the rows that were taken out, once no result refers to them. */
    void freeRemoved() {
        for (int i = 0; i < removedCount; i++) {
            rows.free(removed[i]);
        }
        removedCount = 0;
    }

    /** Writes the rows of the key at an address, in order. */
    void write(int at, StateWriter writer) {
        int[] numbers = collect(at);
        writer.writeLong(collectedCount);
        for (int i = 0; i < collectedCount; i++) {
            rows.write(numbers[i], writer);
            if (expiry != null) {
                expiry.write(numbers[i], writer);
            }
        }
    }

    /** Adds the rows that {@link #write} wrote to the key at an address. */
    void read(int at, StateReader reader) {
        for (long size = reader.readLong(); size > 0; size--) {
            int number = rows.read(reader);
            attach(at, number);
            if (expiry != null) {
                expiry.read(number, reader);
            }
            if (rowKeys != null) {
                rowKeys.restored(number, rows);
            }
        }
    }

    /** Writes what is known of the rows' times beside them, if {@code first} is partition 0. */
    void snapshotTimes(int first, StateWriter writer) {
        writer.writeLong(expiry == null ? 0 : 1);
        writer.writeLong(first == 0 ? expired : 0);
        if (expiry != null) {
            expiry.snapshot(writer);
        }
    }

    /** Reads what {@link #snapshotTimes} wrote; to be called before {@link #read}. */
    void restoreTimes(StateReader reader) {
        if (reader.readLong() != (expiry == null ? 0 : 1)) {
            throw new IllegalArgumentException("a join with another time to live");
        }
        expired += reader.readLong();
        if (expiry != null) {
            expiry.restore(reader);
        }
    }

    long bytes() {
        return (expiry == null ? 0 : expiry.bytes())
                + rows.bytes()
                + (index == null ? 0 : index.bytes())
                + (rowKeys == null ? 0 : rowKeys.bytes());
    }
}
