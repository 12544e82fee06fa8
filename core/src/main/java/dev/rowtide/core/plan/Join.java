// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins two inputs: pairs of rows that are equal in the key columns and of which the condition is TRUE. Without keys every pair is tried.
 *
 * @param left the left input
 * @param right the right input
 * @param type which rows are in the result
 * @param leftKeys the left key columns
 * @param rightKeys the right key columns, as many, of the same storage
 * @param nullsMatch for each key whether NULL equals NULL ({@code IS NOT DISTINCT FROM}); otherwise a row with a NULL key matches nothing
 * @param condition a BOOLEAN over the left columns followed by the right ones, or null
 * @param nullAware only for ANTI, the rule of {@code NOT IN}: a left row is also out when its key equality with some right row (of which the condition holds) is
 *     unknown
 * @param leftTtl how long it keeps a left row
 * @param rightTtl how long it keeps a right row
 * @param traits its output: left columns, then right columns, nullable where padded; left columns only for SEMI and ANTI
 */
public record Join(
        PlanNode left,
        PlanNode right,
        JoinType type,
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        List<Boolean> nullsMatch,
        @Nullable Expression condition,
        boolean nullAware,
        StateTtl leftTtl,
        StateTtl rightTtl,
        Traits traits)
        implements PlanNode {

    public Join {
        leftKeys = List.copyOf(leftKeys);
        rightKeys = List.copyOf(rightKeys);
        nullsMatch = List.copyOf(nullsMatch);
    }

    /** One of which it is not decided yet how long it keeps rows. */
    public Join(
            PlanNode left,
            PlanNode right,
            JoinType type,
            List<Integer> leftKeys,
            List<Integer> rightKeys,
            List<Boolean> nullsMatch,
            @Nullable Expression condition,
            boolean nullAware,
            Traits traits) {
        this(
                left,
                right,
                type,
                leftKeys,
                rightKeys,
                nullsMatch,
                condition,
                nullAware,
                StateTtl.OPEN,
                StateTtl.OPEN,
                traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(left, right);
    }

    @Override
    public Join with(List<PlanNode> inputs, Traits traits) {
        return new Join(
                inputs.get(0),
                inputs.get(1),
                type,
                leftKeys,
                rightKeys,
                nullsMatch,
                condition,
                nullAware,
                leftTtl,
                rightTtl,
                traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(leftTtl, rightTtl);
    }

    @Override
    public Join withTtls(List<StateTtl> ttls) {
        return new Join(
                left,
                right,
                type,
                leftKeys,
                rightKeys,
                nullsMatch,
                condition,
                nullAware,
                ttls.get(0),
                ttls.get(1),
                traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
