// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.comparison.Comparisons;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the value of one expression, as {@code x > 1}, {@code x >= 1 AND x < 5} and {@code x IN ('a', 'b')} are.
 *
 * @param subject the expression
 * @param predicate the test of its values
 */
record ConditionTest(Expression subject, Predicate predicate) {

    /** What a condition is a test of, or null if it is no test of one expression with literals. */
    static @Nullable ConditionTest of(Expression condition) {
        if (!(condition instanceof Call call)) {
            return null;
        }
        if (call.function() == BuiltinFunction.AND || call.function() == BuiltinFunction.OR) {
            List<Object> terms = terms(call);
            return terms.size() == 1 && terms.get(0) instanceof ConditionTest test ? test : null;
        }
        Comparisons.ConstantComparison comparison = Comparisons.withConstant(call);
        return comparison == null ? null : new ConditionTest(comparison.subject(), comparison.predicate());
    }

    /**
     * The operands of AND or OR, each a {@code ConditionTest} or another {@code Expression}. Tests of the same subject are made one where that can be; the one takes
     * the place of the first of them, which can only spare the operands between them rows.
     */
    static List<Object> terms(Call junction) {
        boolean conjunction = junction.function() == BuiltinFunction.AND;
        List<Object> terms = new ArrayList<>();
        for (Expression operand : junction.arguments()) {
            ConditionTest test = of(operand);
            if (test == null) {
                terms.add(operand);
            } else if (!test.joins(terms, conjunction)) {
                terms.add(test);
            }
        }
        return terms;
    }

    private boolean joins(List<Object> terms, boolean conjunction) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i) instanceof ConditionTest earlier && earlier.subject.equals(subject)) {
                Predicate joint = conjunction ? earlier.predicate.and(predicate) : earlier.predicate.or(predicate);
                if (joint != null) {
                    terms.set(i, new ConditionTest(subject, joint));
                    return true;
                }
            }
        }
        return false;
    }
}
