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
import dev.rowtide.tests.oracle.Relation.Rows;
import dev.rowtide.tests.oracle.Relation.Scan;
import dev.rowtide.tests.oracle.Relation.Select;
import dev.rowtide.tests.oracle.Relation.Union;
import dev.rowtide.tests.oracle.Relation.Unnest;
import dev.rowtide.tests.oracle.Relation.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cases from seeds. */
final class CaseGenerator {

    private static final int DEPTH_MAX = 4;
    private static final int EXPRESSION_DEPTH = 2;
    private static final List<Function> BASIC =
            List.of(Function.COUNT_ROWS, Function.COUNT, Function.SUM, Function.AVG, Function.MIN, Function.MAX);

    private final Dice dice;
    private final InputGenerator inputs;
    private final List<InputChange> arrivals;
    private final List<View> views = new ArrayList<>();
    private int names;

    private CaseGenerator(long seed, int index) {
        dice = new Dice(seed, index);
        inputs = new InputGenerator(dice);
        arrivals = inputs.arrivals(dice.percent(90) ? dice.between(0, 24) : dice.between(25, 80));
    }

    /** The case of that number in the sequence of a seed. */
    static OracleCase generate(long seed, int index) {
        CaseGenerator generator = new CaseGenerator(seed, index);
        Relation query = generator.relation(generator.dice.between(1, DEPTH_MAX));
        return new OracleCase(generator.inputs.tables(), generator.arrivals, query, generator.dice.between(1, 12));
    }

    private Relation relation(int depth) {
        if (depth == 0) {
            return leaf();
        }
        int choice = dice.between(0, 99);
        if (choice < 30) {
            return select(relation(depth - 1), false);
        } else if (choice < 58) {
            return aggregate(relation(depth - 1));
        } else if (choice < 65) {
            return unnest(relation(depth - 1));
        } else if (choice < 73) {
            return select(relation(depth - 1), true);
        } else if (choice < 86) {
            return union(depth, choice < 81);
        } else if (choice < 97) {
            View view = new View("v" + ++names, relation(depth - 1));
            views.add(view);
            return view;
        }
        return leaf();
    }

    private Relation leaf() {
        if (!views.isEmpty() && dice.percent(25)) {
            return dice.pick(views);
        }
        return dice.percent(8) ? rows() : scan(dice.between(0, inputs.tables().size() - 1));
    }

