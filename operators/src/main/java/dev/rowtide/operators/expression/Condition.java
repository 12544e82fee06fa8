// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.comparison.Comparisons;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition: that an expression is TRUE, or that its value passes a test with constants, as {@code x > 1}, {@code x >= 1 AND x < 5} and
 * {@code x IN ('a', 'b')} are.
 *
 * @param expression a BOOLEAN, or what is tested
 * @param test the test of the expression's values, if there is one
 */
record Condition(Expression expression, @Nullable Predicate test) {

    /** The condition that a BOOLEAN expression states, as a test if possible. */
    static Condition of(Expression expression) {
        Condition plain = new Condition(expression, null);
        if (!(expression instanceof Call call)) {
            return plain;
        }
        if (call.function() == BuiltinFunction.AND || call.function() == BuiltinFunction.OR) {
            List<Condition> operands = operands(call);
            return operands.size() == 1 ? operands.get(0) : plain;
        }
        if (call.arguments().size() != 2) {
            return plain;
        }
        Expression left = call.arguments().get(0);
        Expression right = call.arguments().get(1);
        if (right instanceof Literal literal) {
            return tested(plain, left, call.function(), literal);
        }
        return left instanceof Literal literal
                ? tested(plain, right, Comparisons.mirrored(call.function()), literal)
                : plain;
    }

    private static Condition tested(Condition plain, Expression subject, BuiltinFunction comparison, Literal literal) {
        Predicate test = Comparisons.withLiteral(comparison, subject.type(), literal);
        return test == null ? plain : new Condition(subject, test);
    }

    /**
     * The operands of AND or OR. Tests of the same expression are made one where that can be; the one takes the place of the first of them, which can only
     * spare rows the operands between them.
     */
    static List<Condition> operands(Call junction) {
        boolean conjunction = junction.function() == BuiltinFunction.AND;
        List<Condition> operands = new ArrayList<>();
        for (Expression argument : junction.arguments()) {
            Condition operand = of(argument);
            if (!operand.joins(operands, conjunction)) {
                operands.add(operand);
            }
        }
        return operands;
    }

    private boolean joins(List<Condition> earlier, boolean conjunction) {
        for (int i = 0; test != null && i < earlier.size(); i++) {
            Predicate other = earlier.get(i).test;
            if (other != null && earlier.get(i).expression.equals(expression)) {
                Predicate joint = conjunction ? other.and(test) : other.or(test);
                if (joint != null) {
                    earlier.set(i, new Condition(expression, joint));
                    return true;
                }
            }
        }
        return false;
    }
}
