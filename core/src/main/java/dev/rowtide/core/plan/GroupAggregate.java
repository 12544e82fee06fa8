// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Aggregates the rows of each group. Without keys there is one group, which has no row before its first input row and none once its input is
 * empty (the rule of continuous queries), unless {@code emptyRow} asks for SQL's rule. Without calls it is DISTINCT.
 *
 * @param input its input
 * @param keys the grouping columns of the input; the output starts with them
 * @param calls the aggregates, one output column each, behind the keys
 * @param emptyRow a global aggregate over no rows has one row, as in batch SQL
 * @param traits its output
 */
public record GroupAggregate(
        PlanNode input, List<Integer> keys, List<AggregateCall> calls, boolean emptyRow, Traits traits)
        implements PlanNode {

    public GroupAggregate {
        keys = List.copyOf(keys);
        calls = List.copyOf(calls);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public GroupAggregate with(List<PlanNode> inputs, Traits traits) {
        return new GroupAggregate(inputs.get(0), keys, calls, emptyRow, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
