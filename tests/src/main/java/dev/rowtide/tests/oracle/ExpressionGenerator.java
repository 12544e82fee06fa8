// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.Expression.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions over the columns of a relation. */
final class ExpressionGenerator {

    private static final int COLUMN_PERCENT = 75;
    private static final double EXACT_DOUBLE_BOUND = 1L << 30;

    private final Dice dice;
    private final InputGenerator inputs;
    private final List<Expression> columns;

    ExpressionGenerator(Dice dice, InputGenerator inputs, List<Column> columns) {
        this.dice = dice;
        this.inputs = inputs;
        this.columns = columns.stream().map(Expression::column).toList();
    }

    /** A column. */
    Expression column() {
        return dice.pick(columns);
    }

    /** A column or what is made of columns. */
    Expression any(int depth) {
        Expression column = column();
        if (depth == 0 || dice.percent(50)) {
            return column;
        }
        return ofType(dice.percent(80) ? bare(column.type()) : dice.pick(InputGenerator.TYPES), depth);
    }

    /** An expression of exactly this type. */
    Expression ofType(Type type, int depth) {
        if (depth == 0 || dice.percent(25)) {
            return leaf(type);
        }
        Expression made = dice.percent(30) ? general(type, depth - 1) : special(type, depth - 1);
        return made == null ? leaf(type) : made;
    }

    /** A condition. */
    Expression condition(int depth) {
        return ofType(Type.BOOLEAN, Math.max(1, depth));
    }

    private Expression leaf(Type type) {
        List<Expression> fitting = columns.stream()
                .filter(column -> bare(column.type()).equals(bare(type)))
                .toList();
        if (!fitting.isEmpty() && dice.percent(COLUMN_PERCENT)) {
            return dice.pick(fitting);
        } else if (type.kind() == TypeKind.BOOLEAN && dice.percent(90)) {
            return columnTest();
        }
        Expression literal = literal(type);
        if (dice.percent(50)) {
            return literal;
        }
        Expression other = literal(type);
        return same(
                "CASE WHEN $1 THEN $2 ELSE $3 END",
                type,
                Math.max(literal.bound(), other.bound()),
                true,
                columnTest(),
                literal,
                other);
    }

    /** The simplest condition that reads a column. */
    private Expression columnTest() {
        Expression column = column();
        String operator = dice.pick(List.of("=", "<>", "<", "<=", ">", ">="));
        return same("($1 " + operator + " $2)", Type.BOOLEAN, 0, true, column, literal(bare(column.type())));
    }

    private Expression literal(Type type) {
        Object value = dice.percent(5) ? null : inputs.value(type);
        return new Expression(
                Literals.rowtide(value, type),
                Literals.duckDb(value, type),
                bare(type),
                Literals.magnitude(value),
                true,
                true,
                List.of());
    }

    private static Type bare(Type type) {
        return type.withNullable(true);
    }

    private static Expression make(
            String rowtide, String duckDb, Type type, double bound, boolean exact, Expression... parts) {
        return new Expression(
                rowtide,
                duckDb,
                bare(type),
                bound,
                exact,
                Arrays.stream(parts).allMatch(Expression::constant),
                Arrays.stream(parts)
                        .filter(part -> part.type().equals(bare(type)))
                        .toList());
    }

    /** The same text in both dialects, {@code $1} and so on for the parts. */
    private static Expression same(String text, Type type, double bound, boolean exact, Expression... parts) {
        return both(text, text, type, bound, exact, parts);
    }

    private static Expression both(
            String rowtide, String duckDb, Type type, double bound, boolean exact, Expression... parts) {
        String rowtideText = rowtide;
        String duckDbText = duckDb;
        for (int i = parts.length; i > 0; i--) {
            rowtideText = rowtideText.replace("$" + i, parts[i - 1].rowtide());
            duckDbText = duckDbText.replace("$" + i, parts[i - 1].duckDb());
        }
        return make(rowtideText, duckDbText, type, bound, exact, parts);
    }

