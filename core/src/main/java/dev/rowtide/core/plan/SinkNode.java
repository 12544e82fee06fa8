// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Writes to a table's sink; the root of a plan.
 *
 * @param input its input, of the table's column types
 * @param table the table
 * @param key the columns by which the sink upserts; empty for a sink without key
 * @param traits no output: the table's schema, mode {@link ChangelogMode#UNKNOWN}
 */
public record SinkNode(PlanNode input, Table table, ColumnSet key, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public SinkNode with(List<PlanNode> inputs, Traits traits) {
        return new SinkNode(inputs.get(0), table, key, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
