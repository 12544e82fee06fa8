// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that are names where a name can stand, and keywords where a keyword can. */
class ReservedWordsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "end",
                "rows",
                "count",
                "current",
                "timestamp",
                "date",
                "day",
                "value",
                "user",
                "result",
                "out",
                "year",
                "month",
                "hour",
                "minute",
                "second",
                "time",
                "key",
                "op",
                "before",
                "after",
                "type",
                "data",
                "id",
                "name",
                "label",
                "status",
                "text",
                "url",
                "language",
                "position",
                "offset",
                "range",
                "partition",
                "open",
                "close",
                "sum",
                "min",
                "max",
                "avg",
                "rank",
                "method",
                "match",
                "pattern",
                "new",
                "old",
                "one",
                "filter",
                "system",
                "sql",
                "search",
                "measure",
                "emit",
                "changes",
                "watermark",
                "metadata",
                "comment",
                "string",
                "bytes",
                "virtual",
                "stored",
                "tables",
                "views",
                "functions",
                "settings",
                "dropped",
                "enforced",
                "if",
                "do",
                "conflict",
                "nothing",
                "overwrite",
                "plan",
                "statement",
                "source",
                "sink",
                "input",
                "output",
                "session",
                "hop",
                "tumble",
                "descriptor",
                "map",
                "set_",
                "element",
                "condition",
                "trigger",
                "function",
                "monday",
                "local",
                "global",
                "next",
                "first",
                "last",
                "prev",
                "only",
                "percent",
                "power",
                "sqrt",
                "abs",
                "mod",
                "exp",
                "ln",
                "lower",
                "upper",
                "begin",
                "execute",
                "explain",
                "describe",
                "desc",
                "show",
                "reset",
                "call",
                "hash",
                "level",
                "version",
                "state",
                "scope",
                "scale",
                "section",
                "server",
                "size",
                "space",
                "domain",
                "path",
                "message",
                "number",
                "object",
                "role",
                "ordinal",
                "uuid"
            })
    void isAName(String word) {
        for (String sql : new String[] {
            "CREATE TABLE " + word + " (" + word + " INT, x AS " + word + " + 1, PRIMARY KEY (" + word
                    + ") NOT ENFORCED)",
            "SELECT " + word + ", t." + word + ", SUM(" + word + ") AS " + word + " FROM t WHERE " + word
                    + " > 1 GROUP BY " + word + " HAVING " + word + " < 500 ORDER BY " + word,
            "SELECT " + word + " FROM " + word + " AS " + word,
            "SELECT a " + word + " FROM s " + word + " WHERE a = 1",
            "SELECT CASE WHEN " + word + " THEN " + word + " ELSE " + word + " END FROM t",
            "INSERT INTO " + word + " (" + word + ") SELECT " + word + " FROM t",
            "SELECT MAX(x) OVER (PARTITION BY " + word + " ORDER BY " + word
                    + " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
            "SELECT " + word + " + 1, -" + word + ", " + word + " || 'x', CAST(" + word + " AS INT), " + word
                    + " IS NULL FROM t",
            "DESCRIBE " + word,
        }) {
            assertThat(ScriptParser.parseScript(sql)).as(sql).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SUM(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) | CURRENT ROW",
                "SUM(a) OVER (ROWS 2 PRECEDING) | ROWS 2 PRECEDING",
                "SUM(a) OVER (PARTITION BY b) | (PARTITION BY `b`)",
                "DATE '2024-01-01' | DATE '2024-01-01'",
                "TIME '10:00:00' | TIME '10:00:00'",
                "TIMESTAMP '2024-01-01 10:00:00' | TIMESTAMP '2024-01-01 10:00:00'",
                "INTERVAL '1' DAY | INTERVAL '1' DAY",
                "INTERVAL '2' HOUR | INTERVAL '2' HOUR",
                "COUNT(*) | COUNT(*)",
                "COUNT(DISTINCT a) | COUNT(DISTINCT `a`)",
                "COUNT(*) FILTER (WHERE a > 1) | FILTER (WHERE `a` > 1)",
                "HOUR(ts) | HOUR(`ts`)",
                "YEAR(ts) | YEAR(`ts`)",
                "EXTRACT(YEAR FROM ts) | EXTRACT(YEAR FROM `ts`)",
                "TIMESTAMPDIFF(MINUTE, a, b) | TIMESTAMPDIFF(MINUTE, `a`, `b`)",
                "FLOOR(ts TO HOUR) | FLOOR(`ts` TO HOUR)",
                "POSITION('a' IN b) | POSITION('a' IN `b`)",
                "SUBSTRING(a FROM 2 FOR 3) | SUBSTRING(`a`, 2, 3)",
                "TRIM(LEADING 'x' FROM a) | TRIM(LEADING 'x' FROM `a`)",
                "OVERLAY(a PLACING b FROM 1) | OVERLAY(`a` PLACING `b` FROM 1)",
                "RANK() OVER (ORDER BY a) | RANK() OVER",
                "CURRENT_TIMESTAMP | CURRENT_TIMESTAMP",
                "CAST(a AS DATE) | AS DATE",
                "CAST(a AS TIMESTAMP(3)) | AS TIMESTAMP(3)",
                "UPPER(a) | UPPER(`a`)",
                "x MEMBER OF y | MEMBER OF",
                "a IS JSON VALUE | IS JSON VALUE",
            })
    void isStillAKeyword(String expression, String printed) {
        assertThat(ScriptParser.parseExpression(expression).toString()).contains(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t OFFSET 3",
                "SELECT 1 OFFSET 3 ROWS",
                "SELECT a FROM t LIMIT 5 OFFSET 3",
                "SELECT a FROM t OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY",
                "SELECT a FROM t EMIT CHANGES",
                "SELECT a EMIT CHANGES",
                "VALUES (1), (2)",
                "SELECT * FROM t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.x AS y ALL ROWS PER MATCH PATTERN (A+) DEFINE A AS x > 1)",
                "SELECT * FROM t FOR SYSTEM_TIME AS OF ts",
                "SELECT a FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1",
                "SELECT a FROM t TABLESAMPLE BERNOULLI(10)",
                "SELECT a FROM t1 LEFT JOIN t2 ON a = b RIGHT JOIN t3 ON a = c FULL JOIN t4 ON a = d CROSS JOIN t5",
            })
    void isStillAClause(String sql) {
        assertThat(ScriptParser.parseScript(sql)).hasSize(1);
        assertThat(ScriptParser.parseScript(sql).get(0).node().toString())
                .doesNotContain("`OFFSET`", "`EMIT`", "`offset`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order", "from", "group", "join", "left", "where", "select", "table", "on", "case", "union", "having",
                "limit"
            })
    void staysReserved(String word) {
        assertThatThrownBy(() -> ScriptParser.parseScript("SELECT " + word + " FROM t"))
                .isInstanceOf(ParseFailure.class);
        assertThat(ScriptParser.parseScript("SELECT \"" + word + "\", `" + word + "` FROM t"))
                .hasSize(1);
    }
}
