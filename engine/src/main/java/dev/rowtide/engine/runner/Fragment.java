// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one worker has of a stage: its operators and what was handed to them. One thread at a time works on it.
 *
 * <p>If an operator fails on a row, the round goes on for all others; {@link #failure()} is then the lowest position that failed.
 */
final class Fragment {

    private final List<Vertex> topologicalOrder = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private int deliveredRows;
    private @Nullable RowFailure failure;

    private record Delivery(Vertex vertex, int input, ChangeBatch batch) {}

    Vertex addVertex(@Nullable Operator operator) {
        Vertex vertex = new Vertex(operator, this);
        topologicalOrder.add(vertex);
        return vertex;
    }

    /** Keeps a batch for the next step. */
    void deliver(Vertex vertex, int input, ChangeBatch batch) {
        deliveries.add(new Delivery(vertex, input, batch));
        deliveredRows += batch.size();
    }

    /** The rows that wait for the next step. */
    int deliveredRows() {
        return deliveredRows;
    }

    /** Works on what was delivered, and goes on to a position, which is no higher than that of a failure. */
    void advance(long position, Tick tick) {
        receive(tick);
        for (Vertex vertex : topologicalOrder) {
            vertex.advance(failure == null ? position : Math.min(position, failure.position()));
        }
    }

    /** Works on what was delivered, and lets go what is too old. */
    void expire(long position, Tick tick) {
        receive(tick);
        for (Vertex vertex : topologicalOrder) {
            vertex.expire(position);
        }
    }

    /** Works on what was delivered, and completes a tick. */
    void endTick(long position, Tick tick) {
        receive(tick);
        for (Vertex vertex : topologicalOrder) {
            vertex.endTick(position);
        }
    }

    private void receive(Tick tick) {
        for (Vertex vertex : topologicalOrder) {
            vertex.setTick(tick);
        }
        for (Delivery delivery : deliveries) {
            delivery.vertex().receive(delivery.input(), delivery.batch());
        }
        deliveries.clear();
        deliveredRows = 0;
    }

    /** The failure at the lowest position so far, or null. */
    @Nullable
    RowFailure failure() {
        return failure;
    }

    /** An operator has failed on a row. */
    void note(RowFailure e) {
        if (failure == null || e.position() < failure.position()) {
            failure = e;
        }
    }
}
