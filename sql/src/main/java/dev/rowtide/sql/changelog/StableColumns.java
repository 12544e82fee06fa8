// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Windowed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The columns of a node that no update changes, as {@link Offer#stable} has it. */
final class StableColumns {

    private StableColumns() {}

    /** Those that are kept, and the number of an element, by which it is known. */
    static ColumnSet of(Unnest node, Offer input) {
        int numberColumn = node.schema().size() - 1;
        return ColumnSet.of(IntStream.range(0, node.schema().size())
                .filter(i -> i < node.kept().size()
                        ? input.stable().contains(node.kept().get(i))
                        : node.ordinality() && i == numberColumn)
                .toArray());
    }

    static ColumnSet of(UnionAll node, List<Offer> inputs) {
        return ColumnSet.of(IntStream.range(0, node.schema().size())
                .filter(column ->
                        inputs.stream().allMatch(input -> input.stable().contains(column)))
                .toArray());
    }

    /** Of rows in one window each: their window as well, if their time is stable. */
    static ColumnSet of(AssignWindows node, Offer input) {
        ColumnSet window =
                ColumnSets.behind(node.input().schema().size(), ColumnSets.first(AssignWindows.ADDED_COLUMNS));
        return input.stable().contains(node.timeColumn()) ? input.stable().union(window) : input.stable();
    }

    /** An update gives a place to another row, or changes a row that keeps its place; where no places are shown, only the latter. */
    static ColumnSet of(TopN node, Offer input) {
        ColumnSet partition = ColumnSets.of(node.partitionKeys());
        if (node.function() != RankFunction.ROW_NUMBER) {
            return input.stableWhenPaired();
        }
        if (node.withRank()) {
            return partition.union(ColumnSet.of(node.input().schema().size()));
        }
        return node.from() > 1 || node.to() == 1 ? partition : input.stableWhenPaired();
    }

    /** Windows put out their changes of a position one after the other: of a key that says no window, a row may come in one before it goes in another. */
    static ColumnSet of(Windowed node, Offer body) {
        List<Integer> bounds = new ArrayList<>();
        int before = 0;
        for (int i = 0; i < node.windows().size(); i++) {
            bounds.add(before + node.windows().get(i).start());
            bounds.add(before + node.windows().get(i).end());
            before += node.inputs().get(i).schema().size();
        }
        List<Integer> groups = node.body() instanceof GroupAggregate aggregate ? aggregate.keys() : null;
        IntStream stable = Arrays.stream(body.stable().toArray())
                .filter(column -> node.traits().uniqueKeys().stream()
                        .filter(key -> key.contains(column))
                        .allMatch(key -> Arrays.stream(key.toArray())
                                .map(part -> groups == null || part >= groups.size() ? part : groups.get(part))
                                .anyMatch(bounds::contains)));
        return ColumnSet.of(stable.toArray());
    }
}
