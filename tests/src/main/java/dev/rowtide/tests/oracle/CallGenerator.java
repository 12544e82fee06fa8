// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.Function;
import java.util.List;

/** Calls of aggregate functions. */
final class CallGenerator {

    private final Dice dice;
    private final Names names;

    CallGenerator(Dice dice, Names names) {
        this.dice = dice;
        this.names = names;
    }

    /**
     * A call.
     *
     * @param expressions over the rows that are aggregated
     * @param rows how many of them there are at most
     */
    Call call(ExpressionGenerator expressions, int rows) {
        Expression filter = dice.percent(25) ? expressions.condition(1) : null;
        Function function = dice.pick(List.of(Function.values()));
        if (function == Function.COUNT_ROWS) {
            return new Call(function, null, false, filter, new Column(names.column(), Type.BIGINT, rows, true));
        }
        boolean distinct = dice.percent(30);
        Expression argument = dice.percent(70) ? expressions.column() : expressions.any(1);
        if (function == Function.SUM || function == Function.AVG) {
            for (int i = 0; i < 5 && !ExpressionGenerator.hasExactSum(argument, rows); i++) {
                argument = expressions.column();
            }
            if (!ExpressionGenerator.hasExactSum(argument, rows)) {
                function = Function.COUNT;
            }
        }
        return new Call(function, argument, distinct, filter, result(function, argument, rows));
    }

    private Column result(Function function, Expression argument, int rows) {
        String name = names.column();
        Type type = argument.type();
        boolean decimal = type.kind() == TypeKind.DECIMAL;
        return switch (function) {
            case COUNT_ROWS, COUNT -> new Column(name, Type.BIGINT, rows, true);
            case SUM -> {
                Type sum = decimal ? Type.decimal(Type.DECIMAL_DIGITS_MAX, type.scale()) : type;
                yield new Column(name, sum, argument.bound() * Math.max(1, rows), argument.exact());
            }
            case AVG -> {
                Type average = decimal ? Type.decimal(Type.DECIMAL_DIGITS_MAX, Math.max(6, type.scale())) : type;
                yield new Column(name, average, argument.bound(), type.kind() != TypeKind.DOUBLE);
            }
            case MIN, MAX -> new Column(name, type, argument.bound(), argument.exact());
        };
    }
}
