// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.DIVISION_BY_ZERO;
import static dev.rowtide.core.error.ErrorCode.NUMERIC_OUT_OF_RANGE;
import static dev.rowtide.core.function.BuiltinFunction.ABS;
import static dev.rowtide.core.function.BuiltinFunction.ADD;
import static dev.rowtide.core.function.BuiltinFunction.CEIL;
import static dev.rowtide.core.function.BuiltinFunction.DIVIDE;
import static dev.rowtide.core.function.BuiltinFunction.EXP;
import static dev.rowtide.core.function.BuiltinFunction.FLOOR;
import static dev.rowtide.core.function.BuiltinFunction.LN;
import static dev.rowtide.core.function.BuiltinFunction.LOG10;
import static dev.rowtide.core.function.BuiltinFunction.MOD;
import static dev.rowtide.core.function.BuiltinFunction.MULTIPLY;
import static dev.rowtide.core.function.BuiltinFunction.NEGATE;
import static dev.rowtide.core.function.BuiltinFunction.POWER;
import static dev.rowtide.core.function.BuiltinFunction.ROUND;
import static dev.rowtide.core.function.BuiltinFunction.SIGN;
import static dev.rowtide.core.function.BuiltinFunction.SQRT;
import static dev.rowtide.core.function.BuiltinFunction.SUBTRACT;
import static dev.rowtide.core.function.BuiltinFunction.TRUNCATE;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.DOUBLE;
import static dev.rowtide.core.type.Type.FLOAT;
import static dev.rowtide.core.type.Type.INTEGER;
import static dev.rowtide.core.type.Type.SMALLINT;
import static dev.rowtide.core.type.Type.TINYINT;
import static dev.rowtide.core.type.Type.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArithmeticTest {

    enum Width {
        OF_8(TINYINT, 8),
        OF_16(SMALLINT, 16),
        OF_32(INTEGER, 32),
        OF_64(BIGINT, 64);

        private final Type type;
        private final BigInteger max;

        Width(Type type, int bits) {
            this.type = type;
            max = BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void integersEndAtTheirWidth(Width width) {
        Type type = width.type;
        String max = width.max.toString();
        String min = width.max.negate().subtract(BigInteger.ONE).toString();
        String half = width.max.add(BigInteger.ONE).shiftRight(1).toString();
        String range = " is out of range for " + type.name();
        FunctionCheck.of(ADD, type, type, type)
                .gives("1", "2", "3")
                .gives(max, "0", max)
                .gives(max, min, "-1")
                .gives(null, max, null)
                .gives(max, null, null)
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: " + max + " + 1" + range, max, "1")
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: -1 + " + min + range, "-1", min);
        FunctionCheck.of(SUBTRACT, type, type, type)
                .gives("1", "2", "-1")
                .gives("-1", max, min)
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: " + min + " - 1" + range, min, "1")
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: 0 - " + min + range, "0", min);
        FunctionCheck.of(MULTIPLY, type, type, type)
                .gives("-7", "9", "-63")
                .gives(half, "-2", min)
                .gives(min, "1", min)
                .gives(min, "0", "0")
                .gives(max, "-1", new BigInteger(max).negate().toString())
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: " + half + " * 2" + range, half, "2")
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: -1 * " + min + range, "-1", min)
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: " + min + " * -1" + range, min, "-1");
        FunctionCheck.of(DIVIDE, type, type, type)
                .gives("7", "2", "3")
                .gives("-7", "2", "-3")
                .gives("7", "-2", "-3")
                .gives(min, "1", min)
                .gives(min, max, "-1")
                .gives(
                        max,
                        "7",
                        new BigInteger(max).divide(BigInteger.valueOf(7)).toString())
                .gives(min, "10", new BigInteger(min).divide(BigInteger.TEN).toString())
                .gives("1", null, null)
                .gives(null, "0", null)
                .fails(DIVISION_BY_ZERO, "division by zero", "1", "0")
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: " + min + " / -1" + range, min, "-1");
        FunctionCheck.of(MOD, type, type, type)
                .gives("7", "3", "1")
                .gives("-7", "3", "-1")
                .gives("7", "-3", "1")
                .gives(min, "-1", "0")
                .gives(min, max, "-1")
                .fails(DIVISION_BY_ZERO, "division by zero", "1", "0");
        FunctionCheck.of(NEGATE, type, type)
                .gives("5", "-5")
                .gives(null, null)
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: -(" + min + ")" + range, min);
        FunctionCheck.of(ABS, type, type)
                .gives("-5", "5")
                .gives(max, max)
                .fails(NUMERIC_OUT_OF_RANGE, "integer overflow: ABS(" + min + ")" + range, min);
        FunctionCheck.of(SIGN, type, type)
                .gives("-5", "-1")
                .gives("0", "0")
                .gives(max, "1")
                .gives(min, "-1");
    }

    @Test
    void decimalsAddWithTheirOwnScales() {
        FunctionCheck.of(ADD, decimal(6, 2), decimal(4, 2), decimal(4, 1))
                .gives("1.25", "0.5", "1.75")
                .gives("-99.99", "-999.9", "-1099.89");
        FunctionCheck.of(ADD, decimal(4, 2), decimal(4, 2), decimal(4, 2))
                .gives("99.98", "0.01", "99.99")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "decimal overflow: 99.99 + 0.01 is out of range for DECIMAL(4, 2)",
                        "99.99",
                        "0.01");
        FunctionCheck.of(SUBTRACT, decimal(20, 3), decimal(18, 3), decimal(20, 1))
                .gives("0.001", "1.5", "-1.499")
                .gives("999999999999999.999", "-9999999999999999.9", "10999999999999999.899");
    }

    @Test
    void wideDecimalsCarryBetweenTheirHalves() {
        Type wide = decimal(38, 0);
        String max = "9".repeat(38);
        FunctionCheck.of(ADD, wide, wide, wide)
                .gives("18446744073709551615", "1", "18446744073709551616")
                .gives("-18446744073709551616", "-1", "-18446744073709551617")
                .gives("9223372036854775807", "1", "9223372036854775808")
                .gives(max, "0", max)
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "decimal overflow: " + max + " + " + max + " is out of range for DECIMAL(38, 0)",
                        max,
                        max);
        FunctionCheck.of(SUBTRACT, wide, wide, wide)
                .gives("18446744073709551616", "1", "18446744073709551615")
                .gives("0", "18446744073709551616", "-18446744073709551616")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "decimal overflow: -" + max + " - 1 is out of range for DECIMAL(38, 0)",
                        "-" + max,
                        "1");
        FunctionCheck.of(MULTIPLY, wide, wide, wide)
                .gives("9223372036854775807", "-9223372036854775808", "-85070591730234615856620279821087277056")
                .gives("18446744073709551616", "4294967296", "79228162514264337593543950336")
                .gives("-18446744073709551616", "0", "0")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "decimal overflow: " + max + " * 10 is out of range for DECIMAL(38, 0)",
                        max,
                        "10");
    }

    @Test
    void aProductOfNarrowNumbersMayBeWide() {
        FunctionCheck.of(MULTIPLY, decimal(22, 3), BIGINT, decimal(3, 3))
                .gives("1000000", "0.908", "908000.000")
                .gives("9223372036854775807", "0.908", "8374821809464136432.756")
                .gives("-9223372036854775808", "-0.999", "9214148664817921032.192");
        FunctionCheck.of(MULTIPLY, decimal(38, 0), BIGINT, BIGINT)
                .gives("9223372036854775807", "1", "9223372036854775807")
                .gives("4611686018427387904", "2", "9223372036854775808")
                .gives("4294967296", "4294967296", "18446744073709551616")
                .gives("-4294967296", "-4294967296", "18446744073709551616")
                .gives("-3", "2", "-6")
                .gives("0", "-5", "0")
                .gives(null, "5", null)
                .gives("5", null, null);
        FunctionCheck.of(MULTIPLY, decimal(19, 0), BIGINT, BIGINT)
                .gives("5000000000000000000", "1", "5000000000000000000")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "decimal overflow: 5000000000000000000 * 2 is out of range for DECIMAL(19, 0)",
                        "5000000000000000000",
                        "2");
    }

    @Test
    void productsOfABatchMayBeOfAllSizes() {
        long[] factors = {3, Long.MAX_VALUE, -3, 0, Long.MIN_VALUE, 7};
        ChangeBatch batch = ChangeBatch.inserts(
                factors.length, new Column[] {new LongColumn(factors, new long[] {1 << 3})}, 0, Watermarks.absent());
        Expression x = new InputRef(0, BIGINT);
        for (Expression factor : List.of(new Literal(9L, BIGINT), x)) {
            Kernel kernel =
                    ExpressionCompiler.compile(new Call(MULTIPLY, List.of(x, factor), decimal(38, 0)), ZoneOffset.UTC);
            for (int[] selection : new int[][] {{0, 5}, {0, 1, 5}, {0, 2, 3, 5}, {0, 1, 2, 3, 4, 5}}) {
                Column column = kernel.evaluate(batch, selection, selection.length, new Evaluation(FunctionCheck.TICK));
                for (int row : selection) {
                    BigDecimal other = BigDecimal.valueOf(factor == x ? factors[row] : 9);
                    assertThat(Datum.get(column, row, decimal(38, 0)))
                            .isEqualTo(
                                    row == 3
                                            ? null
                                            : BigDecimal.valueOf(factors[row]).multiply(other));
                }
            }
        }
    }

    @Test
    void decimalQuotientsRoundHalfUp() {
        FunctionCheck.of(DIVIDE, decimal(10, 2), decimal(10, 2), decimal(10, 2))
                .gives("1.00", "3.00", "0.33")
                .gives("2.00", "3.00", "0.67")
                .gives("-0.01", "2.00", "-0.01")
                .gives("0.01", "4.00", "0.00")
                .fails(DIVISION_BY_ZERO, "division by zero", "1.00", "0.00");
        FunctionCheck.of(DIVIDE, decimal(38, 6), BIGINT, decimal(5, 2))
                .gives("-9223372036854775808", "-1.00", "9223372036854775808.000000")
                .gives("10", "-0.03", "-333.333333");
        FunctionCheck.of(DIVIDE, decimal(38, 20), decimal(20, 0), decimal(5, 0))
                .gives("1", "3", "0.33333333333333333333");
        FunctionCheck.of(MOD, decimal(4, 2), decimal(4, 2), decimal(4, 1))
                .gives("7.25", "2.0", "1.25")
                .gives("-7.25", "2.0", "-1.25")
                .fails(DIVISION_BY_ZERO, "division by zero", "1.00", "0.0");
    }

    @Test
    void roundingOfDecimals() {
        FunctionCheck.of(FLOOR, decimal(10, 0), decimal(10, 2))
                .gives("1.99", "1")
                .gives("-1.01", "-2");
        FunctionCheck.of(CEIL, decimal(10, 0), decimal(10, 2))
                .gives("1.01", "2")
                .gives("-1.99", "-1");
        FunctionCheck.of(ROUND, decimal(10, 0), decimal(10, 2))
                .gives("2.50", "3")
                .gives("-2.50", "-3")
                .gives("2.49", "2");
        FunctionCheck.of(ROUND, decimal(10, 2), decimal(10, 2), INTEGER)
                .gives("1.25", "1", "1.30")
                .gives("-1.25", "1", "-1.30")
                .gives("15.00", "-1", "20.00")
                .gives("15.00", "-3", "0.00")
                .gives("1.25", "7", "1.25");
        FunctionCheck.of(TRUNCATE, decimal(10, 2), decimal(10, 2), INTEGER)
                .gives("1.29", "1", "1.20")
                .gives("-1.29", "0", "-1.00");
        FunctionCheck.of(ROUND, INTEGER, INTEGER, INTEGER)
                .gives("1250", "-2", "1300")
                .gives("-1249", "-2", "-1200");
        FunctionCheck.of(ROUND, TINYINT, TINYINT, INTEGER)
                .gives("124", "-1", "120")
                .fails(NUMERIC_OUT_OF_RANGE, "overflow: ROUND(127) is out of range for TINYINT", "127", "-1");
        FunctionCheck.of(SIGN, decimal(5, 2), decimal(5, 2))
                .gives("-0.01", "-1.00")
                .gives("7.00", "1.00");
        FunctionCheck.of(NEGATE, decimal(38, 2), decimal(38, 2))
                .gives("12345678901234567890.12", "-12345678901234567890.12");
        FunctionCheck.of(ABS, decimal(38, 2), decimal(38, 2))
                .gives("-12345678901234567890.12", "12345678901234567890.12");
    }

    @Test
    void doublesFollowIeee() {
        FunctionCheck.of(ADD, DOUBLE, DOUBLE, DOUBLE).gives("0.1", "0.2", "0.30000000000000004");
        FunctionCheck.of(SUBTRACT, DOUBLE, DOUBLE, DOUBLE).gives("1", "0.9", "0.09999999999999998");
        FunctionCheck.of(MULTIPLY, DOUBLE, DOUBLE, DOUBLE).gives("1e200", "1e200", "Infinity");
        FunctionCheck.of(DIVIDE, DOUBLE, DOUBLE, DOUBLE)
                .gives("1", "0", "Infinity")
                .gives("-1", "0", "-Infinity")
                .gives("0", "0", "NaN")
                .gives(null, "0", null);
        FunctionCheck.of(MOD, DOUBLE, DOUBLE, DOUBLE).gives("-7.5", "2", "-1.5");
        FunctionCheck.of(SQRT, DOUBLE, DOUBLE).gives("2.25", "1.5").gives("-1", "NaN");
        FunctionCheck.of(POWER, DOUBLE, DOUBLE, DOUBLE)
                .gives("2", "10", "1024.0")
                .gives("2", "-1", "0.5");
        FunctionCheck.of(EXP, DOUBLE, DOUBLE).gives("0", "1.0").gives("2", "7.38905609893065");
        FunctionCheck.of(LN, DOUBLE, DOUBLE)
                .gives("1", "0.0")
                .gives("0", "-Infinity")
                .gives("-1", "NaN");
        FunctionCheck.of(LOG10, DOUBLE, DOUBLE).gives("1000", "3.0");
        FunctionCheck.of(FLOOR, DOUBLE, DOUBLE).gives("-1.5", "-2.0");
        FunctionCheck.of(CEIL, DOUBLE, DOUBLE).gives("-1.5", "-1.0");
        FunctionCheck.of(SIGN, DOUBLE, DOUBLE).gives("-1.5", "-1.0").gives("0", "0.0");
        FunctionCheck.of(NEGATE, DOUBLE, DOUBLE).gives("1.5", "-1.5");
        FunctionCheck.of(ABS, DOUBLE, DOUBLE).gives("-1.5", "1.5");
    }

    @Test
    void floatsRoundAfterEachOperation() {
        FunctionCheck.of(ADD, FLOAT, FLOAT, FLOAT).gives("0.1", "0.2", "0.3").gives("16777216", "1", "1.6777216E7");
        FunctionCheck.of(MULTIPLY, FLOAT, FLOAT, FLOAT).gives("1e38", "10", "Infinity");
        FunctionCheck.of(SQRT, FLOAT, FLOAT).gives("2", "1.4142135");
    }

    @Test
    void doublesRoundAsTheyPrint() {
        FunctionCheck.of(ROUND, DOUBLE, DOUBLE)
                .gives("2.5", "3.0")
                .gives("-2.5", "-3.0")
                .gives("0.49999999999999994", "0.0")
                .gives("1e300", "1.0E300")
                .gives("NaN", "NaN");
        FunctionCheck.of(ROUND, DOUBLE, DOUBLE, INTEGER)
                .gives("2.675", "2", "2.68")
                .gives("1.005", "2", "1.01")
                .gives("-2.675", "2", "-2.68")
                .gives("1234.5", "-2", "1200.0")
                .gives("123456789012.345", "2", "1.2345678901235E11")
                .gives("3.14159", "4", "3.1416");
        FunctionCheck.of(TRUNCATE, DOUBLE, DOUBLE, INTEGER)
                .gives("0.29", "2", "0.29")
                .gives("2.679", "2", "2.67")
                .gives("-2.679", "2", "-2.67")
                .gives("-2.9", "0", "-2.0");
        FunctionCheck.of(ROUND, FLOAT, FLOAT, INTEGER).gives("0.15", "1", "0.2");
    }
}
