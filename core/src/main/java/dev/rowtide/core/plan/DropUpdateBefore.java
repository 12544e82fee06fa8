// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * Drops {@code -U} where nothing above needs it.
 *
 * @param input its input
 * @param traits its output: the input's columns
 */
public record DropUpdateBefore(PlanNode input, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public DropUpdateBefore with(List<PlanNode> inputs, Traits traits) {
        return new DropUpdateBefore(inputs.get(0), traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