    /** What there is of every type. */
    private Expression general(Type type, int depth) {
        Expression a = ofType(type, depth);
        Expression b = ofType(type, depth);
        double bound = Math.max(a.bound(), b.bound());
        boolean exact = a.exact() && b.exact();
        return switch (dice.between(0, 3)) {
            case 0 -> same("CASE WHEN $1 THEN $2 ELSE $3 END", type, bound, exact, condition(depth), a, b);
            case 1 -> same("COALESCE($1, $2)", type, bound, exact, a, b);
            case 2 -> same("NULLIF($1, $2)", type, a.bound(), a.exact(), a, b);
            default ->
                same(
                        "CASE WHEN $1 THEN $2 WHEN $3 THEN $4 END",
                        type,
                        bound,
                        exact,
                        condition(depth),
                        a,
                        condition(depth),
                        b);
        };
    }

    /** What there is of this type only; null if it would not fit. */
    private @Nullable Expression special(Type type, int depth) {
        return switch (type.kind()) {
            case BOOLEAN -> logic(depth);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> fitting(integer(type, depth));
            case DECIMAL -> fitting(decimal(type, depth));
            case DOUBLE -> fitting(floating(depth));
            case VARCHAR -> text(depth);
            case DATE -> date(depth);
            default -> same("$1 + INTERVAL '" + dice.between(1, 30) + "' HOUR", type, 0, true, ofType(type, depth));
        };
    }

    private static @Nullable Expression fitting(@Nullable Expression made) {
        return made == null || made.bound() >= Literals.capacity(made.type()) ? null : made;
    }

    private @Nullable Expression integer(Type type, int depth) {
        String name = type.name();
        Expression a = ofType(type, depth);
        Expression b = ofType(narrower(type), depth);
        int number = dice.between(1, 7);
        return switch (dice.between(0, 9)) {
            case 0 ->
                both("($1 + $2)", cast("CAST($1 AS HUGEINT) + $2", name), type, a.bound() + b.bound(), true, a, b);
            case 1 ->
                both("($1 - $2)", cast("CAST($1 AS HUGEINT) - $2", name), type, a.bound() + b.bound(), true, a, b);
            case 2 ->
                both("($1 * $2)", cast("CAST($1 AS HUGEINT) * $2", name), type, a.bound() * b.bound(), true, a, b);
            case 3 ->
                both(
                        "CASE WHEN $2 <> 0 THEN $1 / $2 END",
                        "CASE WHEN $2 <> 0 THEN " + cast("$1 // $2", name) + " END",
                        type,
                        a.bound(),
                        true,
                        a,
                        b);
            case 4 ->
                both(
                        "MOD($1, CAST(" + number + " AS " + name + "))",
                        cast("$1 % " + number, name),
                        type,
                        number,
                        true,
                        a);
            case 5 -> both("(- $1)", cast("0 - CAST($1 AS HUGEINT)", name), type, a.bound(), true, a);
            case 6 -> both("ABS($1)", cast("ABS(CAST($1 AS HUGEINT))", name), type, a.bound(), true, a);
            case 7 -> {
                Expression other = ofType(dice.pick(List.of(Type.TINYINT, Type.INTEGER, Type.BIGINT)), depth);
                yield same("CAST($1 AS " + name + ")", type, other.bound(), true, other);
            }
            case 8 ->
                both(
                        "CAST(CHAR_LENGTH($1) AS " + name + ")",
                        "CAST(length($1) AS " + name + ")",
                        type,
                        100,
                        true,
                        ofType(Type.STRING, depth));
            default -> {
                String field = dice.pick(List.of("DAY", "MONTH"));
                yield same(
                        "CAST(EXTRACT(" + field + " FROM $1) AS " + name + ")",
                        type,
                        100,
                        true,
                        ofType(dice.percent(50) ? Type.DATE : Type.timestamp(3), depth));
            }
        };
    }

