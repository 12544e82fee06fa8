// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constant rows.
 *
 * @param rows a datum per column and row
 * @param traits its output
 */
public record Values(List<List<@Nullable Object>> rows, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of();
    }

    @Override
    public Values with(List<PlanNode> inputs, Traits traits) {
        return new Values(rows, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
