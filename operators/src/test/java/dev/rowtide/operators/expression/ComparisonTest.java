// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.function.BuiltinFunction.EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.GREATER;
import static dev.rowtide.core.function.BuiltinFunction.GREATER_OR_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.GREATEST;
import static dev.rowtide.core.function.BuiltinFunction.IS_DISTINCT_FROM;
import static dev.rowtide.core.function.BuiltinFunction.IS_NOT_DISTINCT_FROM;
import static dev.rowtide.core.function.BuiltinFunction.LEAST;
import static dev.rowtide.core.function.BuiltinFunction.LESS;
import static dev.rowtide.core.function.BuiltinFunction.LESS_OR_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.NOT_EQUAL;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.DOUBLE;
import static dev.rowtide.core.type.Type.STRING;
import static dev.rowtide.core.type.Type.decimal;

import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    /** The values rise; each is compared with each. */
    private static void ordered(Type type, String... rising) {
        List<String> values = List.of(rising);
        for (int i = 0; i < values.size(); i++) {
            for (int j = 0; j < values.size(); j++) {
                compared(type, values.get(i), values.get(j), Integer.compare(i, j));
            }
        }
    }

    private static void compared(Type type, String left, String right, int order) {
        compared(type, left, type, right, order);
    }

    private static void compared(Type leftType, String left, Type rightType, String right, int order) {
        check(EQUAL, leftType, left, rightType, right, order == 0);
        check(NOT_EQUAL, leftType, left, rightType, right, order != 0);
        check(LESS, leftType, left, rightType, right, order < 0);
        check(LESS_OR_EQUAL, leftType, left, rightType, right, order <= 0);
        check(GREATER, leftType, left, rightType, right, order > 0);
        check(GREATER_OR_EQUAL, leftType, left, rightType, right, order >= 0);
        check(IS_DISTINCT_FROM, leftType, left, rightType, right, order != 0);
        check(IS_NOT_DISTINCT_FROM, leftType, left, rightType, right, order == 0);
    }

    private static void check(
            BuiltinFunction function, Type leftType, String left, Type rightType, String right, boolean expected) {
        FunctionCheck.of(function, BOOLEAN, leftType, rightType).gives(left, right, text(expected));
    }

    private static String text(boolean value) {
        return value ? "TRUE" : "FALSE";
    }

    @Test
    void integers() {
        ordered(BIGINT, "-9223372036854775808", "-1", "0", "1", "9223372036854775807");
    }

    @Test
    void decimals() {
        ordered(decimal(10, 2), "-99999999.99", "-0.01", "0.00", "0.01", "99999999.99");
        ordered(
                decimal(38, 0),
                "-" + "9".repeat(38),
                "-18446744073709551616",
                "-1",
                "0",
                "9223372036854775808",
                "18446744073709551615",
                "9".repeat(38));
    }

    @Test
    void decimalsOfOneScaleCompareWhateverTheirPrecision() {
        FunctionCheck.of(LESS, BOOLEAN, decimal(10, 2), decimal(30, 2))
                .gives("1.00", "1.01", "TRUE")
                .gives("-1.00", "-123456789012345678901.00", "FALSE");
        FunctionCheck.of(EQUAL, BOOLEAN, decimal(30, 2), decimal(10, 2)).gives("1.50", "1.50", "TRUE");
    }

    @Test
    void decimalsOfDifferentScales() {
        Type fine = decimal(38, 20);
        String most = "9".repeat(18) + "." + "9".repeat(20);
        mixed(BIGINT, "9223372036854775807", fine, most, 1);
        mixed(BIGINT, "-9223372036854775808", fine, "-" + most, -1);
        mixed(BIGINT, "999999999999999999", fine, most, -1);
        mixed(BIGINT, "1000000000000000000", fine, most, 1);
        mixed(BIGINT, "-1000000000000000000", fine, "-" + most, -1);
        mixed(BIGINT, "0", fine, "0.00000000000000000001", -1);
        mixed(BIGINT, "0", fine, "-0.00000000000000000001", 1);
        mixed(BIGINT, "0", fine, "0.00000000000000000000", 0);
        mixed(BIGINT, "-7", fine, "-7.00000000000000000000", 0);
        mixed(BIGINT, "-7", fine, "-7.00000000000000000001", 1);
        mixed(BIGINT, "-7", fine, "-6.99999999999999999999", -1);
        mixed(BIGINT, "999999999999999999", fine, "999999999999999999.00000000000000000000", 0);
        mixed(BIGINT, "-999999999999999999", fine, "-999999999999999999.00000000000000000000", 0);
    }

    @Test
    void decimalsOfTheMostDifferentScales() {
        Type whole = decimal(38, 0);
        Type fraction = decimal(38, 38);
        String nines = "9".repeat(38);
        mixed(whole, nines, fraction, "0." + nines, 1);
        mixed(whole, "-" + nines, fraction, "-0." + nines, -1);
        mixed(whole, "1", fraction, "0." + nines, 1);
        mixed(whole, "0", fraction, "0." + nines, -1);
        mixed(whole, "0", fraction, "0." + "0".repeat(38), 0);
        mixed(whole, "-1", fraction, "-0." + nines, -1);
        mixed(whole, nines, decimal(18, 18), "0." + "9".repeat(18), 1);
        mixed(decimal(20, 1), "9999999999999999999.9", fine(), "99999999.999999999999999999999999999999", 1);
        mixed(decimal(20, 1), "-18446744073709551.6", fine(), "-99999999.999999999999999999999999999999", -1);
        mixed(decimal(20, 1), "12345678.5", fine(), "12345678.500000000000000000000000000000", 0);
    }

    private static Type fine() {
        return decimal(38, 30);
    }

    private static void mixed(Type leftType, String left, Type rightType, String right, int order) {
        compared(leftType, left, rightType, right, order);
        compared(rightType, right, leftType, left, -order);
    }

    @Test
    void nanIsGreatestAndEqualToItself() {
        ordered(DOUBLE, "-Infinity", "-1.5", "-4.9E-324", "0", "4.9E-324", "1.5", "Infinity", "NaN");
        compared(DOUBLE, "-0.0", "0.0", 0);
        compared(DOUBLE, "0.0", "-0.0", 0);
    }

    @Test
    void textByCodePoint() {
        ordered(STRING, "", " ", "A", "Z", "a", "ab", "b", "é", "\uFF21", "\uD83D\uDE00");
    }

    @Test
    void charComparesWithoutItsPadding() {
        Type two = new Type(TypeKind.CHAR, 2, 0, true);
        Type four = new Type(TypeKind.CHAR, 4, 0, true);
        FunctionCheck.of(EQUAL, BOOLEAN, two, four).gives("ab", "ab  ", "TRUE").gives("ab", "abc ", "FALSE");
        FunctionCheck.of(LESS, BOOLEAN, two, four).gives("a ", "a   ", "FALSE").gives("a ", "ab  ", "TRUE");
    }

    @Test
    void booleans() {
        ordered(BOOLEAN, "FALSE", "TRUE");
    }

    @Test
    void nullIsUnknownUnlessAskedForDistinctness() {
        for (Type type : List.of(BIGINT, DOUBLE, STRING, BOOLEAN, decimal(30, 0))) {
            String one = type == BOOLEAN ? "TRUE" : "1";
            FunctionCheck.of(EQUAL, BOOLEAN, type, type)
                    .gives(one, null, null)
                    .gives(null, one, null)
                    .gives(null, null, null);
            FunctionCheck.of(LESS, BOOLEAN, type, type).gives(one, null, null).gives(null, one, null);
            FunctionCheck.of(IS_DISTINCT_FROM, BOOLEAN, type, type)
                    .gives(one, null, "TRUE")
                    .gives(null, one, "TRUE")
                    .gives(null, null, "FALSE");
            FunctionCheck.of(IS_NOT_DISTINCT_FROM, BOOLEAN, type, type)
                    .gives(one, null, "FALSE")
                    .gives(null, null, "TRUE");
        }
    }

    @Test
    void leastAndGreatest() {
        FunctionCheck.of(LEAST, BIGINT, BIGINT, BIGINT, BIGINT)
                .gives("3", "1", "2", "1")
                .gives("3", null, "2", null);
        FunctionCheck.of(GREATEST, BIGINT, BIGINT, BIGINT, BIGINT)
                .gives("1", "3", "2", "3")
                .gives(null, "3", "2", null);
        FunctionCheck.of(GREATEST, STRING, STRING, STRING)
                .gives("abc", "abd", "abd")
                .gives("x", null, (@Nullable String) null);
        FunctionCheck.of(LEAST, DOUBLE, DOUBLE, DOUBLE).gives("NaN", "1", "1.0");
        FunctionCheck.of(GREATEST, decimal(30, 1), decimal(30, 1), decimal(30, 1))
                .gives("1.5", "-1.5", "1.5");
    }
}
