// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * INTERSECT or EXCEPT of two inputs, rows matched whole, NULL equal to NULL. With {@code all} copies count: a row of the result occurs as often as in the input
 * where it is rarer (INTERSECT ALL), or as often as it is left over (EXCEPT ALL); without, at most once.
 *
 * @param left the left input
 * @param right the right input, of the same types
 * @param except EXCEPT, else INTERSECT
 * @param all whether copies count
 * @param traits its output: the left input's columns
 */
public record SetOperation(PlanNode left, PlanNode right, boolean except, boolean all, Traits traits)
        implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(left, right);
    }

    @Override
    public SetOperation with(List<PlanNode> inputs, Traits traits) {
        return new SetOperation(inputs.get(0), inputs.get(1), except, all, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
