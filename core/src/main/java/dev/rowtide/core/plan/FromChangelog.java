// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;
import java.util.Map;

/**
 * Turns inserted rows, one column of which says a kind, into changes of that kind. A {@code -U} waits for its {@code +U}, the next row of the tick, and the two become
 * one change.
 *
 * @param input its input, inserts only
 * @param operation the column that says the kind, a character type; not in the output
 * @param kinds from the text of the column to the ordinal of {@code RowKind}; NULL or any other text is an error of the row
 * @param traits its output: the input's columns without that one
 */
public record FromChangelog(PlanNode input, int operation, Map<String, Integer> kinds, Traits traits)
        implements PlanNode {

    public FromChangelog {
        kinds = Map.copyOf(kinds);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public FromChangelog with(List<PlanNode> inputs, Traits traits) {
        return new FromChangelog(inputs.get(0), operation, kinds, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
