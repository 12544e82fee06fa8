// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RowMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * In front of a sink that puts and deletes rows by key. Within one position a key may pass from one row to another, and the new row be put in before the old one is
 * taken out: two rows that change places in a Top-N do so. By key, the latter would delete the new row, so it is left out.
 *
 * <p>A row that comes and goes within a position is left out whole, if it does so within one batch: either there was none with its key, or one like it stays. In two batches it has been
 * put already, and which of the two holds is not known; it stays then.
 *
 * <p>What an earlier round has put under the same position is no part of this: a source that ends, or is silent, completes windows under the position that was last, and
 * their effect comes after that of the position's own rows. Empty between rounds.
 *
 * <pre>
 *   -U ann, 1    +U bob, 1    -U bob, 2    +U ann, 2        by name: bob is put, then deleted
 *   -U ann, 1    +U bob, 1                 +U ann, 2
 * </pre>
 */
public final class KeyHandoverOperator implements Operator {

    private static final int NONE = -1;

    private final RowMatch match;
    private @Nullable RowMatch wholeRow;

    // The rows put in at the open position: where they lie, and, as soon as something is taken out behind them, chained
    // by the hash of their key.
    private long position = Long.MIN_VALUE;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private int puts;
    private int indexed;
    private int[] batchOf = new int[16];
    private int[] rowOf = new int[16];
    private int[] indexOf = new int[16];
    private int[] next = new int[16];
    private int[] buckets = {};

    public KeyHandoverOperator(ColumnSet key) {
        match = new RowMatch(key.toArray());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int n = batch.size();
        if (n > 0 && !hasRetractions(batch)) {
            putLastPosition(batch);
            output.emit(batch);
            return;
        }
        boolean[] left = new boolean[n];
        int leftCount = 0;
        for (int i = 0; i < n; i++) {
            int row = batch.row(i);
            if (batch.position(row) != position) {
                position = batch.position(row);
                forget();
            }
            if (!RowKind.isRetraction(batch.kind(row))) {
                put(batch, row, i);
            } else if (puts > 0) {
                int put = find(batch, row);
                if (put != NONE) {
                    left[i] = true;
                    leftCount++;
                    if (isTakenBack(put, batch, row)) {
                        left[indexOf[put]] = true;
                        leftCount++;
                        batchOf[put] = NONE;
                    }
                }
            }
        }
        output.emit(leftCount == 0 ? batch : without(batch, left, n - leftCount));
    }

    /** Whether it is the row put in that is taken out, and both can be left out: there was none before, or one like it stays. */
    private boolean isTakenBack(int put, ChangeBatch batch, int row) {
        return batches.get(batchOf[put]) == batch && wholeRow(batch).equal(batch, rowOf[put], batch, row);
    }

    private RowMatch wholeRow(ChangeBatch batch) {
        RowMatch known = wholeRow;
        if (known == null) {
            known = new RowMatch(IntStream.range(0, batch.columnCount()).toArray());
            wholeRow = known;
        }
        return known;
    }

    private static ChangeBatch without(ChangeBatch batch, boolean[] left, int keptCount) {
        int[] kept = new int[keptCount];
        int count = 0;
        for (int i = 0; i < left.length; i++) {
            if (!left[i]) {
                kept[count++] = batch.row(i);
            }
        }
        return batch.withSelection(kept, keptCount);
    }

    private static boolean hasRetractions(ChangeBatch batch) {
        boolean any = false;
        for (int i = 0; batch.kinds() != null && i < batch.size(); i++) {
            any |= RowKind.isRetraction(batch.kind(batch.row(i)));
        }
        return any;
    }

    /** Only the last position may go on in another batch, where something is taken out. */
    private void putLastPosition(ChangeBatch batch) {
        int n = batch.size();
        long last = batch.position(batch.row(n - 1));
        if (last != position) {
            position = last;
            forget();
        }
        int from = n - 1;
        while (from > 0 && batch.position(batch.row(from - 1)) == last) {
            from--;
        }
        for (int i = from; i < n; i++) {
            put(batch, batch.row(i), i);
        }
    }

    @Override
    public void advance(long end, Tick tick, Output output) {
        position = Long.MIN_VALUE;
        forget();
    }

    @Override
    public void endTick(long end, Tick tick, Output output) {
        advance(end, tick, output);
    }

    private void forget() {
        batches.clear();
        puts = 0;
        indexed = 0;
    }

    /** @param index the row's place among those that the batch has selected */
    private void put(ChangeBatch batch, int row, int index) {
        if (puts == rowOf.length) {
            int capacity = puts * 2;
            batchOf = Arrays.copyOf(batchOf, capacity);
            rowOf = Arrays.copyOf(rowOf, capacity);
            indexOf = Arrays.copyOf(indexOf, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        if (batches.isEmpty() || batches.get(batches.size() - 1) != batch) {
            batches.add(batch);
        }
        batchOf[puts] = batches.size() - 1;
        indexOf[puts] = index;
        rowOf[puts++] = row;
    }

    /** The row with the key of the given one that was put in last at the open position, or {@link #NONE}. */
    private int find(ChangeBatch batch, int row) {
        index();
        int mask = buckets.length - 1;
        for (int put = buckets[match.hash(batch, row) & mask]; put != NONE; put = next[put]) {
            if (batchOf[put] != NONE && match.equal(batches.get(batchOf[put]), rowOf[put], batch, row)) {
                return put;
            }
        }
        return NONE;
    }

    private void index() {
        if (indexed == 0 || buckets.length < puts) {
            int capacity = Math.max(16, Integer.highestOneBit(puts) * 4);
            if (buckets.length < puts || buckets.length > 16 * capacity) {
                buckets = new int[capacity];
            }
            Arrays.fill(buckets, NONE);
            indexed = 0;
        }
        int mask = buckets.length - 1;
        for (; indexed < puts; indexed++) {
            if (batchOf[indexed] == NONE) {
                continue;
            }
            int bucket = match.hash(batches.get(batchOf[indexed]), rowOf[indexed]) & mask;
            next[indexed] = buckets[bucket];
            buckets[bucket] = indexed;
        }
    }
}