    private Type narrower(Type type) {
        return dice.percent(70) ? type : Type.TINYINT;
    }

    private @Nullable Expression decimal(Type type, int depth) {
        String name = type.name();
        String wide = "CAST($1 AS DECIMAL(38, " + type.scale() + "))";
        Expression a = ofType(type, depth);
        Expression b = ofType(type, depth);
        return switch (dice.between(0, 4)) {
            case 0 -> both(cast("$1 + $2", name), cast(wide + " + $2", name), type, a.bound() + b.bound(), true, a, b);
            case 1 -> both(cast("$1 - $2", name), cast(wide + " - $2", name), type, a.bound() + b.bound(), true, a, b);
            case 2 -> both("(- $1)", "(- $1)", type, a.bound(), true, a);
            case 3 -> {
                Expression number = ofType(dice.percent(50) ? Type.INTEGER : Type.TINYINT, depth);
                yield same("CAST($1 AS " + name + ")", type, number.bound(), true, number);
            }
            default -> {
                if (!type.equals(Type.decimal(18, 4))) {
                    yield null;
                }
                Expression x = ofType(Type.decimal(9, 2), depth);
                Expression y = ofType(Type.decimal(9, 2), depth);
                yield same(cast("$1 * $2", name), type, x.bound() * y.bound(), true, x, y);
            }
        };
    }

    private @Nullable Expression floating(int depth) {
        Expression a = ofType(Type.DOUBLE, depth);
        Expression b = ofType(Type.DOUBLE, depth);
        int number = dice.between(1, 5);
        boolean exact = a.exact() && b.exact();
        double sum = a.bound() + b.bound();
        return switch (dice.between(0, 4)) {
            case 0 -> exact && sum < EXACT_DOUBLE_BOUND ? same("($1 + $2)", Type.DOUBLE, sum, true, a, b) : null;
            case 1 -> exact && sum < EXACT_DOUBLE_BOUND ? same("($1 - $2)", Type.DOUBLE, sum, true, a, b) : null;
            case 2 ->
                a.exact() && a.bound() * number < EXACT_DOUBLE_BOUND
                        ? same("($1 * " + number + ")", Type.DOUBLE, a.bound() * number, true, a)
                        : null;
            case 3 -> a.exact() ? same("($1 / " + number + ")", Type.DOUBLE, a.bound(), false, a) : null;
            default -> {
                Expression other = ofType(dice.pick(List.of(Type.TINYINT, Type.INTEGER)), depth);
                yield same("CAST($1 AS DOUBLE)", Type.DOUBLE, other.bound(), true, other);
            }
        };
    }

    /** DuckDB loses the type of a text that is NULL whatever the other is. */
    private static Expression concatenated(Expression a, Expression b) {
        return both("($1 || $2)", "CAST(($1 || $2) AS VARCHAR)", Type.STRING, 0, true, a, b);
    }

    private Expression text(int depth) {
        Expression a = ofType(Type.STRING, depth);
        return switch (dice.between(0, 6)) {
            case 0 -> concatenated(a, ofType(Type.STRING, depth));
            case 1 -> same("UPPER($1)", Type.STRING, 0, true, a);
            case 2 -> same("LOWER($1)", Type.STRING, 0, true, a);
            case 3 -> {
                String rest = dice.between(1, 3) + " FOR " + dice.between(0, 3) + ")";
                yield same("SUBSTRING($1 FROM " + rest, Type.STRING, 0, true, a);
            }
            case 4 -> same("TRIM($1)", Type.STRING, 0, true, a);
            case 5 -> same("REPLACE($1, 'a', 'bc')", Type.STRING, 0, true, a);
            default -> {
                Type type = dice.pick(List.of(Type.TINYINT, Type.INTEGER, Type.BIGINT, Type.decimal(9, 2)));
                yield same("CAST($1 AS VARCHAR)", Type.STRING, 0, true, ofType(type, depth));
            }
        };
    }

