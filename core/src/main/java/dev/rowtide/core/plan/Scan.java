// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table's source.
 *
 * @param table the table
 * @param columns the physical columns of the table to read, in output order; columns that the query does not use are not even decoded
 * @param watermark how the watermark follows from a row; null when the table declares none
 * @param traits its output: the columns read
 */
public record Scan(
        Table table, List<Integer> columns, @Nullable WatermarkSpec watermark, Traits traits) implements PlanNode {

    public Scan {
        columns = List.copyOf(columns);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of();
    }

    @Override
    public Scan with(List<PlanNode> inputs, Traits traits) {
        return new Scan(table, columns, watermark, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
