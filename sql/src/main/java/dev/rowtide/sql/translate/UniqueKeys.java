// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The sets of columns in which no two rows of a node's result agree; the smallest ones. */
final class UniqueKeys {

    private UniqueKeys() {}

    /** A scan's: the table's primary key, where all of it is read. */
    static Set<ColumnSet> ofScan(Table table, List<Integer> columns) {
        if (table.primaryKey().isEmpty()) {
            return Set.of();
        }
        List<String> names = columns.stream().map(table.schema()::name).toList();
        int[] key = new int[table.primaryKey().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = names.indexOf(table.primaryKey().get(i));
            if (key[i] < 0) {
                return Set.of();
            }
        }
        return Set.of(ColumnSet.of(key));
    }

    /** A projection's: the input's keys all of whose columns it passes on. */
    static Set<ColumnSet> ofProject(PlanNode input, List<Expression> expressions) {
        int[] positions = new int[input.schema().size()];
        java.util.Arrays.fill(positions, -1);
        for (int i = expressions.size() - 1; i >= 0; i--) {
            if (expressions.get(i) instanceof InputRef ref) {
                positions[ref.index()] = i;
            }
        }
        return moved(input.traits().uniqueKeys(), positions);
    }

    /** An unnesting's: the input's keys that are kept, each with what tells the elements of one collection apart: their number, or the key of a map. */
    static Set<ColumnSet> ofUnnest(Unnest node) {
        int[] positions = new int[node.input().schema().size()];
        java.util.Arrays.fill(positions, -1);
        for (int i = node.kept().size() - 1; i >= 0; i--) {
            positions[node.kept().get(i)] = i;
        }
        List<Integer> telling = new ArrayList<>();
        if (node.collectionType().kind() == TypeKind.MAP) {
            telling.add(node.elementStart());
        }
        if (node.ordinality()) {
            telling.add(node.schema().size() - 1);
        }
        Set<ColumnSet> keys = new HashSet<>();
        for (ColumnSet key : moved(node.input().traits().uniqueKeys(), positions)) {
            telling.forEach(column -> keys.add(key.union(ColumnSet.of(column))));
        }
        return keys;
    }

    /** A grouping's: the group, or what is unique within it already. Without keys there is at most one row. */
    static Set<ColumnSet> ofAggregate(PlanNode input, List<Integer> keys) {
        int[] positions = new int[input.schema().size()];
        java.util.Arrays.fill(positions, -1);
        int[] all = new int[keys.size()];
        for (int i = keys.size() - 1; i >= 0; i--) {
            positions[keys.get(i)] = i;
            all[i] = i;
        }
        Set<ColumnSet> within = moved(input.traits().uniqueKeys(), positions);
        return within.isEmpty() ? Set.of(ColumnSet.of(all)) : within;
    }

    /** The keys all of whose columns have a position behind a node that moves columns; -1 is none. */
    private static Set<ColumnSet> moved(Set<ColumnSet> keys, int[] positions) {
        Set<ColumnSet> moved = new HashSet<>();
        for (ColumnSet key : keys) {
            List<Integer> columns = new ArrayList<>();
            for (int column : key.toArray()) {
                columns.add(positions[column]);
            }
            if (!columns.contains(-1)) {
                moved.add(ColumnSet.of(
                        columns.stream().mapToInt(Integer::intValue).toArray()));
            }
        }
        return moved;
    }
}
