// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers never wrap, and those with a floating point follow IEEE 754. Values by hand. */
class ExactNumbersTest {

    /** Columns: integers of the four widths, doubles and a float. */
    private static final String ROW =
            " FROM (VALUES (CAST(1 AS TINYINT), CAST(1 AS SMALLINT), 1, CAST(1 AS BIGINT), x'6162',"
                    + " 1e-20, 3e0, 0e0, CAST(5.5 AS FLOAT))) AS t (t, s, i, l, b, tiny, three, zero, f)";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "i << 30, 1073741824",
                "-i << 31, -2147483648",
                "`LEFTSHIFT(i, 4)`, 16",
                "l << 62, 4611686018427387904",
                "-l << 63, -9223372036854775808",
                "t << 6, 64",
                "s << l, 2",
                "i << 0, 1",
                "CAST(NULL AS INT) << 40, null",
                "i << CAST(NULL AS INT), null",
                "(b << 2) = x'8588', true"
            })
    void shiftsThatFit(String call, String value) {
        assertThat(value(call)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2147483647 << i; integer overflow: 2147483647 << 1 is out of range for INTEGER",
                "i << 31; integer overflow: 1 << 31 is out of range for INTEGER",
                "CAST(9223372036854775807 AS BIGINT) << i; integer overflow: 9223372036854775807 << 1 is out of range for BIGINT",
                "(t + CAST(63 AS TINYINT)) << 1; integer overflow: 64 << 1 is out of range for TINYINT",
                "s << 15; integer overflow: 1 << 15 is out of range for SMALLINT"
            })
    void shiftsThatDoNotFit(String call, String message) {
        EngineException error = failure(call);
        assertThat(error.code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE);
        assertThat(error.message()).isEqualTo(message);
        assertThat(error.detail()).contains(" << ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "i << 40; a shift by 40 is not possible: INTEGER has 32 bits",
                "i << 32; a shift by 32 is not possible: INTEGER has 32 bits",
                "i << -1; a shift by -1 is not possible: INTEGER has 32 bits",
                "LEFTSHIFT(l, 64); a shift by 64 is not possible: BIGINT has 64 bits",
                "b << 16; a shift by 16 is not possible: the binary string has 16 bits"
            })
    void shiftsByMoreThanThereIs(String call, String message) {
        EngineException error = failure(call);
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error.message()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({
        "'MOD(tiny, 1e0)', 1.0E-20",
        "tiny % 1, 1.0E-20",
        "'MOD(1e20, three)', 1.0",
        "'MOD(1e0, zero)', NaN",
        "1 % zero, NaN",
        "-5.5e0 % three, -2.5",
        "'MOD(f, 2)', 1.5",
        "f % f, 0.0",
        "'MOD(7.5, 2)', 1.5",
        "7 % 4, 3",
        "i % CAST(NULL AS DOUBLE), null"
    })
    void remainders(String call, String value) {
        assertThat(value(call)).isEqualTo(value);
    }

    private static EngineException failure(String call) {
        return catchThrowableOfType(EngineException.class, () -> value(call));
    }

    private static String value(String call) {
        try (Rowtide rowtide = Rowtide.open();
                Result result = rowtide.execute("SELECT " + call + ROW)) {
            return String.valueOf(result.iterator().next().values().get(0));
        }
    }
}
