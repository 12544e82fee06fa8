// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds joins for tests. */
final class Joins {

    private final JoinType type;
    private PlanNode left = new Values(List.of(), new Traits(new Schema(List.of()), Set.of(), ChangelogMode.APPEND));
    private PlanNode right = left;
    private List<Integer> leftKeys = List.of();
    private List<Integer> rightKeys = List.of();
    private boolean nullsMatch;
    private @Nullable Expression condition;
    private boolean nullAware;
    private int @Nullable [] upsertKey;

    private Joins(JoinType type) {
        this.type = type;
    }

    static Joins of(JoinType type) {
        return new Joins(type);
    }

    /** The left input; {@code key} is a unique key, none if empty. */
    Joins left(String schema, ChangelogMode mode, int... key) {
        left = input(schema, mode, key);
        return this;
    }

    Joins right(String schema, ChangelogMode mode, int... key) {
        right = input(schema, mode, key);
        return this;
    }

    private static PlanNode input(String schema, ChangelogMode mode, int... key) {
        Set<ColumnSet> keys = key.length == 0 ? Set.of() : Set.of(ColumnSet.of(key));
        return new Values(List.of(), new Traits(SchemaText.parse(schema), keys, mode));
    }

    /** Equal in this column of both inputs, and those of other calls. */
    Joins on(int leftColumn, int rightColumn) {
        leftKeys = with(leftKeys, leftColumn);
        rightKeys = with(rightKeys, rightColumn);
        return this;
    }

    private static List<Integer> with(List<Integer> columns, int column) {
        List<Integer> more = new ArrayList<>(columns);
        more.add(column);
        return more;
    }

    Joins nullsMatch() {
        nullsMatch = true;
        return this;
    }

    Joins where(@Nullable Expression condition) {
        this.condition = condition;
        return this;
    }

    Joins nullAware() {
        nullAware = true;
        return this;
    }

    /** The result is an upsert stream with a key. */
    Joins upsert(int... key) {
        upsertKey = key;
        return this;
    }

    Schema schema() {
        List<Field> fields = new ArrayList<>(left.schema().fields());
        if (!type.leftOnly()) {
            fields.addAll(right.schema().fields());
        }
        return new Schema(fields.stream()
                .map(field -> new Field(field.name(), field.type().withNullable(true)))
                .toList());
    }

    Join node() {
        boolean append = left.mode().isAppendOnly()
                && right.mode().isAppendOnly()
                && (type == JoinType.INNER || type == JoinType.SEMI);
        ChangelogMode mode = append ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
        Set<ColumnSet> keys = Set.of();
        if (upsertKey != null) {
            mode = ChangelogMode.UPSERT;
            keys = Set.of(ColumnSet.of(upsertKey));
        }
        return new Join(
                left,
                right,
                type,
                leftKeys,
                rightKeys,
                Collections.nCopies(leftKeys.size(), nullsMatch),
                condition,
                nullAware,
                new Traits(schema(), keys, mode));
    }

    /** A harness over these changes of the inputs. */
    OperatorHarness on(String leftChanges, String rightChanges) {
        Join node = node();
        OperatorHarness harness = OperatorHarness.of(settings -> new JoinOperator(node, settings))
                .input(left.schema(), leftChanges)
                .input(right.schema(), rightChanges)
                .output(schema());
        return upsertKey == null ? harness : harness.outputKey(upsertKey);
    }

    @Override
    public String toString() {
        return type + " " + leftKeys + "=" + rightKeys + (nullsMatch ? " nulls match" : "")
                + (nullAware ? " null aware" : "") + " on " + condition + ", left " + left.mode()
                + left.traits().uniqueKeys() + ", right " + right.mode()
                + right.traits().uniqueKeys() + ", upsert "
                + Arrays.toString(upsertKey);
    }
}
