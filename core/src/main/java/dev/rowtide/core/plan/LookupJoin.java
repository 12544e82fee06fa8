// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each row with the rows that a table outside has of its key at the time of processing. What the table becomes later changes nothing: a row is taken back with what it was
 * joined with when it came. A NULL key has no rows.
 *
 * @param input its input
 * @param table the table outside
 * @param columns the physical columns of the table that stand behind those of the input, the key among them
 * @param inputKeys the key columns of the input
 * @param tableKeys the places in {@code columns} of the key columns of the table, as many, of the same storage
 * @param outer whether a row without a match stays, with NULLs
 * @param condition a BOOLEAN over the output's columns that a match has to meet, or null
 * @param caching how long answers are used again
 * @param fixed whether the table stays as it is
 * @param traits its output: the input's columns, then those of the table
 */
public record LookupJoin(
        PlanNode input,
        Table table,
        List<Integer> columns,
        List<Integer> inputKeys,
        List<Integer> tableKeys,
        boolean outer,
        @Nullable Expression condition,
        LookupCaching caching,
        boolean fixed,
        Traits traits)
        implements PlanNode {

    public LookupJoin {
        columns = List.copyOf(columns);
        inputKeys = List.copyOf(inputKeys);
        tableKeys = List.copyOf(tableKeys);
    }

    /** Whether it keeps what rows were joined with: where they may be taken back, and the table may have changed until then. */
    public boolean remembers() {
        return !fixed && !input.mode().isAppendOnly();
    }

    /** Whether a row has one match at most, by the primary key that the table declares. */
    public boolean matchesOne() {
        List<String> names = tableKeys.stream()
                .map(key -> table.schema().name(columns.get(key)))
                .toList();
        return !table.primaryKey().isEmpty() && names.containsAll(table.primaryKey());
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public LookupJoin with(List<PlanNode> inputs, Traits traits) {
        return new LookupJoin(
                inputs.get(0), table, columns, inputKeys, tableKeys, outer, condition, caching, fixed, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
