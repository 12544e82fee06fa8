// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;

/**
 * Computes each output column from the columns of the input, change by change.
 *
 * @param input its input
 * @param expressions one for each output column
 * @param traits its output
 */
public record Project(PlanNode input, List<Expression> expressions, Traits traits) implements PlanNode {

    public Project {
        expressions = List.copyOf(expressions);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public Project with(List<PlanNode> inputs, Traits traits) {
        return new Project(inputs.get(0), expressions, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
