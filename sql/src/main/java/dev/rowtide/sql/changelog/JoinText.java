// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A join in words: what it matches, and what it keeps of each side. */
final class JoinText {

    private JoinText() {}

    static NodeText of(Join node) {
        List<String> attributes = new ArrayList<>();
        attributes.add("joinType=[" + name(node.type()) + "]");
        attributes.add("where=[" + where(node) + "]");
        if (node.nullAware()) {
            attributes.add("nullAware=[true]");
        }
        attributes.add(NodeText.attribute("select", node.schema().names()));
        attributes.add("leftInputSpec=[" + layout(node.left(), node.leftKeys()) + "]");
        attributes.add("rightInputSpec=[" + layout(node.right(), node.rightKeys()) + "]");
        return new NodeText("Join", attributes);
    }

    /** The rows that it keeps of both sides, for the line on its state. */
    static StateText state(Join node) {
        JoinType type = node.type();
        // Without a further condition all left rows of a key have the same matches.
        boolean byExistence = type.leftOnly()
                && node.condition() == null
                && (!node.nullAware() || node.leftKeys().size() == 1);
        String left = rows("left", node.left(), node.leftKeys())
                + counted(type.padsLeft() || type.leftOnly() && !byExistence);
        String right = byExistence
                ? "the number of right rows" + per(node.right(), node.rightKeys())
                : rows("right", node.right(), node.rightKeys()) + counted(type.padsRight());
        boolean live =
                !node.left().mode().isAppendOnly() && !node.right().mode().isAppendOnly();
        return new StateText(
                left + " and " + right + (live ? ", grows with the live rows" : ", grows with the rows")
                        + " of both inputs",
                StateText.Growth.WITH_ROWS);
    }

    private static String name(JoinType type) {
        return switch (type) {
            case INNER -> "InnerJoin";
            case LEFT -> "LeftOuterJoin";
            case RIGHT -> "RightOuterJoin";
            case FULL -> "FullOuterJoin";
            case SEMI -> "LeftSemiJoin";
            case ANTI -> "LeftAntiJoin";
        };
    }

    private static String where(Join node) {
        Schema columns = columns(node);
        int width = node.left().schema().size();
        List<Expression> parts = new ArrayList<>();
        for (int i = 0; i < node.leftKeys().size(); i++) {
            BuiltinFunction equal =
                    node.nullsMatch().get(i) ? BuiltinFunction.IS_NOT_DISTINCT_FROM : BuiltinFunction.EQUAL;
            Expression left = ref(node.leftKeys().get(i), columns);
            Expression right = ref(width + node.rightKeys().get(i), columns);
            parts.add(new Call(equal, List.of(left, right), Type.BOOLEAN));
        }
        if (node.condition() != null) {
            parts.addAll(Expressions.conjuncts(node.condition()));
        }
        return parts.isEmpty() ? "true" : ExpressionText.of(Expressions.conjunction(parts), columns);
    }

    private static Expression ref(int column, Schema columns) {
        return new InputRef(column, columns.type(column));
    }

    /** The columns of both sides, named as in the output; a right one that is not in the output and whose name is taken gets a number. */
    static Schema columns(Join node) {
        if (!node.type().leftOnly()) {
            return node.schema();
        }
        List<Field> fields = new ArrayList<>(node.left().schema().fields());
        Set<String> names = new HashSet<>(node.left().schema().names());
        for (Field field : node.right().schema().fields()) {
            String name = field.name();
            for (int n = 0; !names.add(name); n++) {
                name = field.name() + n;
            }
            fields.add(new Field(name, field.type()));
        }
        return new Schema(fields);
    }

    private static String layout(PlanNode input, List<Integer> keys) {
        if (input.traits().isUnique(ColumnSets.of(keys))) {
            return "JoinKeyContainsUniqueKey";
        }
        return input.traits().uniqueKeys().isEmpty() ? "NoUniqueKey" : "HasUniqueKey";
    }

    private static String rows(String side, PlanNode input, List<Integer> keys) {
        if (input.traits().isUnique(ColumnSets.of(keys))) {
            return "one " + side + " row" + per(input, keys);
        }
        String rows = input.mode().isAppendOnly() ? "every " + side + " row" : "every live " + side + " row";
        return keys.isEmpty() ? rows : rows + " under its " + key(input, keys);
    }

    private static String per(PlanNode input, List<Integer> keys) {
        return keys.isEmpty() ? "" : " per " + key(input, keys);
    }

    private static String key(PlanNode input, List<Integer> keys) {
        return NodeText.tuple(NodeText.names(ColumnSets.of(keys), input.schema()));
    }

    private static String counted(boolean counts) {
        return counts ? " with the number of its matches" : "";
    }
}
