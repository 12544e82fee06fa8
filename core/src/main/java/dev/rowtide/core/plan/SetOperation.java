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
 * @param ttl how long it keeps a row that neither input has told of
 * @param traits its output: the left input's columns
 */
public record SetOperation(PlanNode left, PlanNode right, boolean except, boolean all, StateTtl ttl, Traits traits)
        implements PlanNode {

    /** One of which it is not decided yet how long it keeps a row. */
    public SetOperation(PlanNode left, PlanNode right, boolean except, boolean all, Traits traits) {
        this(left, right, except, all, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(left, right);
    }

    @Override
    public SetOperation with(List<PlanNode> inputs, Traits traits) {
        return new SetOperation(inputs.get(0), inputs.get(1), except, all, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(ttl);
    }

    @Override
    public SetOperation withTtls(List<StateTtl> ttls) {
        return new SetOperation(left, right, except, all, ttls.get(0), traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
