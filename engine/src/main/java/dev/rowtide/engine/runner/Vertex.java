// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operator in its place, or none where changes pass as they come. One that has failed on a row is not called any more. */
final class Vertex {

    private final @Nullable Operator operator;
    private final Fragment fragment;
    private final List<Target> targets = new ArrayList<>();
    private Tick tick = new Tick(0, 0, 0);
    private boolean failed;

    /** Takes what a vertex emits. */
    @FunctionalInterface
    interface Target {
        void accept(ChangeBatch batch);
    }

    /** @param fragment where it stands, told of the row on which the operator fails */
    Vertex(@Nullable Operator operator, Fragment fragment) {
        this.operator = operator;
        this.fragment = fragment;
    }

    Fragment fragment() {
        return fragment;
    }

    @Nullable
    Operator operator() {
        return operator;
    }

    void addTarget(Target target) {
        targets.add(target);
    }

    void setTick(Tick tick) {
        this.tick = tick;
    }

    void receive(int input, ChangeBatch batch) {
        Operator called = operator;
        if (called == null) {
            emit(batch);
        } else {
            call(() -> called.receive(input, batch, tick, this::emit));
        }
    }

    void advance(long position) {
        Operator called = operator;
        if (called != null) {
            call(() -> called.advance(position, tick, this::emit));
        }
    }

    void expire(long position) {
        Operator called = operator;
        if (called != null) {
            call(() -> called.expire(position, tick, this::emit));
        }
    }

    void endTick(long position) {
        Operator called = operator;
        if (called != null) {
            call(() -> called.endTick(position, tick, this::emit));
        }
    }

    private void call(Runnable step) {
        if (failed) {
            return;
        }
        try {
            step.run();
        } catch (RowFailure e) {
            failed = true;
            fragment.note(e);
        }
    }

    private void emit(ChangeBatch batch) {
        for (Target target : targets) {
            target.accept(batch);
        }
    }
}
