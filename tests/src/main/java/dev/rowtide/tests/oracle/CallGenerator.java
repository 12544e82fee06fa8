// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.Function;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the aggregates beyond COUNT, SUM, AVG, MIN and MAX. Results that DuckDB computes with rounding are compared to three decimals, cut at a place where
 * no result is.
 */
final class CallGenerator {

    private static final double NUMBER_MAX = 1e5;
    private static final List<String> FRACTIONS = List.of("0", "0.25", "0.5", "0.75", "1");
    private static final List<String> OF_ONE = List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP");
    private static final List<String> OF_TWO = List.of(
            "COVAR_POP", "COVAR_SAMP", "CORR", "REGR_AVGX", "REGR_AVGY", "REGR_SXX", "REGR_SYY", "REGR_SXY", "REGR_R2");

    private final Dice dice;
    private final ExpressionGenerator expressions;
    private final Supplier<String> names;
    private final @Nullable Expression filter;

    CallGenerator(Dice dice, ExpressionGenerator expressions, Supplier<String> names, @Nullable Expression filter) {
        this.dice = dice;
        this.expressions = expressions;
        this.names = names;
        this.filter = filter;
    }

    /** A call; null if the columns at hand don't fit the one that was chosen. */
    @Nullable
    Call call(int rows) {
        Expression value = dice.percent(80) ? expressions.column() : expressions.any(1);
        Expression key = expressions.column();
        String distinct = dice.percent(30) ? "DISTINCT " : "";
        return switch (dice.between(0, 15)) {
            case 0 -> bits(value, distinct);
            case 1 -> truths(value.type().kind() == TypeKind.BOOLEAN ? value : expressions.condition(1));
            case 2 -> anyValue(value);
            case 3 -> countOfTwo(value, key, distinct, rows);
            case 4 -> byKey(value, key);
            case 5 -> outermost(value, key);
            case 6 -> list(text(value), key, !distinct.isEmpty());
            case 7 -> mode(value);
            case 8 -> percentile(value, distinct);
            case 9 -> continuous(moderate(value));
            case 10 -> deviation(moderate(value), distinct);
            case 11 -> line(moderate(value), moderate(key));
            case 12 -> array(value, key, !distinct.isEmpty());
            case 13 -> json(value, key);
            case 14 ->
                text(
                        "APPROX_COUNT_DISTINCT(" + value.rowtide() + "){filter}",
                        "COUNT(DISTINCT " + value.duckDb() + "){filter}",
                        Type.BIGINT,
                        rows);
            default -> sumOrZero(value, rows);
        };
    }

    private @Nullable Call bits(Expression value, String distinct) {
        if (!value.type().kind().isInteger()) {
            return null;
        }
        String function = dice.pick(List.of("BIT_AND", "BIT_OR", "BIT_XOR"));
        String open = function + "(" + distinct;
        return same(open, value, ")", value.type(), Literals.capacity(value.type()));
    }

    private Call truths(Expression value) {
        return switch (dice.between(0, 2)) {
            case 0 -> same("BOOL_AND(", value, ")", Type.BOOLEAN, 0);
            case 1 -> same("BOOL_OR(", value, ")", Type.BOOLEAN, 0);
            default ->
                text(
                        "COUNTIF(" + value.rowtide() + "){filter}",
                        "COUNT(*) FILTER (WHERE (" + value.duckDb() + "){and})",
                        Type.BIGINT,
                        1000);
        };
    }

    private Call anyValue(Expression value) {
        return text(
                "ANY_VALUE(" + value.rowtide() + "){filter}",
                "MIN(" + value.duckDb() + "){filter}",
                value.type(),
                value.bound());
    }

    private Call countOfTwo(Expression a, Expression b, String distinct, int rows) {
        return text(
                "COUNT(" + distinct + a.rowtide() + ", " + b.rowtide() + "){filter}",
                "COUNT(" + distinct + "ROW(" + a.duckDb() + ", " + b.duckDb() + ")) FILTER (WHERE (" + a.duckDb()
                        + ") IS NOT NULL AND (" + b.duckDb() + ") IS NOT NULL{and})",
                Type.BIGINT,
                rows);
    }

    private Call byKey(Expression value, Expression key) {
        boolean least = dice.percent(50);
        return text(
                (least ? "MIN_BY(" : "MAX_BY(") + value.rowtide() + ", " + key.rowtide() + "){filter}",
                "LIST(" + value.duckDb() + " ORDER BY " + key.duckDb() + (least ? "" : " DESC") + ", " + value.duckDb()
                        + " NULLS LAST) FILTER (WHERE (" + key.duckDb() + ") IS NOT NULL{and})[1]",
                value.type(),
                value.bound());
    }

