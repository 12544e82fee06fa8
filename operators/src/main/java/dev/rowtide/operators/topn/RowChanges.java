// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.GivenUpRows;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes of stored rows, by number. Columns are made of them when a batch goes out: column by column, text by reference. Until then the rows must stay, so
 * those that are given up are {@linkplain #free freed} here.
 */
final class RowChanges {

    private final RowStore rows;
    private final GivenUpRows givenUp;
    private final int columns;
    private final boolean withRank;
    private final boolean updateBefore;
    private final boolean repeats;

    private int[] numbers = new int[64];
    private byte[] kinds = new byte[64];
    private long[] positions = new long[64];
    private long[] ranks = new long[64];
    private int size;
    private boolean insertsOnly = true;

    // Rows whose numbers are known, and that are still to be copied out of a batch.
    private @Nullable ChangeBatch batch;
    private int[] batchRows = new int[64];
    private int[] batchNumbers = new int[64];
    private int batchCount;

    private long position;
    private long emittedWatermark = Watermarks.NONE;

    /**
     * @param node says which kinds of change are emitted, and whether what is behind must hear of rows that come again, since they would be forgotten there
     */
    RowChanges(RowStore rows, TopN node) {
        this.rows = rows;
        givenUp = new GivenUpRows(rows);
        columns = node.input().schema().size();
        withRank = node.withRank();
        updateBefore = node.mode().updateBefore();
        repeats = node.ttl().expires() && !node.ttl().told();
    }

    /**
     * Stores a row of a batch; its number. It is copied with others, column by column, by {@link #copyStored} or before it is looked at here. Until then no row of
     * another batch may be stored.
     */
    int store(ChangeBatch from, int row) {
        if (batchCount == batchRows.length) {
            batchRows = Arrays.copyOf(batchRows, batchCount * 2);
            batchNumbers = Arrays.copyOf(batchNumbers, batchCount * 2);
        }
        batch = from;
        batchRows[batchCount] = row;
        batchNumbers[batchCount] = rows.reserve();
        return batchNumbers[batchCount++];
    }

    /** Copies the rows that were stored, and not copied yet. */
    void copyStored() {
        if (batch != null) {
            rows.fill(batch, batchRows, batchCount, batchNumbers);
            batchCount = 0;
            batch = null;
        }
    }

    /** The changes that follow have this position. */
    void at(long position) {
        this.position = position;
    }

    void insert(int number, long rank) {
        add(RowKind.PLUS_I, number, rank);
    }

    void delete(int number, long rank) {
        add(RowKind.MINUS_D, number, rank);
    }

    void update(int before, long rankBefore, int after, long rankAfter) {
        if (updateBefore) {
            add(RowKind.MINUS_U, before, rankBefore);
        }
        add(RowKind.PLUS_U, after, rankAfter);
    }

    /** What makes another row the one at a rank, each of which may be none (negative); nothing if they are equal. */
    void replace(int before, int after, long rank) {
        replace(before, after, rank, false);
    }

    /** @param differ whether the two rows are known not to be equal */
    void replace(int before, int after, long rank, boolean differ) {
        if (before < 0 && after < 0) {
            return;
        }
        if (before < 0) {
            insert(after, rank);
        } else if (after < 0) {
            delete(before, rank);
        } else if (before != after && (repeats || differ || !isEqual(before, after))) {
            update(before, rank, after, rank);
        }
    }

    private boolean isEqual(int a, int b) {
        copyStored();
        return rows.equals(a, b);
    }

    /** Gives a row up once what was collected of it has gone out. */
    void free(int number) {
        givenUp.add(number);
    }

    /** Whether a batch is full. */
    boolean isFull() {
        return size >= ChangeBatch.ROWS_MAX;
    }

    /** Emits what was collected, also when that is only a risen watermark. */
    void flush(Watermarks watermarks, Output output) {
        copyStored();
        int from = 0;
        while (from < size || watermarks.after() > emittedWatermark) {
            int to = end(from);
            output.emit(build(from, to, watermarks));
            emittedWatermark = Math.max(emittedWatermark, watermarks.after());
            from = to;
        }
        discard();
    }

    /** Whether nothing is collected. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Emits a batch of changes that were not collected here. */
    void pass(ChangeBatch batch, Watermarks watermarks, Output output) {
        if (batch.size() > 0) {
            output.emit(batch.withWatermarks(watermarks));
            emittedWatermark = Math.max(emittedWatermark, watermarks.after());
        }
    }

    /** Whether the new one of two rows that are equal in all columns is a change, too. */
    boolean repeats() {
        return repeats;
    }

    /** The watermark that went out last. */
    long emittedWatermark() {
        return emittedWatermark;
    }

    /** Forgets what was collected, and frees the rows that were given up. */
    void discard() {
        size = 0;
        insertsOnly = true;
        givenUp.free();
    }

    /** Where a batch from {@code from} on ends: an update is not parted. */
    private int end(int from) {
        int to = Math.min(size, from + ChangeBatch.ROWS_MAX);
        return to < size && kinds[to - 1] == RowKind.MINUS_U ? to + 1 : to;
    }

    private ChangeBatch build(int from, int to, Watermarks watermarks) {
        int n = to - from;
        int[] chosen = from == 0 ? numbers : Arrays.copyOfRange(numbers, from, to);
        Column[] built = new Column[columns + (withRank ? 1 : 0)];
        rows.columns(chosen, n, built, 0);
        if (withRank) {
            built[columns] = new LongColumn(Arrays.copyOfRange(ranks, from, to), null);
        }
        return ChangeBatch.of(
                n,
                built,
                insertsOnly ? null : Arrays.copyOfRange(kinds, from, to),
                Arrays.copyOfRange(positions, from, to),
                watermarks);
    }

    private void add(byte kind, int number, long rank) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            kinds = Arrays.copyOf(kinds, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
            ranks = Arrays.copyOf(ranks, size * 2);
        }
        numbers[size] = number;
        kinds[size] = kind;
        positions[size] = position;
        ranks[size++] = rank;
        insertsOnly &= kind == RowKind.PLUS_I;
    }
}
