// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.Planning;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionsTest {

    private final Planning session = new Planning(Settings.empty().with("time_zone", "Europe/Berlin"), """
            CREATE TABLE t (
              a BIGINT, i INT, d DECIMAL(10, 2), x DOUBLE, s STRING, c CHAR(5), b BOOLEAN,
              ts TIMESTAMP(3), l TIMESTAMP_LTZ(3), dt DATE
            ) WITH ('connector' = 'memory')""");

    /** Columns are a $0, i $1, d $2, x $3, s $4, c $5, b $6, ts $7, l $8, dt $9. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '"',
            value = {
                "a + i => ADD($0, CAST($1))",
                "i + 1 => ADD($1, 1)",
                "d + i => ADD($2, CAST($1))",
                "d + 1.5 => ADD($2, 1.50)",
                "0.908 * a => MULTIPLY(0.908, $0)",
                "MOD(a, 123) => MOD($0, 123)",
                "-i => NEGATE($1)",
                "a > i => GREATER($0, CAST($1))",
                "d > 3 => GREATER($2, 3.00)",
                "x = i => EQUAL($3, CAST($1))",
                "s = 'abc' => EQUAL($4, 'abc')",
                "c = 'abc' => EQUAL($5, 'abc  ')",
                "i IN (1, 3) => OR(EQUAL($1, 1), EQUAL($1, 3))",
                "i BETWEEN 1 AND 3 => AND(GREATER_OR_EQUAL($1, 1), LESS_OR_EQUAL($1, 3))",
                "i IS DISTINCT FROM 3 => IS_DISTINCT_FROM($1, 3)",
                "NOT b IS TRUE => NOT(IS_TRUE($6))",
                "CASE WHEN b THEN 'a' ELSE s END => CASE($6, 'a', $4)",
                "COALESCE(i, a) => COALESCE(CAST($1), $0)",
                "NULLIF(i, 3) => NULLIF($1, 3)",
                "GREATEST(a, i) => GREATEST($0, CAST($1))",
                "CAST('2024-01-31' AS DATE) => 19753",
                "CAST(s AS INT) => CAST($4)",
                "TRY_CAST(s AS INT) => TRY_CAST($4)",
                "s || '-' || s => CONCAT($4, '-', $4)",
                "TRIM(s) => TRIM($4)",
                "SUBSTR(s, 2) => SUBSTRING($4, 2)",
                "LOCATE('x', s) => POSITION('x', $4)",
                "s LIKE 'a%' => LIKE($4, 'a%')",
                "s RLIKE 'a+' => REGEXP_LIKE($4, 'a+')",
                "REGEXP_EXTRACT(s, 'a(b+)', 1) => REGEXP_EXTRACT($4, 'a(b+)', 1)",
                "LPAD(s, NULL) => null",
                "REGEXP_EXTRACT(s, 'a', NULL) => null",
                "s || NULL => null",
                "SPLIT_INDEX(s, ',', 0) => SPLIT_PART($4, ',', 1)",
                "HOUR(ts) => EXTRACT_HOUR($7)",
                "EXTRACT(HOUR FROM l) => EXTRACT_HOUR($8, 'Europe/Berlin')",
                "FLOOR(ts TO HOUR) => FLOOR_TIME($7, 'HOUR')",
                "DATE_TRUNC('hour', ts) => FLOOR_TIME($7, 'HOUR')",
                "DATE_FORMAT(l, 'yyyy') => DATE_FORMAT($8, 'yyyy', 'Europe/Berlin')",
                "ts + INTERVAL '1' DAY => TIME_ADD($7, 86400000000)",
                "dt - INTERVAL '1' MONTH => TIME_SUBTRACT($9, 1)",
                "TIMESTAMPADD(MINUTE, 2, ts) => TIME_ADD($7, 120000000)",
                "ts < DATE '1970-01-02' => LESS($7, 86400000000)",
                "(ts - l) SECOND => TIME_DIFFERENCE(CAST($7), $8)",
                "TIMESTAMPDIFF(SECOND, ts, ts) => CAST(DIVIDE(DIVIDE(TIME_DIFFERENCE($7, $7), 1000), 1000))",
                "i NOT IN (1, NULL) => NOT(OR(EQUAL($1, 1), EQUAL($1, null)))",
                "CURRENT_DATE => CAST(CURRENT_TIMESTAMP())",
                "TO_TIMESTAMP_LTZ(a, 3) => TIME_ADD(0, MULTIPLY($0, 1000), 'Europe/Berlin')",
                "DATE_ADD(dt, INTERVAL '2' DAY) => TIME_ADD($9, 172800000000)",
                "TIMESTAMP_SUB(ts, INTERVAL '2' DAY) => TIME_SUBTRACT($7, 172800000000)",
                "RAND() => RAND(0)",
                "RAND(5) => RAND(0, 5)",
                "UUID() => UUID(0)"
            })
    void hasAKernel(String sql, String translated) {
        assertThat(expression(sql)).hasToString(translated);
    }

    @Test
    void aConstantTakesTheTypeThatItIsUsedAs() {
        Call sum = (Call) expression("d + 1.5");
        assertThat(sum.arguments().get(1))
                .isEqualTo(
                        new Literal(new BigDecimal("1.50"), Type.decimal(3, 2).withNullable(false)));
        Call comparison = (Call) expression("a > 3");
        assertThat(comparison.arguments().get(1)).isEqualTo(new Literal(3L, Type.BIGINT.withNullable(false)));
    }

    /** Columns are k $0, d $1, e $2, t6 $3, t9 $4, dt $5. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '"',
            value = {
                "k = d => EQUAL($0, $1)",
                "d <> k => NOT_EQUAL($1, $0)",
                "k IS DISTINCT FROM d => IS_DISTINCT_FROM($0, $1)",
                "k BETWEEN d AND 7 => AND(GREATER_OR_EQUAL($0, $1), LESS_OR_EQUAL($0, 7))",
                "k IN (d, 7) => OR(EQUAL($0, $1), EQUAL($0, 7))",
                "NULLIF(d, k) => NULLIF($1, $0)",
                "d < 5 => LESS($1, 5.00000000000000000000)",
                "d < 9223372036854775807 => LESS($1, 9223372036854775807)",
                "e > 0 => GREATER($2, 0E-38)",
                "e > 1.5 => GREATER($2, 1.5)",
                "e = d => EQUAL($2, $1)",
                "t6 < t9 => LESS($3, $4)",
                "t9 = dt => EQUAL($4, CAST($5))",
                "t9 < TIMESTAMP '9999-12-31 00:00:00' => LESS($4, 253402214400000000)",
                "t9 < TIMESTAMP '1970-01-01 00:00:01' => LESS($4, 1000000000)"
            })
    void whatHasNoCommonTypeIsComparedAsItIs(String sql, String translated) {
        session.run(
                "CREATE TABLE w (k BIGINT, d DECIMAL(38, 20), e DECIMAL(38, 38), t6 TIMESTAMP(6), t9 TIMESTAMP(9), dt DATE)"
                        + " WITH ('connector' = 'memory')");
        Project project = (Project) session.run("SELECT k, d, e, t6, t9, dt, " + sql + " FROM w")
                .get(0)
                .input();

        assertThat(project.expressions().get(6)).hasToString(translated);
    }

    @Test
    void wholeNumbersInProductsOfDecimalsStayWholeNumbers() {
        Call product = (Call) expression("0.908 * a");

        assertThat(product.type()).isEqualTo(Type.decimal(23, 3));
        assertThat(product.arguments().get(1).type()).isEqualTo(Type.BIGINT);
    }

    @Test
    void aCallSaysWhatItStandsFor() {
        assertThat(writtenAs("(a + i) / (i - 1)")).isEqualTo("(a + i) / (i - 1)");
        assertThat(writtenAs("CAST(s AS INT)")).isEqualTo("CAST(s AS INTEGER)");
        assertThat(writtenAs("UPPER(s || 'x')")).isEqualTo("UPPER(s || 'x')");
    }

    private String writtenAs(String sql) {
        return Objects.requireNonNull(((Call) expression(sql)).source()).text();
    }

    @Test
    void whatHasNoKernelIsCalledRowByRow() {
        ScalarCall call = (ScalarCall) expression("INITCAP(s)");

        assertThat(call.function().name()).isEqualTo("INITCAP");
        assertThat(call.type()).isEqualTo(Type.STRING);
    }

    @Test
    void aFunctionThatIsNullForNullIsNullable() {
        assertThat(expression("LPAD(s, 3)").type().nullable()).isTrue();
        assertThat(expression("LPAD('a', 3)").type().nullable()).isFalse();
    }

    @Test
    void aUsersFunctionGetsArgumentsOfItsTypes() {
        session.catalog()
                .defineFunction(new CatalogFunction(
                        "count_char", List.of(Type.STRING, Type.STRING), Type.BIGINT, new CountCharacter()));

        ScalarCall call = (ScalarCall) expression("Count_Char(s, 'c')");

        assertThat(call.function()).isInstanceOf(CountCharacter.class);
        assertThat(call.type()).isEqualTo(Type.BIGINT);
        assertThat(call.arguments())
                .map(Expression::type)
                .containsExactly(Type.STRING, Type.STRING.withNullable(false));
        assertThat(session.error("SELECT count_char(s) FROM t"))
                .isEqualTo("1:8 function \"count_char\" takes 2 arguments");
    }

    @Test
    void patternsParseTimes() {
        ScalarCall time = (ScalarCall) expression("TO_TIMESTAMP(s, 'dd.MM.yyyy HH:mm')");
        assertThat(time.function().apply(new Object[] {"31.01.2024 10:30", "dd.MM.yyyy HH:mm"}))
                .isEqualTo(1_706_697_000_000_000L);
    }

    @Test
    void monthsLieBetweenTwoTimesOfOneType() {
        Call months = (Call) expression("TIMESTAMPDIFF(MONTH, dt, ts)");

        ScalarCall asNumber = (ScalarCall) months.arguments().get(0);
        ScalarCall difference = (ScalarCall) asNumber.arguments().get(0);
        assertThat(difference.arguments())
                .map(argument -> argument.type().kind())
                .containsOnly(TypeKind.TIMESTAMP);
    }

    @Test
    void randomNumbersOfOneRowDiffer() {
        Project project =
                (Project) session.run("SELECT RAND(), RAND() FROM t").get(0).input();

        assertThat(project.expressions()).map(Object::toString).containsExactly("RAND(0)", "RAND(1)");
        assertThat(((Call) project.expressions().get(0)).function()).isEqualTo(BuiltinFunction.RAND);
    }

    private Expression expression(String sql) {
        Project project = (Project) session.run("SELECT a, i, d, x, s, c, b, ts, l, dt, " + sql + " FROM t")
                .get(0)
                .input();
        return project.expressions().get(10);
    }

    private record CountCharacter() implements dev.rowtide.core.function.ScalarFunction {

        @Override
        public String name() {
            return "count_char";
        }

        @Override
        public Object apply(Object[] arguments) {
            return ((String) arguments[0]).chars().filter(c -> c == 'c').count();
        }
    }
}