    private Call outermost(Expression value, Expression key) {
        boolean first = dice.percent(50);
        String direction = dice.percent(50) ? " DESC" : "";
        return text(
                (first ? "FIRST_VALUE(" : "LAST_VALUE(") + value.rowtide() + ") WITHIN GROUP (ORDER BY " + key.rowtide()
                        + direction + "){filter}",
                "LIST(" + value.duckDb() + " ORDER BY " + key.duckDb() + direction
                        + (direction.isEmpty() ? " NULLS FIRST, " : " NULLS LAST, ") + value.duckDb()
                        + ") FILTER (WHERE (" + value.duckDb() + ") IS NOT NULL{and})" + (first ? "[1]" : "[-1]"),
                value.type(),
                value.bound());
    }

    private @Nullable Call list(Expression value, Expression key, boolean distinct) {
        if (!value.type().kind().isText()) {
            return null;
        }
        String direction = dice.percent(50) ? " DESC" : "";
        if (distinct) {
            return text(
                    "LISTAGG(DISTINCT " + value.rowtide() + ", '/') WITHIN GROUP (ORDER BY " + value.rowtide()
                            + direction + "){filter}",
                    "STRING_AGG(DISTINCT " + value.duckDb() + ", '/' ORDER BY " + value.duckDb() + direction
                            + "){filter}",
                    Type.STRING,
                    0);
        }
        return text(
                "STRING_AGG(" + value.rowtide() + ", '; ' ORDER BY " + key.rowtide() + direction + "){filter}",
                "STRING_AGG(" + value.duckDb() + ", '; ' ORDER BY " + key.duckDb() + direction
                        + (direction.isEmpty() ? " NULLS FIRST, " : " NULLS LAST, ") + value.duckDb() + "){filter}",
                Type.STRING,
                0);
    }

    /** An array is compared whole as a text, where both engines write values alike, or else by one of its elements, which may be arrays themselves. */
    private Call array(Expression value, Expression key, boolean distinct) {
        boolean whole = value.type().kind().isInteger() || value.type().kind().isText();
        boolean nested = !whole && !distinct && dice.percent(50);
        boolean ignoresNulls = dice.percent(30);
        String direction = dice.percent(50) ? " DESC" : "";
        String nulls = direction.isEmpty() ? " NULLS FIRST" : " NULLS LAST";
        Expression by = distinct ? value : key;
        String list = "LIST(" + (distinct ? "DISTINCT " : "")
                + (nested ? "[" + value.duckDb() + "]" : value.duckDb())
                + " ORDER BY " + by.duckDb() + direction + nulls
                + (distinct ? "" : ", " + value.duckDb() + (nested ? " NULLS FIRST" : " NULLS LAST")) + ")"
                + (ignoresNulls && !nested ? " FILTER (WHERE (" + value.duckDb() + ") IS NOT NULL{and})" : "{filter}");
        String array = "ARRAY_AGG(" + (distinct ? "DISTINCT " : "")
                + (nested ? "ARRAY[" + value.rowtide() + "]" : value.rowtide())
                + (ignoresNulls ? " IGNORE NULLS" : dice.percent(20) ? " RESPECT NULLS" : "")
                + " ORDER BY " + by.rowtide() + direction
                + (nested ? ", " + value.rowtide() : "") + "){filter}";
        if (whole) {
            return text(
                    "ARRAY_JOIN(CAST(" + array + " AS ARRAY<STRING>), '|', '~')",
                    "array_to_string(list_transform(" + list + ", e -> COALESCE(CAST(e AS VARCHAR), '~')), '|')",
                    Type.STRING,
                    0);
        }
        String element = "[" + dice.between(1, 3) + "]" + (nested ? "[1]" : "");
        return text("(" + array + ")" + element, "(" + list + ")" + element, value.type(), value.bound());
    }

    /** An object has its members as rows came: of these the length is compared. */
    private @Nullable Call json(Expression value, Expression key) {
        if (!value.type().kind().isInteger()) {
            return null;
        }
        if (!key.type().kind().isInteger() || dice.percent(50)) {
            String direction = dice.percent(50) ? " DESC NULLS LAST" : " NULLS FIRST";
            return text(
                    "JSON_ARRAYAGG(" + value.rowtide() + " ORDER BY " + value.rowtide() + direction
                            + " NULL ON NULL){filter}",
                    "('[' || STRING_AGG(COALESCE(CAST(" + value.duckDb() + " AS VARCHAR), 'null'), ',' ORDER BY "
                            + value.duckDb() + direction + "){filter} || ']')",
                    Type.STRING,
                    0);
        }
        return text(
                "CHAR_LENGTH(JSON_OBJECTAGG(KEY COALESCE(CAST(" + key.rowtide() + " AS VARCHAR), '') VALUE "
                        + value.rowtide() + " NULL ON NULL){filter})",
                "CAST(LENGTH('{' || STRING_AGG('\"' || COALESCE(CAST(" + key.duckDb() + " AS VARCHAR), '') || '\":' || "
                        + "COALESCE(CAST(" + value.duckDb() + " AS VARCHAR), 'null'), ','){filter} || '}') AS INTEGER)",
                Type.INTEGER,
                100_000);
    }

