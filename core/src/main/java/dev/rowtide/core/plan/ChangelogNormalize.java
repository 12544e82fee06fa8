// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns an upsert stream into one with full rows and exact kinds, by keeping the last row of each key; a change that changes nothing
 * disappears. With a condition, rows that fail it count as absent.
 *
 * @param input an upsert stream
 * @param keys the key columns
 * @param condition a BOOLEAN over the input's columns, or null
 * @param ttl how long it keeps a row
 * @param traits its output: the input's columns
 */
public record ChangelogNormalize(
        PlanNode input, ColumnSet keys, @Nullable Expression condition, StateTtl ttl, Traits traits)
        implements PlanNode {

    /** One of which it is not decided yet how long it keeps a row. */
    public ChangelogNormalize(PlanNode input, ColumnSet keys, @Nullable Expression condition, Traits traits) {
        this(input, keys, condition, StateTtl.OPEN, traits);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public ChangelogNormalize with(List<PlanNode> inputs, Traits traits) {
        return new ChangelogNormalize(inputs.get(0), keys, condition, ttl, traits);
    }

    @Override
    public List<StateTtl> ttls() {
        return List.of(ttl);
    }

    @Override
    public ChangelogNormalize withTtls(List<StateTtl> ttls) {
        return new ChangelogNormalize(input, keys, condition, ttls.get(0), traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
