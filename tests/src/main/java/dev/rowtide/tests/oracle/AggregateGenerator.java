// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.Function;
import dev.rowtide.tests.oracle.Relation.GroupStyle;
import dev.rowtide.tests.oracle.Relation.HavingStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import java.util.ArrayList;
import java.util.List;

/** Aggregates, and calls of aggregate functions. */
final class AggregateGenerator {

    private static final List<Function> BASIC =
            List.of(Function.COUNT_ROWS, Function.COUNT, Function.SUM, Function.AVG, Function.MIN, Function.MAX);

    private final Dice dice;
    private final InputGenerator inputs;
    private final Names names;

    AggregateGenerator(Dice dice, InputGenerator inputs, Names names) {
        this.dice = dice;
        this.inputs = inputs;
        this.names = names;
    }

    Aggregate aggregate(Relation input) {
        return aggregate(input, List.of());
    }

    /** @param first what is grouped by first */
    Aggregate aggregate(Relation input, List<Column> first) {
        ExpressionGenerator expressions = over(input);
        Expression where = dice.percent(20) ? expressions.condition(2) : null;
        List<Named> groups = new ArrayList<>();
        first.forEach(column -> groups.add(new Named(Expression.column(column), names.column())));
        for (int i = 0, n = dice.pick(List.of(0, 1, 1, 1, 2, 3)); i < n; i++) {
            Expression group = dice.percent(75) ? expressions.column() : expressions.any(1);
            if (!group.constant()) {
                groups.add(new Named(group, names.column()));
            }
        }
        List<Call> calls = new ArrayList<>();
        for (int i = 0, n = dice.between(groups.isEmpty() ? 1 : 0, 4); i < n; i++) {
            calls.add(call(expressions, input.rowsMax()));
        }
        GroupStyle style = groupStyle(first.isEmpty() ? groups : List.of(), calls);
        if (style.isSets() && dice.percent(60)) {
            calls.add(grouping(groups));
        }
        Aggregate plain = new Aggregate(input, where, groups, style, calls, null, HavingStyle.CALLS);
        if (calls.isEmpty() || dice.percent(70)) {
            return plain;
        }
        Expression having = over(plain).condition(1);
        return new Aggregate(
                input, where, groups, plain.style(), calls, having, dice.pick(List.of(HavingStyle.values())));
    }

    private ExpressionGenerator over(Relation input) {
        return new ExpressionGenerator(dice, inputs, input.columns());
    }

    /**
     * Grouping sets only of different columns: of expressions that contain one another they mean different things to different engines. Nor with an order within an
     * aggregate, in which DuckDB takes a column that a set leaves out for the set's NULL.
     */
    private GroupStyle groupStyle(List<Named> groups, List<Call> calls) {
        boolean ordered = calls.stream()
                .anyMatch(call -> call.text() != null && call.text().duckDb().contains(" ORDER BY "));
        boolean columns = !groups.isEmpty()
                && !ordered
                && groups.stream()
                                .map(group -> group.expression().rowtide())
                                .filter(text -> text.matches("\\w+"))
                                .distinct()
                                .count()
                        == groups.size();
        return columns && dice.percent(20)
                ? dice.pick(List.of(GroupStyle.ROLLUP, GroupStyle.CUBE, GroupStyle.SETS, GroupStyle.SETS_OF_ONE))
                : dice.pick(List.of(GroupStyle.EXPRESSIONS, GroupStyle.ALIASES, GroupStyle.ORDINALS));
    }

    /** Of no rows within LATERAL, DuckDB's is NULL. */
    private Call grouping(List<Named> groups) {
        Expression group = dice.pick(groups).expression();
        return new Call(
                Function.OTHER,
                null,
                false,
                null,
                new Column(names.column(), Type.BIGINT, 1, true),
                new CallText("GROUPING(" + group.rowtide() + ")", "COALESCE(GROUPING(" + group.duckDb() + "), 1)"));
    }

    /**
     * A call.
     *
     * @param expressions over the rows that are aggregated
     * @param rows how many of them there are at most
     */
    Call call(ExpressionGenerator expressions, int rows) {
        Expression filter = dice.percent(25) ? expressions.condition(1) : null;
        if (dice.percent(40)) {
            Call other = new CallGenerator(dice, expressions, names::column, filter).call(rows);
            if (other != null) {
                return other;
            }
        }
        Function function = dice.pick(BASIC);
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
            case OTHER -> throw new IllegalArgumentException("it has a text of its own");
        };
    }
}
