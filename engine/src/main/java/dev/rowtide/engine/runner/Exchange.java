// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.merge.MergedParts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the operators of a node put out in a step, for those of later stages and for sinks: one stream, whether one worker made it or several did. */
final class Exchange {

    /** By worker. */
    private final List<List<ChangeBatch>> parts;

    private final @Nullable MergedParts merge;
    private @Nullable List<ChangeBatch> merged;

    /** What one worker puts out. */
    Exchange() {
        parts = List.of(new ArrayList<>());
        merge = null;
    }

    /** What several workers put out. */
    Exchange(int workers, MergedParts merge) {
        parts = IntStream.range(0, workers)
                .mapToObj(worker -> (List<ChangeBatch>) new ArrayList<ChangeBatch>())
                .toList();
        this.merge = merge;
    }

    /** Takes what a worker puts out. Others read it: no column is left for them to make. */
    Vertex.Target part(int worker) {
        List<ChangeBatch> part = parts.get(worker);
        return batch -> part.add(batch.made());
    }

    /** What was put out since {@link #clear}, by position. Asked when all workers are through. */
    List<ChangeBatch> batches() {
        if (merge == null) {
            return parts.get(0);
        }
        List<ChangeBatch> known = merged;
        if (known == null) {
            List<ChangeBatch> batches = new ArrayList<>();
            for (int worker = 0; worker < parts.size(); worker++) {
                for (ChangeBatch batch : parts.get(worker)) {
                    merge.add(worker, batch);
                }
            }
            merge.emit(batches::add);
            merged = batches;
            known = batches;
        }
        return known;
    }

    /** A new step begins. */
    void clear() {
        parts.forEach(List::clear);
        merged = null;
    }
}
