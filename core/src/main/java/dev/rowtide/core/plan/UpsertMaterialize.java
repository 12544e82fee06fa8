// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one row per sink key out of a result that may have several: of the rows with one key, the latest that was not taken back.
 *
 * @param input its input, with full retractions
 * @param keys the sink's key columns
 * @param inputKeys a unique key of the input by which its rows are told apart; null when they are matched whole
 * @param traits its output: the input's columns, an upsert stream by {@code keys}
 */
public record UpsertMaterialize(
        PlanNode input, ColumnSet keys, @Nullable ColumnSet inputKeys, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public UpsertMaterialize with(List<PlanNode> inputs, Traits traits) {
        return new UpsertMaterialize(inputs.get(0), keys, inputKeys, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
