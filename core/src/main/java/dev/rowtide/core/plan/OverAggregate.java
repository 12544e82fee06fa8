// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Computes for each row functions of the rows around it in its partition: one window definition, in SQL's words. Rows that are equal in the sort columns stand in
 * order of arrival; without sort columns all are equal.
 *
 * @param input its input
 * @param partitionKeys the partition columns; none for one partition
 * @param order the sort columns
 * @param calls the functions, one output column each, behind the input's columns
 * @param inEventTime whether a row waits until the watermark has reached the first sort column, an event time, and then has its final results; a row that comes
 *     later than that is dropped. Else results are corrected when rows come, leave or change
 * @param ttl how long it keeps a partition
 * @param traits its output
 */
public record OverAggregate(
        PlanNode input,
        List<Integer> partitionKeys,
        List<SortKey> order,
        List<OverCall> calls,
        boolean inEventTime,
        StateTtl ttl,
        Traits traits)
        implements PlanNode {

    public OverAggregate {
        partitionKeys = List.copyOf(partitionKeys);
        order = List.copyOf(order);
        calls = List.copyOf(calls);
    }

    /** One of which it is not decided yet how long it keeps a partition. */
    public OverAggregate(
            PlanNode input,
            List<Integer> partitionKeys,
            List<SortKey> order,
            List<OverCall> calls,
            boolean inEventTime,
            Traits traits) {
        this(input, partitionKeys, order, calls, inEventTime, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public OverAggregate with(List<PlanNode> inputs, Traits traits) {
        return new OverAggregate(inputs.get(0), partitionKeys, order, calls, inEventTime, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(ttl);
    }

    @Override
    public OverAggregate withTtls(List<StateTtl> ttls) {
        return new OverAggregate(input, partitionKeys, order, calls, inEventTime, ttls.get(0), traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public boolean needsWatermarks() {
        return inEventTime;
    }
}
