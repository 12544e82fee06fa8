// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error on a row points at the expression that failed, wherever in the text it stands. */
class ErrorPlaceTest {

    private static final String PLACE = "§";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT §1/0",
                "SELECT x, 2 + §1/x FROM (VALUES (1), (0)) AS t(x)",
                "SELECT x FROM (VALUES (1), (0)) AS t(x) WHERE x > 5 OR §10/x > 2",
                "SELECT 10/x, COUNT(*) FROM (VALUES (1), (0)) AS t(x) GROUP BY §10/x",
                "SELECT COUNT(*) AS c FROM (VALUES (1)) AS t(x) HAVING §1/(COUNT(*) - 1) > 3",
                "SELECT §SUM(x) FROM (VALUES (9223372036854775807), (2)) AS t(x)",
                "SELECT SUM(§1/x) FROM (VALUES (0)) AS t(x)",
                "SELECT COUNT(*) FILTER (WHERE §1/x > 1) FROM (VALUES (0)) AS t(x)",
                "SELECT CASE WHEN x > 0 THEN §1/(x - 1) END FROM (VALUES (1)) AS t(x)",
                "SELECT x, §CAST('q' || x AS INT) FROM (VALUES ('1')) AS t(x)",
                "SELECT x + §'a' FROM (VALUES (1)) AS t(x)",
                "SELECT x, §CHR(x) FROM (VALUES (-1)) AS t(x)",
                "SELECT y + 1 FROM (SELECT\n\n  §10/x AS y FROM (VALUES (0)) AS t(x)) AS s",
                "SELECT 1 UNION ALL SELECT §1/x FROM (VALUES (0)) AS t(x)",
                "CREATE VIEW v AS SELECT §10/x AS y FROM (VALUES (0)) AS t(x);\nSELECT y + 1 FROM v",
                "CREATE TABLE b (y TINYINT) WITH (connector = 'blackhole');\n"
                        + "INSERT INTO b SELECT §x + 1 FROM (VALUES (127)) AS t(x)",
                "CREATE TABLE b (x BIGINT, y BIGINT) WITH (connector = 'blackhole');\nINSERT INTO b VALUES (1, §'a')",
                "CREATE TABLE b (x BIGINT, y BIGINT) WITH (connector = 'blackhole');\nINSERT INTO b §VALUES (1, '2'), (1, 'a')",
                "SELECT §7 % 0",
                "SELECT §MOD(x, 0) FROM (VALUES (1)) AS t(x)",
                "SELECT §x << 40 FROM (VALUES (1)) AS t(x)",
                "SELECT 1 + §CAST(x AS STRING) FROM (VALUES (x'ff')) AS t(x)",
                "SELECT §CAST('1e400' AS DOUBLE)",
                "SELECT §SUBSTRING('hello', 2, 9999999999)",
                "SELECT x, §(SELECT y FROM (VALUES (1), (2)) AS p(y)) FROM (VALUES (1)) AS t(x)",
                "SELECT x FROM (VALUES (2)) AS t(x)\nWHERE x > §(SELECT y FROM (VALUES (0), (1)) AS p(y) WHERE y < x)",
                "SET time_zone = 'Europe/Berlin';\n §SET 'flush-interval' = 'often'"
            })
    void pointsAtTheExpression(String marked) {
        int at = marked.indexOf(PLACE);
        String before = marked.substring(0, at);
        EngineException error = failure(marked.replace(PLACE, ""));

        assertThat(error.line())
                .isEqualTo(1 + before.chars().filter(c -> c == '\n').count());
        assertThat(error.column()).isEqualTo(at - before.lastIndexOf('\n'));
        assertThat(error.hint()).isNotNull();
    }

    @Test
    void anUnnamedColumnIsTold() {
        EngineException error =
                failure("CREATE TABLE b (y BIGINT) WITH (connector = 'blackhole'); INSERT INTO b VALUES ('a')");
        assertThat(error.detail()).startsWith("in CAST(column 1 AS BIGINT)");
    }

    @Test
    void aNameThatThePlannerGaveIsNotShown() {
        assertThat(failure("SELECT SUM(x + 1) FROM (VALUES (9223372036854775806), (2)) AS t(x)"))
                .hasMessageStartingWith("SUM(…) is out of range");
        assertThat(failure("SELECT SUM(x) FROM (VALUES (9223372036854775807), (2)) AS t(x)"))
                .hasMessageStartingWith("SUM(x) is out of range");
    }

    @Test
    void aTextOfManyPartsIsNotShownWhole() {
        EngineException error = failure("SELECT 1 / (0" + " + x - x".repeat(50) + ") FROM (VALUES (1)) AS t(x)");
        assertThat(error.detail()).startsWith("in 1 / ").contains("...").hasSizeLessThan(200);
    }

    @Test
    void aRowWithoutColumnsIsNotShown() {
        assertThat(failure("SELECT 1/0").detail()).isEqualTo("in 1 / 0");
    }

    /** Of what a function is made of the user has not written. */
    @Test
    void anOverflowWithinAFunctionIsTheFunctions() {
        EngineException error = failure("SELECT TO_TIMESTAMP_LTZ(x) FROM (VALUES (9223372036854775807)) AS t(x)");

        assertThat(error.message()).isEqualTo("the result is out of range");
        assertThat(error.detail()).isEqualTo("in TO_TIMESTAMP_LTZ(x), for the row x = 9223372036854775807");
    }

    @Test
    void theTextOfAViewThatAnEarlierTextMadeIsNotPointedAt() {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE VIEW v AS SELECT 10/x AS y FROM (VALUES (0)) AS t(x)");
            EngineException error = failure(rowtide, "SELECT y + 1 FROM v");

            assertThat(error.line()).isZero();
            assertThat(error.detail()).isEqualTo("in 10 / x, for the row x = 0");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(x) AS y FROM (VALUES (9223372036854775807), (2)) AS t(x)",
                "SELECT SUM(x) OVER () AS y FROM (VALUES (9223372036854775807), (2)) AS t(x)",
                "SELECT (SELECT x FROM (VALUES (1), (2)) AS t(x)) AS y",
                "SELECT (SELECT MAX(10/x) FROM (VALUES (0)) AS t(x)) AS y"
            })
    void norAnywhereInIt(String query) {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE VIEW v AS " + query);

            assertThat(failure(rowtide, "SELECT y FROM v").line()).isZero();
        }
    }

    /** The subquery has no name: what it is asked for tells which it is. */
    @Test
    void aSubqueryOfSeveralRowsIsTold() {
        assertThat(failure("SELECT (SELECT price FROM (VALUES (1), (2)) AS t(price))"))
                .hasMessage("a subquery used as a value has more than one row")
                .extracting(EngineException::detail)
                .isEqualTo("It has 2 rows, of price.");
    }

    private static EngineException failure(String sql) {
        try (Rowtide rowtide = Rowtide.open()) {
            return failure(rowtide, sql);
        }
    }

    private static EngineException failure(Rowtide rowtide, String sql) {
        return catchThrowableOfType(EngineException.class, () -> {
            try (Result result = rowtide.execute(sql)) {
                result.forEach(change -> {});
            }
        });
    }
}
