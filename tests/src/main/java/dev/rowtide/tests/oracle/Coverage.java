// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How many cases have what a query may have. Several threads may add to it. */
final class Coverage {

    private static final int DEEP = 4;

    /** What is looked for in the text of queries as it stands here. */
    private static final List<String> TEXTS = List.of(
            " INNER JOIN ",
            " LEFT JOIN ",
            " RIGHT JOIN ",
            " FULL JOIN ",
            " USING (",
            " NATURAL ",
            ", LATERAL (",
            " CROSS JOIN LATERAL (",
            " LEFT JOIN LATERAL (",
            " CROSS JOIN UNNEST(ARRAY[",
            " LEFT JOIN UNNEST(ARRAY[",
            " JOIN UNNEST(MAP[",
            " WITH ORDINALITY ",
            " NOT IN (SELECT ",
            " NOT EXISTS (SELECT ",
            " IS NOT DISTINCT FROM ",
            "SELECT DISTINCT ",
            " UNION ALL ",
            " INTERSECT ALL ",
            " EXCEPT ALL ",
            "(VALUES ",
            " HAVING ",
            " ROLLUP (",
            " CUBE (",
            " GROUPING SETS (",
            "GROUPING(",
            " QUALIFY ",
            " LIMIT ",
            " OFFSET ",
            " ROWS ONLY",
            " ROWS WITH TIES",
            "ROW_NUMBER() OVER ",
            " RANK() OVER ",
            "DENSE_RANK() OVER ",
            "PERCENT_RANK() OVER ",
            "CUME_DIST() OVER ",
            "NTILE(",
            "LAG(",
            "LEAD(",
            "NTH_VALUE(",
            "IGNORE NULLS",
            " ROWS BETWEEN ",
            " RANGE BETWEEN ",
            " WINDOW w0 AS (",
            " FILTER (WHERE ",
            "COUNT(*)",
            "COUNT(DISTINCT ",
            "COUNTIF(",
            "SUM(",
            "SUM0(",
            "AVG(",
            "MIN(",
            "MAX(",
            "STDDEV_POP(",
            "STDDEV_SAMP(",
            "VAR_POP(",
            "VAR_SAMP(",
            "COVAR_POP(",
            "COVAR_SAMP(",
            "CORR(",
            "REGR_AVGX(",
            "REGR_AVGY(",
            "REGR_SXX(",
            "REGR_SYY(",
            "REGR_SXY(",
            "REGR_R2(",
            "LISTAGG(",
            "STRING_AGG(",
            "ARRAY_AGG(",
            "JSON_ARRAYAGG(",
            "JSON_OBJECTAGG(",
            "BOOL_AND(",
            "BOOL_OR(",
            "BIT_AND(",
            "BIT_OR(",
            "BIT_XOR(",
            "FIRST_VALUE(",
            "LAST_VALUE(",
            "MIN_BY(",
            "MAX_BY(",
            "ANY_VALUE(",
            "MODE(",
            "MEDIAN(",
            "PERCENTILE_CONT(",
            "PERCENTILE_DISC(",
            "APPROX_COUNT_DISTINCT(",
            " FROM TUMBLE(",
            " FROM HOP(",
            " FROM CUMULATE(",
            " FROM SESSION(",
            "'on' = 'change'",
            "'every' = ",
            "'allowed-lateness' = ",
            " HOUR AND ",
            " ASOF JOIN ",
            "FROM_CHANGELOG(",
            "TO_CHANGELOG(");

    private static final Map<String, Pattern> PATTERNS = Map.of(
            "comma join", Pattern.compile(" AS a\\d+, (?!LATERAL)"),
            "IN (SELECT", Pattern.compile("(?<! NOT) IN \\(SELECT "),
            "EXISTS (SELECT", Pattern.compile("(?<!NOT )EXISTS \\(SELECT "),
            "compared with (SELECT", Pattern.compile(" (=|<>|<|<=|>|>=) \\(SELECT "),
            "(SELECT in a SELECT list", Pattern.compile(", \\(SELECT "),
            "HAVING a subquery", Pattern.compile(" HAVING .*\\(SELECT "),
            "UNION", Pattern.compile(" UNION (?!ALL)"),
            "INTERSECT", Pattern.compile(" INTERSECT (?!ALL)"),
            "EXCEPT", Pattern.compile(" EXCEPT (?!ALL)"),
            "WITH", Pattern.compile("^WITH "));

    private final Map<String, Integer> counts = new LinkedHashMap<>();

    Coverage() {
        TEXTS.forEach(text -> counts.put(text.strip(), 0));
        PATTERNS.keySet().stream().sorted().forEach(name -> counts.put(name, 0));
        for (InputTable.Kind kind : InputTable.Kind.values()) {
            counts.put("reads " + kind, 0);
        }
        counts.put("a view or more", 0);
        counts.put("depth " + DEEP + " or more", 0);
    }

    synchronized void add(OracleCase oracleCase) {
        RowtideSql sql = new RowtideSql(oracleCase);
        List<String> queries = sql.definitions().stream()
                .filter(statement -> statement.startsWith("CREATE VIEW "))
                .toList();
        String text = sql.query() + "\n" + String.join("\n", queries);
        TEXTS.stream().filter(text::contains).forEach(this::count);
        PATTERNS.forEach((name, pattern) -> {
            if (pattern.matcher(text).find()) {
                count(name);
            }
        });
        oracleCase.tables().stream()
                .filter(table -> Pattern.compile("\\b" + table.name() + "\\b")
                        .matcher(text)
                        .find())
                .map(table -> "reads " + table.kind())
                .distinct()
                .forEach(this::count);
        if (!queries.isEmpty()) {
            count("a view or more");
        }
        if (depth(oracleCase.query()) >= DEEP) {
            count("depth " + DEEP + " or more");
        }
    }

    private void count(String name) {
        counts.merge(name.strip(), 1, Integer::sum);
    }

    /** How many operators stand above one another. */
    private static int depth(Relation relation) {
        int below = relation.inputs().stream().mapToInt(Coverage::depth).max().orElse(0);
        return relation instanceof Relation.View
                ? below
                : below + (relation.inputs().isEmpty() ? 0 : 1);
    }

    /** What fewer cases have. */
    List<String> rarerThan(int cases) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() < cases)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The counts for people, one a line. */
    String table() {
        return counts.entrySet().stream()
                .map(entry -> String.format("%8d  %s%n", entry.getValue(), entry.getKey()))
                .collect(Collectors.joining());
    }
}
