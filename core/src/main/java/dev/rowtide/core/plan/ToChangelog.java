// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns each change into an inserted row whose first column says its kind. A kind without a code is dropped.
 *
 * @param input its input, with full retractions
 * @param codes the text for each kind, in the order of {@code RowKind}: {@code +I -U +U -D}; null drops the kind
 * @param traits its output: the code as STRING, then the input's columns; inserts only
 */
public record ToChangelog(PlanNode input, List<@Nullable String> codes, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public ToChangelog with(List<PlanNode> inputs, Traits traits) {
        return new ToChangelog(inputs.get(0), codes, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
