// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RuntimeValuesTest {

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(Type.BOOLEAN, true, true),
                Arguments.of(Type.TINYINT, -128L, (byte) -128),
                Arguments.of(Type.SMALLINT, 300L, (short) 300),
                Arguments.of(Type.INTEGER, -5L, -5),
                Arguments.of(Type.BIGINT, Long.MIN_VALUE, Long.MIN_VALUE),
                Arguments.of(Type.decimal(5, 2), new BigDecimal("1.50"), new BigDecimal("1.50")),
                Arguments.of(Type.FLOAT, 0.5, 0.5f),
                Arguments.of(Type.DOUBLE, 0.1, 0.1),
                Arguments.of(Type.STRING, "tide", "tide"),
                Arguments.of(Type.DATE, 19_782L, 19_782),
                Arguments.of(Type.time(3), 1_000_000_000L, 1_000),
                Arguments.of(Type.timestamp(3), -1_000L, -1L),
                Arguments.of(Type.timestamp(9), 2_000_000L, 2L),
                Arguments.of(Type.timestampLtz(3), 1_500_000L, 1_500L),
                Arguments.of(Type.of(TypeKind.INTERVAL_YEAR_MONTH), 14L, 14),
                Arguments.of(Type.of(TypeKind.INTERVAL_DAY_TIME), 1_500_000L, 1_500L));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valueGoesThereAndBack(Type type, Object datum, Object value) {
        assertThat(RuntimeValues.toCalcite(datum, type)).isEqualTo(value);
        assertThat(RuntimeValues.toDatum(value, type)).isEqualTo(datum);
    }

    @Test
    void binaryGoesThereAndBack() {
        byte[] bytes = {1, 2};
        assertThat(RuntimeValues.toCalcite(bytes, Type.BYTES)).isEqualTo(new ByteString(bytes));
        assertThat(RuntimeValues.toDatum(new ByteString(bytes), Type.BYTES)).isEqualTo(bytes);
    }

    @Test
    void nullStaysNull() {
        assertThat(RuntimeValues.toCalcite(null, Type.DATE)).isNull();
        assertThat(RuntimeValues.toDatum(null, Type.DATE)).isNull();
    }

    @Test
    void digitsBeyondTheMillisecondAreCutTowardThePast() {
        assertThat(RuntimeValues.toCalcite(1_999L, Type.timestamp(6))).isEqualTo(1L);
        assertThat(RuntimeValues.toCalcite(-1L, Type.timestamp(6))).isEqualTo(-1L);
    }

    @Test
    void resultsThatDoNotFitAreErrors() {
        assertThatThrownBy(() -> RuntimeValues.toDatum(300, Type.TINYINT))
                .isInstanceOf(EngineException.class)
                .hasMessage("300 is out of range for TINYINT");
        assertThatThrownBy(() -> RuntimeValues.toDatum(new BigDecimal("1000"), Type.decimal(4, 2)))
                .isInstanceOf(EngineException.class)
                .hasMessage("1000 is out of range for DECIMAL(4, 2)");
        for (String half : new String[] {"\ud83d", "a\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00"}) {
            assertThatThrownBy(() -> RuntimeValues.toDatum(half, Type.STRING))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(RuntimeValues.toDatum("a\ud83d\ude00", Type.STRING)).isEqualTo("a\ud83d\ude00");
    }
}