    private Expression date(int depth) {
        return dice.percent(50)
                ? both(
                        "($1 + INTERVAL '5' DAY)",
                        "CAST($1 + INTERVAL '5' DAY AS DATE)",
                        Type.DATE,
                        0,
                        true,
                        ofType(Type.DATE, depth))
                : same("CAST($1 AS DATE)", Type.DATE, 0, true, ofType(Type.timestamp(6), depth));
    }

    private Expression logic(int depth) {
        return switch (dice.between(0, 9)) {
            case 0 -> same("($1 AND $2)", Type.BOOLEAN, 0, true, condition(depth), condition(depth));
            case 1 -> same("($1 OR $2)", Type.BOOLEAN, 0, true, condition(depth), condition(depth));
            case 2 -> same("(NOT $1)", Type.BOOLEAN, 0, true, condition(depth));
            case 3 -> {
                String test = dice.pick(List.of("TRUE", "NOT TRUE", "FALSE", "NOT FALSE"));
                yield same("($1 IS " + test + ")", Type.BOOLEAN, 0, true, condition(depth));
            }
            case 4 -> same(dice.percent(50) ? "($1 IS NULL)" : "($1 IS NOT NULL)", Type.BOOLEAN, 0, true, any(depth));
            case 5 -> {
                String pattern = dice.pick(List.of("a%", "%b", "%", "_", "%a%", "x_y"));
                String not = dice.percent(25) ? "NOT " : "";
                yield same("($1 " + not + "LIKE '" + pattern + "')", Type.BOOLEAN, 0, true, ofType(Type.STRING, depth));
            }
            case 6 -> {
                Type type = bare(column().type());
                yield same(
                        dice.percent(50) ? "($1 BETWEEN $2 AND $3)" : "($1 NOT BETWEEN $2 AND $3)",
                        Type.BOOLEAN,
                        0,
                        true,
                        ofType(type, depth),
                        ofType(type, depth),
                        ofType(type, depth));
            }
            case 7 -> membership(depth);
            default -> comparison(depth);
        };
    }

    private Expression membership(int depth) {
        Type type = bare(column().type());
        List<Expression> parts = new ArrayList<>(List.of(ofType(type, depth)));
        StringBuilder list = new StringBuilder();
        for (int i = 0, n = dice.between(1, 4); i < n; i++) {
            parts.add(literal(type));
            list.append(i == 0 ? "$" : ", $").append(i + 2);
        }
        String operator = dice.percent(70) ? " IN (" : " NOT IN (";
        return same("($1" + operator + list + "))", Type.BOOLEAN, 0, true, parts.toArray(new Expression[0]));
    }

    private Expression comparison(int depth) {
        Expression a = any(depth);
        Type other = bare(a.type());
        if (other.kind().isInteger() && dice.percent(30)) {
            other = dice.pick(List.of(Type.TINYINT, Type.INTEGER, Type.BIGINT, Type.decimal(9, 2)));
        }
        Expression b = ofType(other, depth);
        String operator =
                dice.pick(List.of("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"));
        return same("($1 " + operator + " $2)", Type.BOOLEAN, 0, true, a, b);
    }

    private static String cast(String text, String type) {
        return "CAST(" + text + " AS " + type + ")";
    }

    /** Whether the values of a type have a sum that both engines give exactly. */
    static boolean hasExactSum(Expression expression, int rows) {
        double sum = expression.bound() * Math.max(1, rows);
        Type type = expression.type();
        if (type.kind() == TypeKind.DECIMAL) {
            return sum < Math.pow(10, 36.0 - Math.max(type.scale(), 6) - type.scale());
        }
        return InputGenerator.isNumber(type) && expression.exact() && sum < Literals.capacity(type);
    }
}
