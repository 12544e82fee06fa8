// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {

    @ParameterizedTest
    @CsvSource({
        "2024-01-31 10:00:15.25, 3, 2024-01-31 10:00:15.250",
        "2024-01-31T10:00:15.123456789, 6, 2024-01-31 10:00:15.123456",
        "2024-01-31T10:00:15.123456789, 9, 2024-01-31 10:00:15.123456789",
        "1969-12-31 23:59:59.999, 0, 1969-12-31 23:59:59",
        "2024-01-31, 0, 2024-01-31 00:00:00"
    })
    void timestampsKeepTheirPrecision(String text, int precision, String expected) {
        Type type = Type.timestamp(precision);
        assertThat(ValueText.format(ValueText.parse(text, type, ZoneOffset.UTC), type, ZoneOffset.UTC))
                .isEqualTo(expected);
    }

    @Test
    void aTimestampWithLocalZoneIsReadAndShownInTheSessionsZone() {
        Type type = Type.timestampLtz(0);
        Object noon = ValueText.parse("2024-07-01 12:00:00", type, ZoneId.of("Europe/Berlin"));
        assertThat(ValueText.format(noon, type, ZoneOffset.UTC)).isEqualTo("2024-07-01 10:00:00");
        assertThat(ValueText.parse("2024-07-01T12:00:00+02:00", type, ZoneOffset.UTC))
                .isEqualTo(noon);
    }

    @Test
    void nanosecondsEndWithTheYear2262() {
        assertThatThrownBy(() -> ValueText.parse("2300-01-01 00:00:00", Type.timestamp(9), ZoneOffset.UTC))
                .isInstanceOf(EngineException.class)
                .hasMessage("'2300-01-01 00:00:00' is out of range for TIMESTAMP(9)");
    }

    @ParameterizedTest
    @CsvSource({"127, 127", "-128, -128", "3.9, 3", "1e2, 100", "1e-1000000000, 0"})
    void integersAreCutTowardZero(String text, long expected) {
        assertThat(ValueText.parse(text, Type.TINYINT, ZoneOffset.UTC)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1d", "1f", "0x1p3", "x", "1e"})
    void numbersOfJavaAloneAreNoNumbers(String text) {
        assertThatThrownBy(() -> ValueText.parse(text, Type.DOUBLE, ZoneOffset.UTC))
                .hasMessage("'" + text + "' is not a DOUBLE");
    }

    @ParameterizedTest
    @CsvSource({"128", "-129", "1e1000000000"})
    void integersOutOfRangeAreRefused(String text) {
        assertThatThrownBy(() -> ValueText.parse(text, Type.TINYINT, ZoneOffset.UTC))
                .hasMessage("'" + text + "' is out of range for TINYINT");
    }

    @ParameterizedTest
    @CsvSource({"1.005, 1.01", "-1.005, -1.01", "0.004, 0.00", "1e-1000000000, 0.00", "0.005, 0.01"})
    void decimalsRoundHalfUp(String text, BigDecimal expected) {
        assertThat(ValueText.parse(text, Type.decimal(5, 2), ZoneOffset.UTC)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"999.995", "1e1000000000", "-1000"})
    void decimalsOutOfRangeAreRefused(String text) {
        assertThatThrownBy(() -> ValueText.parse(text, Type.decimal(5, 2), ZoneOffset.UTC))
                .hasMessage("'" + text + "' is out of range for DECIMAL(5, 2)");
    }
}
