// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A query of the corpus in our dialect. What is said differently, and why:
 *
 * <ul>
 *   <li>SQLite's INTEGER has 64 bits and its REAL and FLOAT are doubles: BIGINT, DOUBLE. The lengths of its texts are not enforced: STRING.
 *   <li>Its AVG is a floating-point number also over integers; ours is an integer then: the argument is cast. But a CASE has one type here, while there each of
 *       its values has its own, so that {@code CASE … ELSE 7 END / 2} is 3 though another branch is an AVG: {@link #ofWholeAverages} leaves the argument as it is.
 *   <li>A sign {@code +} before a text leaves it as it is; here it asks for a number. It is taken off before columns.
 *   <li>A table has no order: an ORDER BY at the end of a query is taken off, and the folded rows are put into that order, NULL first as in SQLite.
 * </ul>
 *
 * @param sql the query
 * @param order the keys by which the result is ordered; empty if it need not be
 */
record CorpusSql(String sql, List<OrderKey> order) {

    private static final Map<String, String> TYPES = Map.of(
            "INTEGER", "BIGINT", "INT", "BIGINT", "REAL", "DOUBLE", "FLOAT", "DOUBLE", "TEXT", "STRING", "VARCHAR",
            "STRING");

    private static final Set<String> BEFORE_A_SIGN = Set.of(
            "(",
            ",",
            "+",
            "-",
            "*",
            "/",
            "=",
            "<",
            ">",
            "<=",
            ">=",
            "<>",
            "!=",
            "SELECT",
            "DISTINCT",
            "ALL",
            "WHERE",
            "AND",
            "OR",
            "NOT",
            "BETWEEN",
            "IN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "BY",
            "HAVING",
            "ON");
    private static final Set<String> NOT_COLUMNS = Set.of("CASE", "NULL", "CAST");

    /**
     * A column by which a result is ordered.
     *
     * @param column its number in the result, from 1
     * @param descending whether the greatest comes first
     */
    record OrderKey(int column, boolean descending) {}

    /** Says a query in our dialect. */
    static CorpusSql of(String query) {
        return of(SqlTokens.of(query), true);
    }

    /** Says a query in our dialect, the mean of integers being an integer; null if it has no mean in a CASE. */
    static @Nullable CorpusSql ofWholeAverages(String query) {
        SqlTokens tokens = SqlTokens.of(query);
        return tokens.contains("CASE") && tokens.contains("AVG") ? of(tokens, false) : null;
    }

    private static CorpusSql of(SqlTokens tokens, boolean averagesAreDoubles) {
        int end = tokens.indexOf("ORDER", 0);
        if (end == tokens.size() || !tokens.isAt(end + 1, "BY")) {
            return new CorpusSql(expression(tokens, averagesAreDoubles), List.of());
        }
        List<OrderKey> keys = new ArrayList<>();
        for (SqlTokens key : tokens.part(end + 2, tokens.size()).list()) {
            if (!Character.isDigit(key.get(0).charAt(0)) || key.size() > 2) {
                return new CorpusSql(expression(tokens, averagesAreDoubles), List.of());
            }
            keys.add(new OrderKey(Integer.parseInt(key.get(0)), key.isAt(1, "DESC")));
        }
        return new CorpusSql(expression(tokens.part(0, end), averagesAreDoubles), keys);
    }

    /** Our name of a type, or the word itself. */
    static String type(String word) {
        return TYPES.getOrDefault(word.toUpperCase(Locale.ROOT), word);
    }

    /** Says an expression, or a query without order, in our dialect. */
    static String expression(SqlTokens tokens) {
        return expression(tokens, true);
    }

    private static String expression(SqlTokens tokens, boolean averagesAreDoubles) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < tokens.size(); i++) {
            if (averagesAreDoubles && tokens.isAt(i, "AVG", "(")) {
                int close = tokens.closing(i + 1);
                boolean quantified = tokens.isAt(i + 2, "ALL") || tokens.isAt(i + 2, "DISTINCT");
                String quantifier = quantified ? tokens.get(i + 2) + " " : "";
                SqlTokens argument = tokens.part(quantified ? i + 3 : i + 2, close);
                text.add("AVG(" + quantifier + "CAST(" + expression(argument, true) + " AS DOUBLE))");
                i = close;
            } else if (!isSignOfColumn(tokens, i)) {
                String word = type(tokens.get(i));
                text.add(word);
                if (word.equals("STRING") && tokens.isAt(i + 1, "(")) {
                    i = tokens.closing(i + 1);
                }
            }
        }
        return text.toString();
    }

    /** Whether a sign {@code +}, or the first of several, stands before a column. */
    private static boolean isSignOfColumn(SqlTokens tokens, int index) {
        if (!tokens.isAt(index, "+")
                || index > 0 && !BEFORE_A_SIGN.contains(tokens.get(index - 1).toUpperCase(Locale.ROOT))) {
            return false;
        }
        int operand = index + 1;
        while (tokens.isAt(operand, "+")) {
            operand++;
        }
        String word = tokens.get(operand);
        return !word.isEmpty()
                && Character.isLetter(word.charAt(0))
                && !tokens.isAt(operand + 1, "(")
                && !NOT_COLUMNS.contains(word.toUpperCase(Locale.ROOT));
    }
}
