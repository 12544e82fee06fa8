// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;

/**
 * Keeps the changes of which the condition is TRUE, whatever their kind.
 *
 * @param input its input
 * @param condition a BOOLEAN over the input's columns
 * @param traits its output: the input's columns
 */
public record Filter(PlanNode input, Expression condition, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public Filter with(List<PlanNode> inputs, Traits traits) {
        return new Filter(inputs.get(0), condition, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
