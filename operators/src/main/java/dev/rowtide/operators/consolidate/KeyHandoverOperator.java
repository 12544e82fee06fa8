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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * In front of a sink that puts and deletes rows by key. Within one position a key may pass from one row to another, and the new row be put in before the old one is
 * taken out: two rows that change places in a Top-N do so. By key, the latter would delete the new row, so it is left out. A row that comes and goes within a position is
 * left out whole.
 *
 * <pre>
 *   -U ann, 1    +U bob, 1    -U bob, 2    +U ann, 2        by name: bob is put, then deleted
 *   -U ann, 1    +U bob, 1                 +U ann, 2
 * </pre>
 *
 * <p>A batch is held back, as it is, until the next one or {@link #advance} shows that no more of its last position will come. Empty between rounds.
 *
 * <p>What an earlier round has put under the same position is no part of this: a source that ends, or is silent, completes windows under the position that was last, and
 * their effect comes after that of the position's own rows.
 */
public final class KeyHandoverOperator implements Operator {

    private static final int NONE = -1;

    private final RowMatch match;
    private final boolean wholeUpdates;
    private @Nullable RowMatch wholeRow;

    /** The open position, and the batches that have rows of it, in order; those before the last have no rows of a later one. */
    private long position = Long.MIN_VALUE;

    private final List<HeldBatch> held = new ArrayList<>();

    // The rows put in at the open position: where they lie, and, as soon as something is taken out behind them, chained
    // by the hash of their key.
    private int puts;
    private int indexed;
    private int[] batchOf = new int[16];
    private int[] indexOf = new int[16];
    private byte[] kindOf = new byte[16];
    private int[] next = new int[16];
    private int[] buckets = {};

    /** By put: the first retraction of another row of the key that was left out because of it. */
    private final Map<Integer, Place> leftFor = new HashMap<>();

    /** @param index the row's place among those that the batch has selected */
    private record Place(HeldBatch held, int index) {}

    /**
     * @param key the sink's key
     * @param wholeUpdates whether an update comes with the row that it replaces, as {@code -U +U}; else a {@code +U} has replaced one that is not told
     */
    public KeyHandoverOperator(ColumnSet key, boolean wholeUpdates) {
        match = new RowMatch(key.toArray());
        this.wholeUpdates = wholeUpdates;
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int n = batch.size();
        if (n > 0 && batch.position(batch.row(0)) != position) {
            release(output);
            position = batch.position(batch.row(0));
        }
        held.add(new HeldBatch(batch));
        if (n > 0 && hasRetractions(batch)) {
            apply(batch, output);
        } else if (n > 0) {
            putLastPosition(batch, output);
        }
    }

    private static boolean hasRetractions(ChangeBatch batch) {
        boolean any = false;
        for (int i = 0; batch.kinds() != null && i < batch.size(); i++) {
            any |= RowKind.isRetraction(batch.kind(batch.row(i)));
        }
        return any;
    }

    /** Only the last position may go on in another batch, where something is taken out. */
    private void putLastPosition(ChangeBatch batch, Output output) {
        int n = batch.size();
        long last = batch.position(batch.row(n - 1));
        if (last != position) {
            goOnTo(last, output);
        }
        int from = n - 1;
        while (from > 0 && batch.position(batch.row(from - 1)) == last) {
            from--;
        }
        for (int i = from; i < n; i++) {
            put(batch, i);
        }
    }

    private void apply(ChangeBatch batch, Output output) {
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            if (batch.position(row) != position) {
                goOnTo(batch.position(row), output);
            }
            if (!RowKind.isRetraction(batch.kind(row))) {
                put(batch, i);
            } else if (puts > 0) {
                takeOut(batch, row, i);
            }
        }
    }

    /** Leaves a retraction out if a row of its key was put in at its position; that too, if it is the one taken out. */
    private void takeOut(ChangeBatch batch, int row, int index) {
        int put = find(batch, row);
        if (put == NONE) {
            return;
        }
        Place retraction = new Place(held.get(held.size() - 1), index);
        retraction.held().leaveOut(index);
        if (!wholeRow(batch).equal(batchOf(put), rowOf(put), batch, row)) {
            leaveFor(put, retraction);
            return;
        }
        Place before = takeBack(put);
        int earlier = put;
        while (before == null && replaces(earlier)) {
            int replaced = find(batch, row);
            if (replaced == NONE || replaced > earlier) {
                before = retraction;
            } else {
                before = takeBack(replaced);
                earlier = replaced;
            }
        }
        if (before != null) {
            leaveFor(find(batch, row), before);
        }
    }

    /** Whether a row has replaced one of its key that is not told. */
    private boolean replaces(int put) {
        return !wholeUpdates && kindOf[put] == RowKind.PLUS_U;
    }

    /** Leaves out a row that was put in; the retraction that was left out because of it. */
    private @Nullable Place takeBack(int put) {
        held.get(batchOf[put]).leaveOut(indexOf[put]);
        remove(put);
        return leftFor.remove(put);
    }

    /** The retraction is left out because of a row that was put in, unless there is none. */
    private void leaveFor(int put, Place retraction) {
        if (put == NONE) {
            retraction.held().takeIn(retraction.index());
        } else {
            leftFor.putIfAbsent(put, retraction);
        }
    }

    private RowMatch wholeRow(ChangeBatch batch) {
        RowMatch known = wholeRow;
        if (known == null) {
            known = new RowMatch(IntStream.range(0, batch.columnCount()).toArray());
            wholeRow = known;
        }
        return known;
    }

    @Override
    public void advance(long end, Tick tick, Output output) {
        if (position < end) {
            release(output);
        } else {
            held.get(0).emitBelow(end, output);
        }
    }

    @Override
    public void endTick(long end, Tick tick, Output output) {
        release(output);
    }

    private void release(Output output) {
        emit(held.size(), output);
        forgetPuts();
        position = Long.MIN_VALUE;
    }

    /** The batch received last goes on to a later position, so that those before it are complete. */
    private void goOnTo(long later, Output output) {
        emit(held.size() - 1, output);
        forgetPuts();
        position = later;
    }

    private void emit(int count, Output output) {
        for (int i = 0; i < count; i++) {
            held.get(i).emit(output);
        }
        held.subList(0, count).clear();
    }

    private void forgetPuts() {
        puts = 0;
        indexed = 0;
        leftFor.clear();
    }

    /** @param batch the one received last */
    private void put(ChangeBatch batch, int index) {
        if (puts == indexOf.length) {
            int capacity = puts * 2;
            batchOf = Arrays.copyOf(batchOf, capacity);
            indexOf = Arrays.copyOf(indexOf, capacity);
            kindOf = Arrays.copyOf(kindOf, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        batchOf[puts] = held.size() - 1;
        indexOf[puts] = index;
        kindOf[puts++] = batch.kind(batch.row(index));
    }

    private ChangeBatch batchOf(int put) {
        return held.get(batchOf[put]).batch();
    }

    private int rowOf(int put) {
        return batchOf(put).row(indexOf[put]);
    }

    /**
     * Which of the rows put in at the open position, and not taken out since, has the key of the given one: the last one that is equal, else the last one, else
     * {@link #NONE}.
     */
    private int find(ChangeBatch batch, int row) {
        index();
        int last = NONE;
        for (int put = buckets[match.hash(batch, row) & buckets.length - 1]; put != NONE; put = next[put]) {
            if (match.equal(batchOf(put), rowOf(put), batch, row)) {
                if (wholeRow(batch).equal(batchOf(put), rowOf(put), batch, row)) {
                    return put;
                }
                last = last == NONE ? put : last;
            }
        }
        return last;
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
        for (; indexed < puts; indexed++) {
            if (batchOf[indexed] != NONE) {
                int bucket = bucketOf(indexed);
                next[indexed] = buckets[bucket];
                buckets[bucket] = indexed;
            }
        }
    }

    private void remove(int put) {
        int bucket = bucketOf(put);
        if (buckets[bucket] == put) {
            buckets[bucket] = next[put];
        } else {
            int before = buckets[bucket];
            while (next[before] != put) {
                before = next[before];
            }
            next[before] = next[put];
        }
        batchOf[put] = NONE;
    }

    private int bucketOf(int put) {
        return match.hash(batchOf(put), rowOf(put)) & buckets.length - 1;
    }
}
