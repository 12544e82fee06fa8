// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.merge.PartTurns;
import dev.rowtide.operators.state.KeyPartitions;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/** Parts the rows of an input by their keys: each worker has a range of virtual partitions. Copies nothing. */
final class KeySplit {

    private final KeyPartitions keys;
    private final int workers;
    private final int input;
    private final @Nullable PartTurns turns;
    private final boolean notesEachRow;
    private int[] partitions = {};

    /**
     * @param schema the columns of the input
     * @param keyColumns the key, among them
     * @param input the number of the input
     * @param turns notes which workers get rows of which positions; null when that does not matter
     * @param isOnlyInput whether the operator has no other input, so that several rows of a position come in one stream
     */
    KeySplit(Schema schema, int[] keyColumns, int workers, int input, @Nullable PartTurns turns, boolean isOnlyInput) {
        this.keys = new KeyPartitions(schema, keyColumns);
        this.workers = workers;
        this.input = input;
        this.turns = turns;
        this.notesEachRow = !isOnlyInput;
    }

    /** The worker that has a virtual partition. */
    static int worker(int partition, int workers) {
        return partition * workers / StateWriter.PARTITIONS;
    }

    /** The first virtual partition of a worker. */
    static int firstPartition(int worker, int workers) {
        return (worker * StateWriter.PARTITIONS + workers - 1) / workers;
    }

    /** The rows of a batch for each worker. All get one, since all are to know how far the watermark has come. */
    ChangeBatch[] split(ChangeBatch batch) {
        int size = batch.size();
        if (partitions.length < size) {
            partitions = new int[Math.max(size, 2 * partitions.length)];
        }
        keys.find(batch, partitions);
        int[][] rows = new int[workers][size];
        int[] counts = new int[workers];
        for (int i = 0; i < size; i++) {
            int worker = worker(partitions[i], workers);
            rows[worker][counts[worker]++] = batch.row(i);
        }
        PartTurns noted = turns;
        if (noted != null && (notesEachRow || batch.positions() != null)) {
            for (int i = 0; i < size; i++) {
                noted.note(input, worker(partitions[i], workers), batch, batch.row(i));
            }
        }
        ChangeBatch[] parts = new ChangeBatch[workers];
        for (int worker = 0; worker < workers; worker++) {
            parts[worker] = counts[worker] == size ? batch : batch.withSelection(rows[worker], counts[worker]);
        }
        return parts;
    }
}
