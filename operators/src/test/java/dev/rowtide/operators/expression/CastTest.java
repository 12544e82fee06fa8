// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.INVALID_CAST;
import static dev.rowtide.core.error.ErrorCode.NUMERIC_OUT_OF_RANGE;
import static dev.rowtide.core.function.BuiltinFunction.CAST;
import static dev.rowtide.core.function.BuiltinFunction.TRY_CAST;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.BYTES;
import static dev.rowtide.core.type.Type.DATE;
import static dev.rowtide.core.type.Type.DOUBLE;
import static dev.rowtide.core.type.Type.FLOAT;
import static dev.rowtide.core.type.Type.INTEGER;
import static dev.rowtide.core.type.Type.SMALLINT;
import static dev.rowtide.core.type.Type.STRING;
import static dev.rowtide.core.type.Type.TINYINT;
import static dev.rowtide.core.type.Type.decimal;
import static dev.rowtide.core.type.Type.time;
import static dev.rowtide.core.type.Type.timestamp;
import static dev.rowtide.core.type.Type.timestampLtz;
import static dev.rowtide.core.type.Type.varchar;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class CastTest {

    private static final Type YEAR_MONTH = Type.of(TypeKind.INTERVAL_YEAR_MONTH);
    private static final Type DAY_TIME = Type.of(TypeKind.INTERVAL_DAY_TIME);
    private static final String NONE = null;

    private static FunctionCheck cast(Type from, Type to) {
        return FunctionCheck.of(CAST, to, from);
    }

    private static Type character(int length) {
        return new Type(TypeKind.CHAR, length, 0, true);
    }

    @Test
    void integersAndDecimals() {
        cast(INTEGER, BIGINT).gives("-5", "-5").gives(null, NONE);
        cast(BIGINT, TINYINT)
                .gives("127", "127")
                .gives("-128", "-128")
                .fails(NUMERIC_OUT_OF_RANGE, "128 is out of range for TINYINT", "128");
        cast(BIGINT, INTEGER)
                .gives("2147483647", "2147483647")
                .fails(NUMERIC_OUT_OF_RANGE, "-2147483649 is out of range for INTEGER", "-2147483649");
        cast(INTEGER, decimal(10, 2)).gives("5", "5.00").gives("99999999", "99999999.00");
        cast(INTEGER, decimal(5, 2)).fails(NUMERIC_OUT_OF_RANGE, "1000 is out of range for DECIMAL(5, 2)", "1000");
        cast(BIGINT, decimal(30, 11)).gives("9223372036854775807", "9223372036854775807.00000000000");
        cast(BIGINT, decimal(20, 5))
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "9223372036854775807 is out of range for DECIMAL(20, 5)",
                        "9223372036854775807");
        cast(decimal(10, 2), INTEGER).gives("1.99", "1").gives("-1.99", "-1");
        cast(decimal(10, 0), SMALLINT).fails(NUMERIC_OUT_OF_RANGE, "32768 is out of range for SMALLINT", "32768");
        cast(decimal(10, 3), decimal(10, 1))
                .gives("1.250", "1.3")
                .gives("-1.250", "-1.3")
                .gives("1.249", "1.2");
        cast(decimal(10, 2), decimal(3, 1))
                .gives("99.94", "99.9")
                .fails(NUMERIC_OUT_OF_RANGE, "99.95 is out of range for DECIMAL(3, 1)", "99.95");
        cast(decimal(10, 2), decimal(12, 4)).gives("-1.25", "-1.2500");
        cast(decimal(38, 2), decimal(10, 1)).gives("12345678.25", "12345678.3");
        cast(decimal(38, 2), BIGINT)
                .gives("9223372036854775807.99", "9223372036854775807")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "9223372036854775808.00 is out of range for BIGINT",
                        "9223372036854775808.00");
        cast(decimal(38, 0), decimal(38, 2))
                .fails(NUMERIC_OUT_OF_RANGE, "9".repeat(38) + " is out of range for DECIMAL(38, 2)", "9".repeat(38));
    }

    @Test
    void floatingPoint() {
        cast(BIGINT, DOUBLE).gives("9007199254740993", "9.007199254740992E15");
        cast(INTEGER, FLOAT).gives("16777217", "1.6777216E7");
        cast(decimal(10, 2), DOUBLE).gives("0.10", "0.1").gives("-12345678.91", "-1.234567891E7");
        cast(decimal(18, 1), DOUBLE).gives("12345678901234567.8", "1.2345678901234568E16");
        cast(decimal(38, 10), DOUBLE).gives("1234567890.0123456789", "1.2345678900123458E9");
        cast(decimal(10, 1), FLOAT).gives("0.1", "0.1");
        cast(DOUBLE, BIGINT)
                .gives("1.99", "1")
                .gives("-1.99", "-1")
                .gives("-9.223372036854775808e18", "-9223372036854775808")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "9.223372036854776E18 is out of range for BIGINT",
                        "9.223372036854775807e18")
                .fails(NUMERIC_OUT_OF_RANGE, "NaN is out of range for BIGINT", "NaN")
                .fails(NUMERIC_OUT_OF_RANGE, "-Infinity is out of range for BIGINT", "-Infinity");
        cast(DOUBLE, TINYINT)
                .gives("127.9", "127")
                .gives("-128.9", "-128")
                .fails(NUMERIC_OUT_OF_RANGE, "128.0 is out of range for TINYINT", "128")
                .fails(NUMERIC_OUT_OF_RANGE, "-129.0 is out of range for TINYINT", "-129");
        cast(DOUBLE, decimal(10, 2))
                .gives("0.1", "0.10")
                .gives("2.675", "2.68")
                .gives("-2.675", "-2.68")
                .fails(NUMERIC_OUT_OF_RANGE, "1.0E8 is out of range for DECIMAL(10, 2)", "1e8")
                .fails(NUMERIC_OUT_OF_RANGE, "NaN is out of range for DECIMAL(10, 2)", "NaN");
        cast(FLOAT, decimal(10, 2)).gives("0.1", "0.10");
        cast(DOUBLE, decimal(38, 0)).gives("1e22", "10000000000000000000000");
        cast(DOUBLE, FLOAT)
                .gives("0.1", "0.1")
                .gives("Infinity", "Infinity")
                .fails(NUMERIC_OUT_OF_RANGE, "1.0E39 is out of range for FLOAT", "1e39");
        cast(FLOAT, DOUBLE).gives("0.1", "0.10000000149011612");
    }

    @Test
    void booleans() {
        cast(BOOLEAN, INTEGER).gives("TRUE", "1").gives("FALSE", "0").gives(null, NONE);
        cast(BOOLEAN, DOUBLE).gives("TRUE", "1.0");
        cast(BOOLEAN, decimal(3, 1)).gives("TRUE", "1.0");
        cast(BOOLEAN, STRING).gives("TRUE", "TRUE").gives("FALSE", "FALSE");
        cast(INTEGER, BOOLEAN).gives("-3", "TRUE").gives("0", "FALSE");
        cast(DOUBLE, BOOLEAN).gives("0.1", "TRUE").gives("-0.0", "FALSE");
        cast(decimal(30, 0), BOOLEAN).gives("18446744073709551616", "TRUE").gives("0", "FALSE");
        cast(STRING, BOOLEAN)
                .gives(" true ", "TRUE")
                .gives("f", "FALSE")
                .fails(INVALID_CAST, "'maybe' is not a BOOLEAN", "maybe");
    }

    @Test
    void textToNumbers() {
        cast(STRING, INTEGER)
                .gives("42", "42")
                .gives(" -42 ", "-42")
                .gives("+7", "7")
                .gives("1e3", "1000")
                .gives("3.9", "3")
                .gives("00000000000000000000000012", "12")
                .gives("2147483647", "2147483647")
                .gives(null, NONE)
                .fails(NUMERIC_OUT_OF_RANGE, "'2147483648' is out of range for INTEGER", "2147483648")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "'99999999999999999999' is out of range for INTEGER",
                        "99999999999999999999")
                .fails(INVALID_CAST, "'abc' is not an INTEGER", "abc")
                .fails(INVALID_CAST, "'' is not an INTEGER", "")
                .fails(INVALID_CAST, "'-' is not an INTEGER", "-")
                .fails(INVALID_CAST, "'1 2' is not an INTEGER", "1 2");
        cast(STRING, BIGINT)
                .gives("-9223372036854775808", "-9223372036854775808")
                .gives("9223372036854775807", "9223372036854775807");
        cast(STRING, decimal(10, 2))
                .gives("1.5", "1.50")
                .gives("-0.05", "-0.05")
                .gives("1.005", "1.01")
                .gives("12", "12.00")
                .gives(".5", "0.50")
                .gives("5.", "5.00")
                .gives("-1e2", "-100.00")
                .gives("99999999.99", "99999999.99")
                .fails(NUMERIC_OUT_OF_RANGE, "'100000000' is out of range for DECIMAL(10, 2)", "100000000")
                .fails(INVALID_CAST, "'1.2.3' is not a DECIMAL(10, 2)", "1.2.3");
        cast(STRING, decimal(38, 2)).gives("123456789012345678901234567890.125", "123456789012345678901234567890.13");
        cast(STRING, DOUBLE)
                .gives("0.1", "0.1")
                .gives("-1.5e10", "-1.5E10")
                .gives("123456789.123456", "1.23456789123456E8")
                .gives("0.1234567890123456789", "0.12345678901234568")
                .gives("NaN", "NaN")
                .gives("-0", "-0.0")
                .fails(NUMERIC_OUT_OF_RANGE, "'1e400' is out of range for DOUBLE", "1e400")
                .fails(INVALID_CAST, "'x' is not a DOUBLE", "x");
        cast(STRING, FLOAT).gives("0.1", "0.1").gives("16777217", "1.6777216E7").gives("0.33333334", "0.33333334");
    }

    @Test
    void numbersToText() {
        cast(BIGINT, STRING)
                .gives("-9223372036854775808", "-9223372036854775808")
                .gives("0", "0")
                .gives("1000000", "1000000");
        cast(decimal(10, 2), STRING)
                .gives("-0.05", "-0.05")
                .gives("1.50", "1.50")
                .gives("0.00", "0.00");
        cast(decimal(18, 18), STRING).gives("0.000000000000000001", "0.000000000000000001");
        cast(decimal(38, 2), STRING).gives("123456789012345678901.50", "123456789012345678901.50");
        cast(DOUBLE, STRING).gives("1e10", "1.0E10").gives("0.1", "0.1");
        cast(FLOAT, STRING).gives("0.1", "0.1");
        cast(INTEGER, varchar(2)).gives("12345", "12");
        cast(INTEGER, character(4)).gives("12", "12  ");
    }

    @Test
    void textToText() {
        cast(STRING, varchar(3))
                .gives("abcdef", "abc")
                .gives("é😀ab", "é😀a")
                .gives("ab", "ab")
                .gives(null, NONE);
        cast(STRING, character(3)).gives("a", "a  ").gives("abcd", "abc").gives("é", "é  ");
        cast(character(3), STRING).gives("a  ", "a  ");
        cast(varchar(2), varchar(5)).gives("ab", "ab");
    }

    @Test
    void binary() {
        Type two = new Type(TypeKind.VARBINARY, 2, 0, true);
        Type fixed = new Type(TypeKind.BINARY, 3, 0, true);
        cast(BYTES, two).gives("x'010203'", "x'0102'");
        cast(BYTES, fixed).gives("x'01'", "x'010000'");
    }

    @Test
    void binaryAndTextAreUtf8OfEachOther() {
        cast(BYTES, STRING)
                .gives("x'6162'", "ab")
                .gives("x'c3a9f09f9880'", "é😀")
                .gives("x''", "")
                .gives(null, NONE)
                .fails(INVALID_CAST, "x'61c3' is not UTF-8", "x'61c3'")
                .fails(INVALID_CAST, "x'eda0bd' is not UTF-8", "x'eda0bd'");
        cast(BYTES, character(3)).gives("x'c3a9'", "é  ");
        cast(BYTES, varchar(2)).gives("x'616263'", "ab");
        cast(STRING, BYTES).gives("ab", "x'6162'").gives(" é", "x'20c3a9'").gives("x'0aff'", "x'78273061666627'");
        cast(STRING, new Type(TypeKind.VARBINARY, 2, 0, true)).gives("abc", "x'6162'");
        cast(STRING, new Type(TypeKind.BINARY, 3, 0, true)).gives("ab", "x'616200'");
    }

    @Test
    void datesAndTimes() {
        String instant = "2024-03-31 00:30:15.250";
        cast(timestamp(3), DATE).gives(instant, "2024-03-31").gives("1969-12-31 23:59:59", "1969-12-31");
        cast(timestamp(3), time(0)).gives(instant, "00:30:15").gives("1969-12-31 23:59:59.5", "23:59:59");
        cast(timestamp(6), timestamp(3)).gives("1969-12-31 23:59:59.999999", "1969-12-31 23:59:59.999");
        cast(timestamp(9), timestamp(6)).gives("1969-12-31 23:59:59.999999999", "1969-12-31 23:59:59.999999");
        cast(timestamp(3), timestamp(9))
                .gives(instant, "2024-03-31 00:30:15.250000000")
                .fails(
                        NUMERIC_OUT_OF_RANGE,
                        "3000-01-01 00:00:00.000 is out of range for TIMESTAMP(9)",
                        "3000-01-01 00:00:00");
        cast(DATE, timestamp(0)).gives("2024-03-31", "2024-03-31 00:00:00");
        cast(time(9), time(3)).gives("10:00:00.123456789", "10:00:00.123");
        cast(time(3), timestamp(3)).gives("10:00:00.123", "1970-01-01 10:00:00.123");
        cast(timestampLtz(3), timestamp(3))
                .in("Europe/Berlin")
                .gives("2024-03-31T00:59:59Z", "2024-03-31 01:59:59.000")
                .gives("2024-03-31T01:00:00Z", "2024-03-31 03:00:00.000");
        cast(timestamp(3), timestampLtz(3))
                .in("Europe/Berlin")
                .gives("2024-01-01 12:00:00", "2024-01-01 12:00:00.000")
                .gives("2024-03-31 02:30:00", "2024-03-31 03:30:00.000");
        cast(timestampLtz(3), DATE).in("Asia/Kolkata").gives("2024-01-31T18:30:00Z", "2024-02-01");
        cast(DATE, timestampLtz(3)).in("Asia/Kolkata").gives("2024-02-01", "2024-02-01 00:00:00.000");
    }

    @Test
    void datesAndTimesAsText() {
        cast(STRING, DATE)
                .gives("2024-02-29", "2024-02-29")
                .gives(" 2024-02-29 ", "2024-02-29")
                .fails(INVALID_CAST, "'2023-02-29' is not a DATE", "2023-02-29")
                .fails(INVALID_CAST, "'2024-13-01' is not a DATE", "2024-13-01")
                .fails(INVALID_CAST, "'2024/01/01' is not a DATE", "2024/01/01");
        cast(STRING, timestamp(3))
                .gives("2024-02-29 10:11:12.3456", "2024-02-29 10:11:12.345")
                .gives("1969-12-31T23:59:59.9", "1969-12-31 23:59:59.900")
                .gives("2024-02-29", "2024-02-29 00:00:00.000")
                .gives("2024-02-29T10:11:12Z", "2024-02-29 10:11:12.000")
                .gives("2024-02-29 10:11", "2024-02-29 10:11:00.000")
                .fails(INVALID_CAST, "'2024-02-30 00:00:00' is not a TIMESTAMP(3)", "2024-02-30 00:00:00")
                .fails(INVALID_CAST, "'2024-02-29 24:00:00' is not a TIMESTAMP(3)", "2024-02-29 24:00:00");
        cast(STRING, timestamp(9)).gives("2024-02-29 10:11:12.123456789", "2024-02-29 10:11:12.123456789");
        cast(STRING, timestampLtz(0))
                .in("Asia/Kolkata")
                .gives("2024-01-01 05:30:00", "2024-01-01 05:30:00")
                .gives("2024-01-01T00:00:00Z", "2024-01-01 05:30:00");
        cast(STRING, time(3)).gives("10:11:12.5", "10:11:12.500");
        cast(DATE, STRING).gives("0007-01-02", "0007-01-02").gives("2024-02-29", "2024-02-29");
        cast(timestamp(3), STRING).gives("1969-12-31 23:59:59.25", "1969-12-31 23:59:59.250");
        cast(timestamp(0), STRING).gives("2024-02-29 10:11:12", "2024-02-29 10:11:12");
        cast(timestamp(9), STRING).gives("2024-02-29 10:11:12.000000001", "2024-02-29 10:11:12.000000001");
        cast(timestampLtz(3), STRING).in("Asia/Kolkata").gives("2024-01-01T00:00:00Z", "2024-01-01 05:30:00.000");
        cast(time(3), STRING).gives("10:11:12.5", "10:11:12.500");
        cast(YEAR_MONTH, STRING).gives("-14", "-1-02");
        cast(DAY_TIME, STRING).gives("90061000000", "+1 01:01:01.000");
    }

    @Test
    void tryCastGivesNull() {
        FunctionCheck.of(TRY_CAST, INTEGER, STRING)
                .gives("12", "12")
                .gives("abc", NONE)
                .gives("3000000000", NONE)
                .gives(null, NONE);
        FunctionCheck.of(TRY_CAST, TINYINT, BIGINT).gives("12", "12").gives("300", NONE);
        FunctionCheck.of(TRY_CAST, decimal(3, 1), decimal(10, 1))
                .gives("99.9", "99.9")
                .gives("100.0", NONE);
        FunctionCheck.of(TRY_CAST, INTEGER, DOUBLE).gives("NaN", NONE).gives("1.5", "1");
        FunctionCheck.of(TRY_CAST, BOOLEAN, STRING).gives("maybe", NONE);
        FunctionCheck.of(TRY_CAST, STRING, BYTES).gives("x'61ff'", NONE).gives("x'61'", "a");
        FunctionCheck.of(TRY_CAST, timestamp(3), STRING).gives("yesterday", NONE);
    }

    @Test
    void castsWithoutMeaningAreRefusedBeforeAnyRow() {
        Call call = new Call(CAST, List.of(new InputRef(0, DATE)), INTEGER);
        assertThatThrownBy(() -> ExpressionCompiler.compile(call, ZoneOffset.UTC))
                .isInstanceOf(EngineException.class)
                .hasMessage("there is no cast from DATE to INTEGER");
    }
}
