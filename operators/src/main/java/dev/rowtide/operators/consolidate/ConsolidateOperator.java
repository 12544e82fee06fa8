// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RowMatch;
import dev.rowtide.operators.watermark.TickWatermarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits the net effect of each tick. On a stream with whole retractions an insertion and a retraction of equal rows cancel out; on an upsert stream the last
 * change of a key stands for all. What is left comes in order of arrival, all under the tick's last position. Empty between ticks.
 */
public final class ConsolidateOperator implements Operator {

    private static final int NONE = -1;

    /** The kind of a key that came and went within the tick; such a change is not put out, and a later one of the key builds on it. */
    private static final byte CANCELLED = 4;

    private final Schema schema;
    private final boolean byKey;
    private final boolean exactKinds;
    private final boolean insertsOnly;
    private final RowMatch match;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private final TickWatermarks watermarks = new TickWatermarks();

    // The changes of the tick, by arrival number: where they lie, what they are now, and the chain of live ones with
    // the same hash.
    private int changes;
    private int[] batchOf = new int[64];
    private int[] rowOf = new int[64];
    private byte[] kindOf = new byte[64];
    private boolean[] gone = new boolean[64];
    private int[] previousInBucket = new int[64];
    private int[] buckets = new int[0];

    /**
     * @param schema the columns
     * @param key the key of an upsert stream; null for a stream with whole retractions
     * @param exactKinds whether a {@code +I} of an upsert stream tells that there was no row with the key; else every change may be the first or a further one
     * @param insertsOnly whether what is left is put out as {@code +I}: for batch runs, where the first version is empty
     */
    public ConsolidateOperator(Schema schema, @Nullable ColumnSet key, boolean exactKinds, boolean insertsOnly) {
        this.schema = schema;
        this.byKey = key != null;
        this.exactKinds = exactKinds;
        this.insertsOnly = insertsOnly;
        this.match =
                new RowMatch(key == null ? IntStream.range(0, schema.size()).toArray() : key.toArray());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        watermarks.note(batch);
        if (batch.size() == 0) {
            return;
        }
        batches.add(batch);
        for (int i = 0, n = batch.size(); i < n; i++) {
            add(batch, batch.row(i));
        }
    }

    private void add(ChangeBatch batch, int row) {
        grow();
        int bucket = match.hash(batch, row) & buckets.length - 1;
        byte kind = batch.kind(row);
        int earlier = unlinkSuperseded(bucket, kind, batch, row);
        if (earlier != NONE) {
            gone[earlier] = true;
            if (!byKey) {
                return;
            }
        }
        if (byKey) {
            kind = netKind(earlier == NONE ? kind : kindOf[earlier], kind);
        }
        batchOf[changes] = batches.size() - 1;
        rowOf[changes] = row;
        kindOf[changes] = kind;
        gone[changes] = kind == CANCELLED;
        previousInBucket[changes] = buckets[bucket];
        buckets[bucket] = changes++;
    }

    /** Finds the live change that the new one cancels or replaces, and takes it out of its bucket, so that chains hold live changes only. */
    private int unlinkSuperseded(int bucket, byte kind, ChangeBatch batch, int row) {
        int later = NONE;
        for (int i = buckets[bucket]; i != NONE; later = i, i = previousInBucket[i]) {
            boolean candidate = byKey || RowKind.isRetraction(kind) != RowKind.isRetraction(kindOf[i]);
            if (candidate && match.equal(batches.get(batchOf[i]), rowOf[i], batch, row)) {
                if (later == NONE) {
                    buckets[bucket] = previousInBucket[i];
                } else {
                    previousInBucket[later] = previousInBucket[i];
                }
                return i;
            }
        }
        return NONE;
    }

    private byte netKind(byte first, byte last) {
        boolean insertedFirst = first == RowKind.PLUS_I || first == CANCELLED;
        boolean wasThere = !insertsOnly && !(exactKinds && insertedFirst);
        if (RowKind.isRetraction(last)) {
            return wasThere ? RowKind.MINUS_D : CANCELLED;
        }
        if (!exactKinds) {
            return last;
        }
        return wasThere ? RowKind.PLUS_U : RowKind.PLUS_I;
    }

    private void grow() {
        if (changes == batchOf.length) {
            int capacity = changes * 2;
            batchOf = Arrays.copyOf(batchOf, capacity);
            rowOf = Arrays.copyOf(rowOf, capacity);
            kindOf = Arrays.copyOf(kindOf, capacity);
            gone = Arrays.copyOf(gone, capacity);
            previousInBucket = Arrays.copyOf(previousInBucket, capacity);
        }
        if (changes >= buckets.length) {
            buckets = new int[Math.max(128, buckets.length * 2)];
            Arrays.fill(buckets, NONE);
            for (int i = 0; i < changes; i++) {
                if (gone[i] && kindOf[i] != CANCELLED) {
                    continue;
                }
                int bucket = match.hash(batches.get(batchOf[i]), rowOf[i]) & buckets.length - 1;
                previousInBucket[i] = buckets[bucket];
                buckets[bucket] = i;
            }
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = 0; i < changes; i++) {
            if (!gone[i]) {
                ChangeBatch batch = batches.get(batchOf[i]);
                for (int c = 0; c < schema.size(); c++) {
                    builder.column(c).append(batch.column(c), rowOf[i]);
                }
                builder.endRow(insertsOnly ? RowKind.PLUS_I : kindOf[i], position - 1);
            }
        }
        output.emit(builder.build(watermarks.endTick(position)));
        batches.clear();
        changes = 0;
        buckets = new int[0];
    }
}
