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
 * @param ttl how long it keeps a group
 * @param traits its output
 */
public record GroupAggregate(
        PlanNode input, List<Integer> keys, List<AggregateCall> calls, boolean emptyRow, StateTtl ttl, Traits traits)
        implements PlanNode {

    public GroupAggregate {
        keys = List.copyOf(keys);
        calls = List.copyOf(calls);
    }

    /** One of which it is not decided yet how long it keeps a group. */
    public GroupAggregate(
            PlanNode input, List<Integer> keys, List<AggregateCall> calls, boolean emptyRow, Traits traits) {
        this(input, keys, calls, emptyRow, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public GroupAggregate with(List<PlanNode> inputs, Traits traits) {
        return new GroupAggregate(inputs.get(0), keys, calls, emptyRow, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(ttl);
    }

    @Override
    public GroupAggregate withTtls(List<StateTtl> ttls) {
        return new GroupAggregate(input, keys, calls, emptyRow, ttls.get(0), traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
