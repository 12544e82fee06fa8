// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Puts each row into the windows that its event time lies in: a row for each, with the window's start, end, and last event time behind its columns.
 *
 * @param input its input
 * @param timeColumn the event time
 * @param windows the windows
 * @param emission when results of these windows go out, where rows are joined, ranked or aggregated by them
 * @param traits its output
 */
public record AssignWindows(PlanNode input, int timeColumn, WindowSpec windows, Emission emission, Traits traits)
        implements PlanNode {

    /** The columns behind those of the input. */
    public static final int ADDED_COLUMNS = 3;

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public AssignWindows with(List<PlanNode> inputs, Traits traits) {
        return new AssignWindows(inputs.get(0), timeColumn, windows, emission, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }

    /** The column of the window's start; its end and last event time follow. */
    public int startColumn() {
        return input.schema().size();
    }
}
