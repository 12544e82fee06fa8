// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one row per sink key out of a result that may have several.
 *
 * @param input its input, with full retractions
 * @param keys the sink's key columns
 * @param inputKeys a unique key of the input by which its rows are told apart; null when they are matched whole
 * @param conflicts which of several rows with one key stands, of those that were not taken back; or that there must be one only
 * @param waits whether only what is there when the watermark rises counts, as in Flink, and not what is there at each position
 * @param ttl how long it keeps a key
 * @param traits its output: the input's columns, an upsert stream by {@code keys}
 */
public record UpsertMaterialize(
        PlanNode input,
        ColumnSet keys,
        @Nullable ColumnSet inputKeys,
        ConflictAction conflicts,
        boolean waits,
        StateTtl ttl,
        Traits traits)
        implements PlanNode {

    /** One where the latest row stands, of which it is not decided yet how long it keeps a key. */
    public UpsertMaterialize(PlanNode input, ColumnSet keys, @Nullable ColumnSet inputKeys, Traits traits) {
        this(input, keys, inputKeys, ConflictAction.DEDUPLICATE, false, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public UpsertMaterialize with(List<PlanNode> inputs, Traits traits) {
        return new UpsertMaterialize(inputs.get(0), keys, inputKeys, conflicts, waits, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(ttl);
    }

    @Override
    public UpsertMaterialize withTtls(List<StateTtl> ttls) {
        return new UpsertMaterialize(input, keys, inputKeys, conflicts, waits, ttls.get(0), traits);
    }

    @Override
    public boolean needsWatermarks() {
        return waits;
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
