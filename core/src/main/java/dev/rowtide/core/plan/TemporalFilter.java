// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;

/**
 * Keeps the rows of which the clock is within their time: each enters the result, and leaves it, by itself when the clock gets there. A row whose time has a NULL is
 * never in the result.
 *
 * @param input its input
 * @param from each a TIMESTAMP_LTZ(6) over the input's columns: the row is in the result from the latest of them on; empty for rows that are from the start
 * @param until each a TIMESTAMP_LTZ(6) over the input's columns: the row is in the result before the earliest of them; empty for rows that stay
 * @param condition what the query says, for people
 * @param traits its output, of the input's columns
 */
public record TemporalFilter(
        PlanNode input, List<Expression> from, List<Expression> until, Expression condition, Traits traits)
        implements PlanNode {

    public TemporalFilter {
        from = List.copyOf(from);
        until = List.copyOf(until);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public TemporalFilter with(List<PlanNode> inputs, Traits traits) {
        return new TemporalFilter(inputs.get(0), from, until, condition, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
