// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code NOT IN} as a plain anti join: its keys become a condition, that their equality is not FALSE, and the equalities of its condition, which are those of a
 * correlated subquery, become the keys.
 */
final class NotInCondition {

    private NotInCondition() {}

    static Join plain(Join node) {
        List<Integer> leftKeys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        List<Boolean> nullsMatch = new ArrayList<>();
        List<Expression> condition = new ArrayList<>();
        int leftColumns = node.left().schema().size();
        for (Expression conjunct : conjuncts(node.condition())) {
            InputRef[] sides = equalSides(conjunct, leftColumns);
            if (sides == null) {
                condition.add(conjunct);
            } else {
                leftKeys.add(sides[0].index());
                rightKeys.add(sides[1].index() - leftColumns);
                nullsMatch.add(false);
            }
        }
        condition.add(new Call(
                BuiltinFunction.IS_NOT_FALSE, List.of(conjunction(keyEqualities(node, leftColumns))), Type.BOOLEAN));
        return new Join(
                node.left(),
                node.right(),
                node.type(),
                leftKeys,
                rightKeys,
                nullsMatch,
                conjunction(condition),
                false,
                node.leftTtl(),
                node.rightTtl(),
                node.traits());
    }

    private static List<Expression> keyEqualities(Join node, int leftColumns) {
        List<Expression> equalities = new ArrayList<>();
        for (int k = 0; k < node.leftKeys().size(); k++) {
            int left = node.leftKeys().get(k);
            int right = node.rightKeys().get(k);
            BuiltinFunction equality =
                    node.nullsMatch().get(k) ? BuiltinFunction.IS_NOT_DISTINCT_FROM : BuiltinFunction.EQUAL;
            equalities.add(new Call(
                    equality,
                    List.of(
                            new InputRef(left, node.left().schema().type(left)),
                            new InputRef(
                                    leftColumns + right, node.right().schema().type(right))),
                    Type.BOOLEAN));
        }
        return equalities;
    }

    private static Expression conjunction(List<Expression> operands) {
        return operands.size() == 1 ? operands.get(0) : new Call(BuiltinFunction.AND, operands, Type.BOOLEAN);
    }

    private static List<Expression> conjuncts(@Nullable Expression condition) {
        if (condition == null) {
            return List.of();
        }
        if (condition instanceof Call call && call.function() == BuiltinFunction.AND) {
            return call.arguments().stream()
                    .flatMap(argument -> conjuncts(argument).stream())
                    .toList();
        }
        return List.of(condition);
    }

    /** The left and the right column that a condition says to be equal, if that is what it says. */
    private static InputRef @Nullable [] equalSides(Expression condition, int leftColumns) {
        if (condition instanceof Call call
                && call.function() == BuiltinFunction.EQUAL
                && call.arguments().get(0) instanceof InputRef a
                && call.arguments().get(1) instanceof InputRef b
                && a.index() < leftColumns != b.index() < leftColumns
                && a.type().withNullable(true).equals(b.type().withNullable(true))) {
            return a.index() < leftColumns ? new InputRef[] {a, b} : new InputRef[] {b, a};
        }
        return null;
    }
}
