// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * All changes of all inputs, merged by position.
 *
 * @param inputs its inputs, of the same types
 * @param traits its output
 */
public record UnionAll(List<PlanNode> inputs, Traits traits) implements PlanNode {

    public UnionAll {
        inputs = List.copyOf(inputs);
    }

    @Override
    public List<PlanNode> inputs() {
        return inputs;
    }

    @Override
    public UnionAll with(List<PlanNode> inputs, Traits traits) {
        return new UnionAll(inputs, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
