// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * The rows of each partition whose rank lies in a range: Top-N, deduplication (one row per partition), and {@code ORDER BY … LIMIT … OFFSET} (no partition
 * columns). Rows that are equal in the sort columns stand in order of arrival, unless {@link SortKey#LATEST} comes last; without sort columns all are equal.
 *
 * @param input its input
 * @param partitionKeys the partition columns; none for one partition
 * @param order the sort columns
 * @param function how rows are numbered
 * @param from the first rank in the result, from 1
 * @param to the last rank in the result; {@link Long#MAX_VALUE} for all
 * @param withRank whether the rank is a last BIGINT column of the output
 * @param inEventTime whether the first row by event time goes out once, when the watermark says that it is
 * @param ttl how long it keeps a partition
 * @param traits its output: the input's columns, and perhaps the rank
 */
public record TopN(
        PlanNode input,
        List<Integer> partitionKeys,
        List<SortKey> order,
        RankFunction function,
        long from,
        long to,
        boolean withRank,
        boolean inEventTime,
        StateTtl ttl,
        Traits traits)
        implements PlanNode {

    public TopN {
        partitionKeys = List.copyOf(partitionKeys);
        order = List.copyOf(order);
    }

    /** One of which it is not decided yet how long it keeps a partition. */
    public TopN(
            PlanNode input,
            List<Integer> partitionKeys,
            List<SortKey> order,
            RankFunction function,
            long from,
            long to,
            boolean withRank,
            Traits traits) {
        this(input, partitionKeys, order, function, from, to, withRank, false, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public TopN with(List<PlanNode> inputs, Traits traits) {
        return new TopN(inputs.get(0), partitionKeys, order, function, from, to, withRank, inEventTime, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return inEventTime ? List.of() : List.of(ttl);
    }

    @Override
    public TopN withTtls(List<StateTtl> ttls) {
        return inEventTime
                ? this
                : new TopN(input, partitionKeys, order, function, from, to, withRank, false, ttls.get(0), traits);
    }

    /** The same in event time, or not: then the first row goes out at once, and another takes its place. */
    public TopN inEventTime(boolean wanted) {
        return new TopN(input, partitionKeys, order, function, from, to, withRank, wanted, ttl, traits);
    }

    @Override
    public boolean needsWatermarks() {
        return inEventTime;
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
