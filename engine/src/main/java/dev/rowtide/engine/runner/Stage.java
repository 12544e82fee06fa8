// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.merge.PartTurns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A part of the plan between exchanges: one fragment that has it all, or one for each worker. */
final class Stage {

    /** Rows that one thread works on as fast as several that have to be woken first. */
    private static final int ROWS_ALONE = 64;

    private final List<Fragment> fragments;
    private final List<Entry> entries = new ArrayList<>();
    private final List<PartTurns> turns = new ArrayList<>();
    private boolean hasWorked;

    /**
     * Where changes of earlier stages enter.
     *
     * @param vertices by fragment
     * @param split parts them, or null where one fragment gets them all
     */
    private record Entry(
            Exchange exchange,
            List<Vertex> vertices,
            int input,
            @Nullable KeySplit split) {}

    Stage(int workers) {
        fragments =
                IntStream.range(0, workers).mapToObj(worker -> new Fragment()).toList();
    }

    List<Fragment> fragments() {
        return fragments;
    }

    /** The order of workers at an operator that several share. */
    PartTurns addTurns(int inputs) {
        PartTurns added = new PartTurns(inputs);
        turns.add(added);
        return added;
    }

    void addEntry(Exchange exchange, List<Vertex> vertices, int input, @Nullable KeySplit split) {
        entries.add(new Entry(exchange, vertices, input, split));
    }

    /** A step on what the stages before have put out below a position; {@code hasWork} is whether it may take long without that. */
    void run(Workers workers, long below, boolean hasWork, Consumer<Fragment> step) {
        for (Entry entry : entries) {
            for (ChangeBatch batch : entry.exchange().batches()) {
                deliver(entry, Graph.below(batch, below));
            }
        }
        int rows = fragments.stream().mapToInt(Fragment::deliveredRows).sum();
        hasWorked |= rows > 0;
        if (fragments.size() > 1 && (hasWork || rows > ROWS_ALONE)) {
            workers.run(fragments.size(), worker -> step.accept(fragments.get(worker)));
        } else {
            fragments.forEach(step);
        }
    }

    /** Whether it was given rows since {@link #forgetWork}. */
    boolean hasWorked() {
        return hasWorked;
    }

    void forgetWork() {
        hasWorked = false;
    }

    /** Later positions begin. */
    void forgetTurns() {
        turns.forEach(PartTurns::clear);
    }

    private static void deliver(Entry entry, ChangeBatch batch) {
        List<Vertex> vertices = entry.vertices();
        KeySplit split = entry.split();
        if (split == null) {
            vertices.get(0).fragment().deliver(vertices.get(0), entry.input(), batch);
            return;
        }
        ChangeBatch[] parts = split.split(batch);
        for (int worker = 0; worker < parts.length; worker++) {
            vertices.get(worker).fragment().deliver(vertices.get(worker), entry.input(), parts[worker]);
        }
    }

    /** The failure at the lowest position so far, or null. */
    @Nullable
    RowFailure failure() {
        RowFailure lowest = null;
        for (Fragment fragment : fragments) {
            RowFailure failure = fragment.failure();
            if (failure != null && (lowest == null || failure.position() < lowest.position())) {
                lowest = failure;
            }
        }
        return lowest;
    }
}
