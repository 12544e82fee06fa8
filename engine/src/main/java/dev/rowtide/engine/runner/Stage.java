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
    private boolean hasUnfinishedTick;

    /**
     * Where changes of earlier stages enter.
     *
     * @param vertices by fragment
     * @param split parts them, or null where one fragment gets them all
     */
    private record Entry(Exchange exchange, List<Vertex> vertices, int input, @Nullable KeySplit split) {}

    Stage(int workers) {
        fragments = IntStream.range(0, workers).mapToObj(worker -> new Fragment()).toList();
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

    /** Works on what the stages before have put out below a position. */
    void round(Workers workers, long below, Consumer<Fragment> step) {
        receive(below);
        int rows = fragments.stream().mapToInt(Fragment::deliveredRows).sum();
        hasUnfinishedTick |= rows > 0;
        run(workers, rows > ROWS_ALONE, step);
    }

    /** Completes a tick; {@code hasWork} is whether operators may have kept changes until now. */
    void endTick(Workers workers, long below, boolean hasWork, Consumer<Fragment> step) {
        receive(below);
        int rows = fragments.stream().mapToInt(Fragment::deliveredRows).sum();
        boolean apart = rows > ROWS_ALONE || hasWork && hasUnfinishedTick;
        hasUnfinishedTick = false;
        run(workers, apart, step);
    }

    private void receive(long below) {
        turns.forEach(PartTurns::clear);
        for (Entry entry : entries) {
            for (ChangeBatch batch : entry.exchange().batches()) {
                deliver(entry, Graph.below(batch, below));
            }
        }
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

    private void run(Workers workers, boolean apart, Consumer<Fragment> step) {
        if (apart && fragments.size() > 1) {
            workers.run(fragments.size(), worker -> step.accept(fragments.get(worker)));
        } else {
            fragments.forEach(step);
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
