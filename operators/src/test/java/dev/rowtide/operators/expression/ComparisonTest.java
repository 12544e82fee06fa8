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
        FunctionCheck.of(EQUAL, BOOLEAN, type, type).gives(left, right, text(order == 0));
        FunctionCheck.of(NOT_EQUAL, BOOLEAN, type, type).gives(left, right, text(order != 0));
        FunctionCheck.of(LESS, BOOLEAN, type, type).gives(left, right, text(order < 0));
        FunctionCheck.of(LESS_OR_EQUAL, BOOLEAN, type, type).gives(left, right, text(order <= 0));
        FunctionCheck.of(GREATER, BOOLEAN, type, type).gives(left, right, text(order > 0));
        FunctionCheck.of(GREATER_OR_EQUAL, BOOLEAN, type, type).gives(left, right, text(order >= 0));
        FunctionCheck.of(IS_DISTINCT_FROM, BOOLEAN, type, type).gives(left, right, text(order != 0));
        FunctionCheck.of(IS_NOT_DISTINCT_FROM, BOOLEAN, type, type).gives(left, right, text(order == 0));
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
