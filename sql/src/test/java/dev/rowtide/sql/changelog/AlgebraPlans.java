// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Joins, Top-N and set operations for plans written by hand, with the unique keys that the planner would know. */
final class AlgebraPlans {

    private AlgebraPlans() {}

    /** A join by {@code "k = k, a = b"}: a left column and a right one. A right name that is taken gets a 0. */
    static Join join(JoinType type, PlanNode left, PlanNode right, String on) {
        return join(type, left, right, on, null);
    }

    static Join join(JoinType type, PlanNode left, PlanNode right, String on, @Nullable Expression condition) {
        List<Integer> leftKeys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        for (String pair : on.isEmpty() ? new String[0] : on.split(", ", -1)) {
            String[] names = pair.split(" = ", -1);
            leftKeys.add(column(left, names[0]));
            rightKeys.add(column(right, names[1]));
        }
        List<Field> fields = new ArrayList<>(left.schema().fields());
        if (!type.leftOnly()) {
            for (Field field : right.schema().fields()) {
                boolean taken = left.schema().names().contains(field.name());
                fields.add(new Field(taken ? field.name() + "0" : field.name(), field.type()));
            }
        }
        return new Join(
                left,
                right,
                type,
                leftKeys,
                rightKeys,
                Collections.nCopies(leftKeys.size(), false),
                condition,
                false,
                traits(fields, joinKeys(type, left, right, leftKeys, rightKeys)));
    }

    private static Set<ColumnSet> joinKeys(
            JoinType type, PlanNode left, PlanNode right, List<Integer> leftKeys, List<Integer> rightKeys) {
        Set<ColumnSet> lefts = left.traits().uniqueKeys();
        if (type.leftOnly()) {
            return lefts;
        }
        int width = left.schema().size();
        Set<ColumnSet> keys = new HashSet<>();
        if (right.traits().isUnique(set(rightKeys)) && !type.padsRight()) {
            keys.addAll(lefts);
        }
        if (left.traits().isUnique(set(leftKeys)) && !type.padsLeft()) {
            right.traits().uniqueKeys().forEach(key -> keys.add(behind(width, key)));
        }
        if (keys.isEmpty() && type != JoinType.FULL) {
            lefts.forEach(l -> right.traits().uniqueKeys().forEach(r -> keys.add(l.union(behind(width, r)))));
        }
        return keys;
    }

    /** {@code ROW_NUMBER() OVER (PARTITION BY partition ORDER BY order)} from 1 to {@code to}, without the number. */
    static TopN first(PlanNode input, String partition, String order, long to) {
        return topN(input, partition, order, RankFunction.ROW_NUMBER, 1, to, false);
    }

    /** The same with the number, as {@code rn}. */
    static TopN ranked(PlanNode input, String partition, String order, long to) {
        return topN(input, partition, order, RankFunction.ROW_NUMBER, 1, to, true);
    }

    static TopN topN(
            PlanNode input,
            String partition,
            String order,
            RankFunction function,
            long from,
            long to,
            boolean withRank) {
        List<Integer> partitionKeys = columns(input, partition);
        List<SortKey> sortKeys = new ArrayList<>();
        for (String key : order.isEmpty() ? new String[0] : order.split(", ", -1)) {
            String[] words = key.split(" ", -1);
            boolean descending = words[1].equals("DESC");
            sortKeys.add(new SortKey(column(input, words[0]), descending, !descending));
        }
        List<Field> fields = new ArrayList<>(input.schema().fields());
        Set<ColumnSet> keys = new HashSet<>(input.traits().uniqueKeys());
        if (withRank) {
            fields.add(new Field("rn", Type.BIGINT.withNullable(false)));
        }
        if (function == RankFunction.ROW_NUMBER && to == 1) {
            keys.add(set(partitionKeys));
        } else if (function == RankFunction.ROW_NUMBER && withRank) {
            keys.add(set(partitionKeys).union(ColumnSet.of(fields.size() - 1)));
        }
        return new TopN(input, partitionKeys, sortKeys, function, from, to, withRank, traits(fields, keys));
    }

    static SetOperation intersect(PlanNode left, PlanNode right, boolean all) {
        return setOperation(left, right, false, all);
    }

    static SetOperation except(PlanNode left, PlanNode right, boolean all) {
        return setOperation(left, right, true, all);
    }

    private static SetOperation setOperation(PlanNode left, PlanNode right, boolean except, boolean all) {
        List<Field> fields = left.schema().fields();
        int[] columns = IntStream.range(0, fields.size()).toArray();
        Set<ColumnSet> keys = all ? left.traits().uniqueKeys() : Set.of(ColumnSet.of(columns));
        return new SetOperation(left, right, except, all, traits(fields, keys));
    }

    /** TO_CHANGELOG with the codes for {@code +I -U +U -D}. */
    static ToChangelog toChangelog(PlanNode input, @Nullable String... codes) {
        List<Field> fields = new ArrayList<>(List.of(new Field("op", Type.STRING)));
        fields.addAll(input.schema().fields());
        return new ToChangelog(input, Collections.unmodifiableList(Arrays.asList(codes)), traits(fields, Set.of()));
    }

    /** FROM_CHANGELOG of a column {@code op}. */
    static FromChangelog fromChangelog(PlanNode input, Map<String, Integer> kinds) {
        int operation = column(input, "op");
        List<Field> fields = new ArrayList<>(input.schema().fields());
        fields.remove(operation);
        return new FromChangelog(input, operation, kinds, traits(fields, Set.of()));
    }

    private static Traits traits(List<Field> fields, Set<ColumnSet> keys) {
        return new Traits(new Schema(fields), keys, ChangelogMode.UNKNOWN);
    }

    private static int column(PlanNode node, String name) {
        int column = node.schema().names().indexOf(name);
        if (column < 0) {
            throw new IllegalArgumentException(
                    "no column " + name + " in " + node.schema().names());
        }
        return column;
    }

    private static List<Integer> columns(PlanNode node, String names) {
        return names.isEmpty()
                ? List.of()
                : Arrays.stream(names.split(", ", -1))
                        .map(name -> column(node, name))
                        .toList();
    }

    private static ColumnSet set(List<Integer> columns) {
        return ColumnSet.of(columns.stream().mapToInt(Integer::intValue).toArray());
    }

    private static ColumnSet behind(int width, ColumnSet columns) {
        return ColumnSet.of(
                Arrays.stream(columns.toArray()).map(column -> column + width).toArray());
    }
}
