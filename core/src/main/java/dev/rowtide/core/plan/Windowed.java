// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node applied to the rows of each window alone. Mostly the result of a window goes out once, when the window is complete, at one position, and is final; a row that comes
 * for a window which is complete is late, and is left out. An {@link Emission} may ask for more.
 *
 * @param body the node, a {@link GroupAggregate}, {@link TopN} or {@link Join}, with the window's columns among its keys
 * @param windows the window's columns in each input of the body
 * @param sliced the windows, where the columns of the input do not say them but the steps that they are made of; else null
 * @param mergesSessions whether its input are rows that are sessions of themselves, which it merges
 * @param emission when results go out
 * @param tellsLateRows whether it counts the rows that it leaves out; not where another node leaves the same ones out
 * @param traits its output: the body's columns
 */
public record Windowed(
        PlanNode body,
        List<WindowColumns> windows,
        @Nullable WindowSpec sliced,
        boolean mergesSessions,
        Emission emission,
        boolean tellsLateRows,
        Traits traits)
        implements PlanNode {

    public Windowed {
        windows = List.copyOf(windows);
    }

    /** The same node, which says nothing of rows that it leaves out. */
    public Windowed silentOfLateRows() {
        return new Windowed(body, windows, sliced, mergesSessions, emission, false, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return body.inputs();
    }

    @Override
    public Windowed with(List<PlanNode> inputs, Traits traits) {
        return new Windowed(
                body.with(inputs, traits), windows, sliced, mergesSessions, emission, tellsLateRows, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }

    /** Whether what is kept of a window are groups, whose keys need not have the window's columns. */
    public boolean keepsGroups() {
        return body instanceof GroupAggregate && (mergesSessions || !revisesSessions()) && emission.every() == 0;
    }

    /** Whether its windows are sessions that come as results of theirs are to go out, and are revised. */
    public boolean revisesSessions() {
        return windows.get(0).sessionGap() > 0 && emission.revises();
    }

    @Override
    public String label() {
        return body instanceof GroupAggregate ? "WindowAggregate" : "Window" + body.label();
    }

    @Override
    public boolean needsWatermarks() {
        return windows.get(0).clock() == WindowColumns.Clock.EVENT_TIME;
    }
}
