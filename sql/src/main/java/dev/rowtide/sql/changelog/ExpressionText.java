// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

/** Expressions as SQL over the names of columns, with as few parentheses as can be read without doubt. */
final class ExpressionText {

    /** How tightly the text of an expression holds together, from loose to tight. */
    private enum Tightness {
        OR,
        AND,
        NOT,
        COMPARISON,
        SUM,
        PRODUCT,
        ATOM
    }

    private record Text(String text, Tightness tightness) {}

    /** A unit of intervals, and how many months or microseconds it has. */
    private record Unit(String name, long length) {}

    private static final List<Unit> OF_MONTHS = List.of(new Unit("YEAR", 12), new Unit("MONTH", 1));
    private static final List<Unit> OF_MICROS = List.of(
            new Unit("DAY", 86_400_000_000L),
            new Unit("HOUR", 3_600_000_000L),
            new Unit("MINUTE", 60_000_000L),
            new Unit("SECOND", 1_000_000L));

    private final Schema schema;

    private ExpressionText(Schema schema) {
        this.schema = schema;
    }

    /** An expression over columns named as in {@code schema}. */
    static String of(Expression expression, Schema schema) {
        return new ExpressionText(schema).text(expression).text();
    }

    private Text text(Expression expression) {
        if (expression instanceof InputRef ref) {
            return atom(schema.name(ref.index()));
        }
        if (expression instanceof Literal literal) {
            return atom(literal(literal));
        }
        if (expression instanceof ScalarCall call) {
            return atom(call.function().callText(texts(call.arguments())));
        }
        return call((Call) expression);
    }

    private Text call(Call call) {
        List<Expression> arguments = call.arguments();
        return switch (call.function()) {
            case OR -> infix(call, " OR ", Tightness.OR);
            case AND -> infix(call, " AND ", Tightness.AND);
            case NOT -> new Text("NOT " + within(arguments.get(0), Tightness.NOT), Tightness.NOT);
            case IS_NULL -> postfix(call, " IS NULL");
            case IS_NOT_NULL -> postfix(call, " IS NOT NULL");
            case IS_TRUE -> postfix(call, " IS TRUE");
            case IS_NOT_TRUE -> postfix(call, " IS NOT TRUE");
            case IS_FALSE -> postfix(call, " IS FALSE");
            case IS_NOT_FALSE -> postfix(call, " IS NOT FALSE");
            case EQUAL -> infix(call, " = ", Tightness.COMPARISON);
            case NOT_EQUAL -> infix(call, " <> ", Tightness.COMPARISON);
            case LESS -> infix(call, " < ", Tightness.COMPARISON);
            case LESS_OR_EQUAL -> infix(call, " <= ", Tightness.COMPARISON);
            case GREATER -> infix(call, " > ", Tightness.COMPARISON);
            case GREATER_OR_EQUAL -> infix(call, " >= ", Tightness.COMPARISON);
            case IS_DISTINCT_FROM -> infix(call, " IS DISTINCT FROM ", Tightness.COMPARISON);
            case IS_NOT_DISTINCT_FROM -> infix(call, " IS NOT DISTINCT FROM ", Tightness.COMPARISON);
            case LIKE, ILIKE -> like(call);
            case ADD -> infix(call, " + ", Tightness.SUM);
            case TIME_ADD -> infix(withoutZone(call), " + ", Tightness.SUM);
            case TIME_SUBTRACT -> infix(withoutZone(call), " - ", Tightness.SUM);
            case SUBTRACT, TIME_DIFFERENCE -> infix(call, " - ", Tightness.SUM);
            case CONCAT -> infix(call, " || ", Tightness.SUM);
            case MULTIPLY -> infix(call, " * ", Tightness.PRODUCT);
            case DIVIDE -> infix(call, " / ", Tightness.PRODUCT);
            case NEGATE -> new Text("-" + within(arguments.get(0), Tightness.ATOM), Tightness.PRODUCT);
            case CASE -> atom(cases(arguments));
            case CAST, TRY_CAST ->
                atom(call.function() + "(" + text(arguments.get(0)).text() + " AS "
                        + call.type().name() + ")");
            case ARRAY, MAP -> atom(call.function() + "[" + String.join(", ", texts(arguments)) + "]");
            case ARRAY_ITEM, MAP_ITEM ->
                atom(within(arguments.get(0), Tightness.ATOM) + "["
                        + text(arguments.get(1)).text() + "]");
            case ROW_FIELD -> atom(within(arguments.get(0), Tightness.ATOM) + "." + fieldName(arguments));
            case CURRENT_TIMESTAMP -> atom("CURRENT_TIMESTAMP");
            // The first argument only tells calls apart.
            case RAND, UUID -> atom(call.function() + list(arguments.subList(1, arguments.size())));
            case FLOOR_TIME -> atom(unit("FLOOR", arguments));
            case CEIL_TIME -> atom(unit("CEIL", arguments));
            default -> atom(extracted(call));
        };
    }