    private Scan scan(int index) {
        InputTable table = inputs.tables().get(index);
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < table.schema().size(); c++) {
            columns.add(new Column(
                    table.schema().name(c), table.schema().type(c).withNullable(true), inputs.bound(index, c), true));
        }
        int rows = (int)
                arrivals.stream().filter(change -> change.table() == index).count();
        return new Scan(table, columns, rows);
    }

    private Rows rows() {
        List<Type> types = new ArrayList<>();
        for (int c = 0, n = dice.between(1, 3); c < n; c++) {
            types.add(dice.pick(InputGenerator.TYPES));
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int r = 0, n = dice.between(1, 4); r < n; r++) {
            List<@Nullable Object> row = new ArrayList<>();
            types.forEach(type -> row.add(dice.percent(10) ? null : inputs.value(type)));
            rows.add(row);
        }
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < types.size(); c++) {
            int column = c;
            double bound = rows.stream()
                    .mapToDouble(row -> Literals.magnitude(row.get(column)))
                    .max()
                    .orElse(0);
            columns.add(new Column(name(), types.get(c), bound, true));
        }
        return new Rows(columns, rows);
    }

    private Select select(Relation input, boolean distinct) {
        ExpressionGenerator expressions = over(input);
        List<Named> items = new ArrayList<>();
        for (int i = 0, n = dice.between(1, 4); i < n; i++) {
            items.add(named(dice.percent(50) ? expressions.column() : expressions.any(EXPRESSION_DEPTH)));
        }
        return new Select(input, items, where(expressions, distinct ? 20 : 50), distinct);
    }

    /** Two relations with columns of equal types: the second is asked for what the first has. */
    private Union union(int depth, boolean all) {
        Relation left = relation(depth - 1);
        Relation input = relation(dice.between(0, depth - 1));
        ExpressionGenerator expressions = over(input);
        List<Named> items = new ArrayList<>();
        for (Column column : left.columns()) {
            items.add(named(expressions.ofType(column.type(), 1)));
        }
        return new Union(left, new Select(input, items, where(expressions, 30), false), all);
    }

    private Unnest unnest(Relation input) {
        ExpressionGenerator expressions = over(input);
        List<Expression> elements = new ArrayList<>();
        elements.add(dice.percent(50) ? expressions.column() : expressions.any(1));
        Type type = elements.get(0).type();
        for (int i = 0, n = dice.between(0, 2); i < n; i++) {
            elements.add(expressions.ofType(type, 1));
        }
        double bound = elements.stream().mapToDouble(Expression::bound).max().orElse(0);
        boolean exact = elements.stream().allMatch(Expression::exact);
        Column number = dice.percent(40) ? new Column(name(), Type.INTEGER, elements.size(), true) : null;
        return new Unnest(
                input,
                elements,
                dice.percent(40) ? expressions.condition(1) : null,
                new Column(name(), type.withNullable(true), bound, exact),
                number,
                dice.percent(40),
                dice.percent(25));
    }

    private Aggregate aggregate(Relation input) {
        ExpressionGenerator expressions = over(input);
        Expression where = where(expressions, 20);
        List<Named> groups = new ArrayList<>();
        for (int i = 0, n = dice.pick(List.of(0, 1, 1, 1, 2, 3)); i < n; i++) {
            Expression group = dice.percent(75) ? expressions.column() : expressions.any(1);
            if (!group.constant()) {
                groups.add(named(group));
            }
        }
        List<Call> calls = new ArrayList<>();
        for (int i = 0, n = dice.between(groups.isEmpty() ? 1 : 0, 4); i < n; i++) {
            calls.add(call(expressions, input.rowsMax()));
        }
        GroupStyle style = groupStyle(groups, calls);
        if (style.sets() && dice.percent(60)) {
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
                ? dice.pick(List.of(GroupStyle.ROLLUP, GroupStyle.CUBE))
                : dice.pick(List.of(GroupStyle.EXPRESSIONS, GroupStyle.ALIASES, GroupStyle.ORDINALS));
    }

    private Call grouping(List<Named> groups) {
        Expression group = dice.pick(groups).expression();
        return new Call(
                Function.OTHER,
                null,
                false,
                null,
                new Column(name(), Type.BIGINT, 1, true),
                new CallText("GROUPING(" + group.rowtide() + ")", "GROUPING(" + group.duckDb() + ")"));
    }

    private Call call(ExpressionGenerator expressions, int rows) {
        Expression filter = dice.percent(25) ? expressions.condition(1) : null;
        if (dice.percent(40)) {
            Call other = new CallGenerator(dice, expressions, this::name, filter).call(rows);
            if (other != null) {
                return other;
            }
        }
        Function function = dice.pick(BASIC);
        if (function == Function.COUNT_ROWS) {
            return new Call(function, null, false, filter, new Column(name(), Type.BIGINT, rows, true));
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
        Type type = argument.type();
        boolean decimal = type.kind() == TypeKind.DECIMAL;
        return switch (function) {
            case COUNT_ROWS, COUNT -> new Column(name(), Type.BIGINT, rows, true);
            case SUM -> {
                Type sum = decimal ? Type.decimal(Type.DECIMAL_DIGITS_MAX, type.scale()) : type;
                yield new Column(name(), sum, argument.bound() * Math.max(1, rows), argument.exact());
            }
            case AVG -> {
                Type average = decimal ? Type.decimal(Type.DECIMAL_DIGITS_MAX, Math.max(6, type.scale())) : type;
                yield new Column(name(), average, argument.bound(), type.kind() != TypeKind.DOUBLE);
            }
            case MIN, MAX -> new Column(name(), type, argument.bound(), argument.exact());
            case OTHER -> throw new IllegalArgumentException("it has a text of its own");
        };
    }

    private @Nullable Expression where(ExpressionGenerator expressions, int percent) {
        return dice.percent(percent) ? expressions.condition(EXPRESSION_DEPTH) : null;
    }

    private ExpressionGenerator over(Relation input) {
        return new ExpressionGenerator(dice, inputs, input.columns());
    }

    private Named named(Expression expression) {
        return new Named(expression, name());
    }

    private String name() {
        return "n" + ++names;
    }
}
