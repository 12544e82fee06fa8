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

/**
 * In front of a sink that puts and deletes rows by key. Within one position a key may pass from one row to another, and the new row be put in before the old one is
 * taken out: two rows that change places in a Top-N do so. By key, the latter would delete the new row, so it is left out.
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

    // The rows put in at the open position: where they lie, and, as soon as something is taken out behind them, chained
    // by the hash of their key.
    private long position = Long.MIN_VALUE;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private int puts;
    private int indexed;
    private int[] batchOf = new int[16];
    private int[] rowOf = new int[16];
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
        int[] kept = null;
        int keptCount = 0;
        for (int i = 0; i < n; i++) {
            int row = batch.row(i);
            if (batch.position(row) != position) {
                position = batch.position(row);
                forget();
            }
            boolean passes = true;
            if (RowKind.isRetraction(batch.kind(row))) {
                passes = puts == 0 || !isPut(batch, row);
            } else {
                put(batch, row);
            }
            if (!passes && kept == null) {
                kept = new int[n];
                for (; keptCount < i; keptCount++) {
                    kept[keptCount] = batch.row(keptCount);
                }
            }
            if (passes && kept != null) {
                kept[keptCount++] = row;
            }
        }
        output.emit(kept == null ? batch : batch.withSelection(kept, keptCount));
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
            put(batch, batch.row(i));
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

    private void put(ChangeBatch batch, int row) {
        if (puts == rowOf.length) {
            int capacity = puts * 2;
            batchOf = Arrays.copyOf(batchOf, capacity);
            rowOf = Arrays.copyOf(rowOf, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        if (batches.isEmpty() || batches.get(batches.size() - 1) != batch) {
            batches.add(batch);
        }
        batchOf[puts] = batches.size() - 1;
        rowOf[puts++] = row;
    }

    /** Whether a row with the key of the given one was put in at the open position. */
    private boolean isPut(ChangeBatch batch, int row) {
        index();
        int mask = buckets.length - 1;
        for (int put = buckets[match.hash(batch, row) & mask]; put != NONE; put = next[put]) {
            if (match.equal(batches.get(batchOf[put]), rowOf[put], batch, row)) {
                return true;
            }
        }
        return false;
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
            int bucket = match.hash(batches.get(batchOf[indexed]), rowOf[indexed]) & mask;
            next[indexed] = buckets[bucket];
            buckets[bucket] = indexed;
        }
    }
}