    /** DuckDB's own MODE takes of several values the first that came. */
    private Call mode(Expression value) {
        return text(
                "MODE(" + value.rowtide() + "){filter}",
                "list_sort(list_transform(map_entries(HISTOGRAM(" + value.duckDb()
                        + "){filter}), e -> struct_pack(c := -e.value, k := e.key)))[1].k",
                value.type(),
                value.bound());
    }

    private Call percentile(Expression value, String distinct) {
        String fraction = dice.pick(FRACTIONS);
        return text(
                "PERCENTILE_DISC(" + fraction + ") WITHIN GROUP (ORDER BY " + value.rowtide() + "){filter}",
                "QUANTILE_DISC(" + value.duckDb() + ", " + fraction + "){filter}",
                value.type(),
                value.bound());
    }

    private @Nullable Call continuous(Expression value) {
        if (!isModerate(value)) {
            return null;
        }
        String fraction = dice.pick(FRACTIONS);
        boolean descending = dice.percent(50);
        String front = descending ? "(1 - " + fraction + ")" : fraction;
        return rounded(
                fraction.equals("0.5") && dice.percent(50)
                        ? "MEDIAN(" + value.rowtide() + ")"
                        : "PERCENTILE_CONT(" + fraction + ") WITHIN GROUP (ORDER BY " + value.rowtide()
                                + (descending ? " DESC)" : ")"),
                "QUANTILE_CONT(CAST(" + value.duckDb() + " AS DOUBLE), " + front + ")",
                "{filter}",
                value.bound());
    }

    private @Nullable Call deviation(Expression value, String distinct) {
        if (!isModerate(value)) {
            return null;
        }
        String function = dice.pick(OF_ONE);
        return rounded(
                function + "(" + distinct + value.rowtide() + ")",
                function + "(" + distinct + "CAST(" + value.duckDb() + " AS DOUBLE))",
                "{filter}",
                value.bound() * value.bound());
    }

    private @Nullable Call line(Expression y, Expression x) {
        if (!isModerate(y) || !isModerate(x)) {
            return null;
        }
        String function = dice.pick(OF_TWO);
        return rounded(
                function + "(" + y.rowtide() + ", " + x.rowtide() + ")",
                function + "(CAST(" + y.duckDb() + " AS DOUBLE), CAST(" + x.duckDb() + " AS DOUBLE))",
                "{filter}",
                100 * Math.max(y.bound(), 1) * Math.max(x.bound(), 1));
    }

    private @Nullable Call sumOrZero(Expression value, int rows) {
        boolean integer = value.type().kind().isInteger();
        if (!integer || !ExpressionGenerator.hasExactSum(value, rows)) {
            return null;
        }
        return text(
                "SUM0(" + value.rowtide() + "){filter}",
                "CAST(COALESCE(SUM(" + value.duckDb() + "){filter}, 0) AS " + Literals.duckDbType(value.type()) + ")",
                value.type(),
                value.bound() * Math.max(1, rows));
    }

    /** A text, if there are some. */
    private Expression text(Expression value) {
        Expression text = value;
        for (int i = 0; i < 5 && !text.type().kind().isText(); i++) {
            text = expressions.column();
        }
        return text;
    }

    /** A number that is not too large, if there are some. */
    private Expression moderate(Expression value) {
        Expression number = value;
        for (int i = 0; i < 5 && !isModerate(number); i++) {
            number = expressions.column();
        }
        return number;
    }

    private static boolean isModerate(Expression value) {
        return InputGenerator.isNumber(value.type()) && value.bound() < NUMBER_MAX;
    }

    private Call same(String open, Expression value, String close, Type type, double bound) {
        return text(
                open + value.rowtide() + close + "{filter}", open + value.duckDb() + close + "{filter}", type, bound);
    }

    private Call rounded(String rowtide, String duckDb, String filter, double bound) {
        String number = duckDb + filter;
        return text(
                "CAST(FLOOR(" + rowtide + filter + " * 1000 + 0.1234567E0) AS BIGINT)",
                "CAST(FLOOR(CASE WHEN NOT isfinite(" + number + ") THEN NULL ELSE " + number
                        + " END * 1000 + 0.1234567) AS BIGINT)",
                Type.BIGINT,
                bound * 1000);
    }

    private Call text(String rowtide, String duckDb, Type type, double bound) {
        return new Call(
                Function.OTHER,
                null,
                false,
                filter,
                new Column(names.get(), type, bound, type.kind() != TypeKind.DOUBLE),
                new CallText(rowtide, duckDb));
    }
}