    private static String fieldName(List<Expression> rowAndField) {
        Object index = ((Literal) rowAndField.get(1)).value();
        return rowAndField
                .get(0)
                .type()
                .fields()
                .get(((Long) Objects.requireNonNull(index)).intValue())
                .name();
    }

    private String extracted(Call call) {
        String name = call.function().name();
        String prefix = "EXTRACT_";
        return name.startsWith(prefix)
                ? "EXTRACT(" + name.substring(prefix.length()).replace("_", "") + " FROM "
                        + text(call.arguments().get(0)).text() + ")"
                : name + list(call.arguments());
    }

    private String unit(String name, List<Expression> arguments) {
        String unit = arguments.get(1) instanceof Literal literal
                ? String.valueOf(literal.value())
                : text(arguments.get(1)).text();
        return name + "(" + text(arguments.get(0)).text() + " TO " + unit + ")";
    }

    private Text like(Call call) {
        List<Expression> arguments = call.arguments();
        String text = within(arguments.get(0), Tightness.SUM) + " " + call.function() + " "
                + within(arguments.get(1), Tightness.SUM);
        return new Text(
                arguments.size() < 3 ? text : text + " ESCAPE " + within(arguments.get(2), Tightness.SUM),
                Tightness.COMPARISON);
    }

    private String cases(List<Expression> arguments) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            text.append(" WHEN ").append(text(arguments.get(i)).text());
            text.append(" THEN ").append(text(arguments.get(i + 1)).text());
        }
        Expression last = arguments.get(arguments.size() - 1);
        return text.append(" ELSE ").append(text(last).text()).append(" END").toString();
    }

    private Text postfix(Call call, String operator) {
        return new Text(within(call.arguments().get(0), Tightness.SUM) + operator, Tightness.COMPARISON);
    }

    /** The session's time zone, which stands behind the operands, is not written in SQL. */
    private static Call withoutZone(Call call) {
        return new Call(call.function(), call.arguments().subList(0, 2), call.type());
    }

    private Text infix(Call call, String operator, Tightness tightness) {
        List<Expression> arguments = call.arguments();
        StringBuilder text =
                new StringBuilder(within(arguments.get(0), associative(call) ? tightness : left(tightness)));
        for (Expression argument : arguments.subList(1, arguments.size())) {
            text.append(operator).append(within(argument, associative(call) ? tightness : tighter(tightness)));
        }
        return new Text(text.toString(), tightness);
    }

    private static boolean associative(Call call) {
        BuiltinFunction function = call.function();
        return function == BuiltinFunction.AND || function == BuiltinFunction.OR || function == BuiltinFunction.CONCAT;
    }

    /** A left operand of the same tightness needs no parentheses, but for comparisons, which do not chain. */
    private static Tightness left(Tightness tightness) {
        return tightness == Tightness.COMPARISON ? Tightness.SUM : tightness;
    }

    private static Tightness tighter(Tightness tightness) {
        return switch (tightness) {
            case OR -> Tightness.AND;
            case AND -> Tightness.NOT;
            case NOT -> Tightness.COMPARISON;
            case COMPARISON -> Tightness.SUM;
            case SUM -> Tightness.PRODUCT;
            case PRODUCT, ATOM -> Tightness.ATOM;
        };
    }

    /** The text in parentheses if it is looser than {@code least}. */
    private String within(Expression expression, Tightness least) {
        Text text = text(expression);
        return text.tightness().compareTo(least) < 0 ? "(" + text.text() + ")" : text.text();
    }

    private String list(List<Expression> arguments) {
        return "(" + String.join(", ", texts(arguments)) + ")";
    }

    private List<String> texts(List<Expression> arguments) {
        return arguments.stream().map(argument -> text(argument).text()).toList();
    }

    private static Text atom(String text) {
        return new Text(text, Tightness.ATOM);
    }

    private static String literal(Literal literal) {
        Object value = literal.value();
        if (value == null) {
            return "NULL";
        }
        Type type = literal.type();
        TypeKind kind = type.kind();
        String text = ValueText.format(value, type, ZoneOffset.UTC);
        return switch (kind) {
            case CHAR, VARCHAR -> "'" + text.replace("'", "''") + "'";
            case DATE, TIME, TIMESTAMP -> kind + " '" + text + "'";
            case TIMESTAMP_LTZ -> "TIMESTAMP_LTZ '" + text + " UTC'";
            case INTERVAL_YEAR_MONTH -> interval((Long) value, OF_MONTHS, text, "YEAR TO MONTH");
            case INTERVAL_DAY_TIME -> interval((Long) value, OF_MICROS, text, "DAY TO SECOND");
            default -> text;
        };
    }

    /** In the largest unit of which it is a whole number, else as written in full. */
    private static String interval(long length, List<Unit> units, String text, String qualifier) {
        for (Unit unit : units) {
            if (length != 0 && length % unit.length() == 0) {
                return "INTERVAL '" + length / unit.length() + "' " + unit.name();
            }
        }
        return "INTERVAL '" + (text.startsWith("+") ? text.substring(1) : text) + "' " + qualifier;
    }
}
