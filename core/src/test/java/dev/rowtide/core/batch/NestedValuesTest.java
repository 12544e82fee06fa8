// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** That arrays, maps and rows come out as they went in, and that equal ones are equal bytes. */
class NestedValuesTest {

    private static final Type ROW = Type.row(List.of(
            new Field("n", Type.BIGINT),
            new Field("s", Type.STRING),
            new Field("b", Type.BOOLEAN),
            new Field("w", Type.decimal(30, 2)),
            new Field("t", Type.STRING),
            new Field("d", Type.DOUBLE)));

    static Stream<Arguments> values() {
        Type map = Type.map(Type.STRING, Type.array(Type.INTEGER));
        return Stream.of(
                Arguments.of(Type.array(Type.INTEGER), List.of()),
                Arguments.of(Type.array(Type.INTEGER), Arrays.asList(1L, null, Long.MAX_VALUE, -3L)),
                Arguments.of(Type.array(Type.STRING), Arrays.asList("", null, "tide", null, "ä€😀")),
                Arguments.of(Type.array(Type.BOOLEAN), Arrays.asList(true, null, false)),
                Arguments.of(Type.array(Type.DOUBLE), Arrays.asList(0.5, Double.NEGATIVE_INFINITY, Double.NaN)),
                Arguments.of(Type.array(Type.decimal(5, 2)), List.of(new BigDecimal("-1.50"))),
                Arguments.of(
                        Type.array(Type.decimal(38, 1)),
                        Arrays.asList(new BigDecimal("-9999999999999999999999999999999999999.9"), null)),
                Arguments.of(Type.array(Type.STRING), Collections.nCopies(9, null)),
                Arguments.of(
                        Type.array(Type.array(Type.STRING)),
                        Arrays.asList(List.of("a", "b"), List.of(), null, List.of("c"))),
                Arguments.of(map, Map.of()),
                Arguments.of(map, map("a", List.of(1L), "b", null, "c", List.of())),
                Arguments.of(Type.map(Type.BIGINT, Type.DOUBLE), map(-1L, 0.5, 7L, null)),
                Arguments.of(ROW, Arrays.asList(1L, "x", true, new BigDecimal("12345678901234567890.25"), "yz", 2.5)),
                Arguments.of(ROW, Arrays.asList(null, null, null, null, null, null)),
                Arguments.of(ROW, Arrays.asList(null, "x", null, null, null, -1.0)),
                Arguments.of(Type.array(ROW), Arrays.asList(Arrays.asList(3L, null, false, null, "only", null), null)));
    }

    @Test
    void aBuilderTakesMoreRowsThanItExpectsWithNullsFarApart() {
        ColumnBuilder builder = ColumnBuilder.of(Type.BIGINT.storage(), 1);
        builder.appendNull();
        for (int i = 1; i < 1000; i++) {
            builder.appendLong(i);
        }
        builder.appendNull();

        Column column = builder.build();
        assertThat(column.isNull(0)).isTrue();
        assertThat(column.isNull(999)).isFalse();
        assertThat(column.isNull(1000)).isTrue();
    }

    private static Map<Object, Object> map(Object... keysAndValues) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    @ParameterizedTest
    @MethodSource("values")
    void comeOutAsTheyWentIn(Type type, Object value) {
        ColumnBuilder builder = ColumnBuilder.of(type.storage());
        Datum.append(builder, value, type);
        Datum.append(builder, null, type);
        Datum.append(builder, value, type);
        Column column = builder.build();

        assertThat(Datum.get(column, 0, type)).isEqualTo(value);
        assertThat(Datum.get(column, 1, type)).isNull();
        assertThat(Datum.get(column, 2, type)).isEqualTo(value);
        assertThat(((BytesColumn) column).bytes(0)).isEqualTo(((BytesColumn) column).bytes(2));
    }

    @Test
    void zerosAndNansAreOneEach() {
        Type type = Type.array(Type.DOUBLE);
        double otherNan = Double.longBitsToDouble(0x7ff8000000000001L);

        assertThat(Datum.toBytes(List.of(-0.0, otherNan), type))
                .isEqualTo(Datum.toBytes(List.of(0.0, Double.NaN), type));
    }

    @Test
    void aMapIsTheSameInAnyOrder() {
        Type type = Type.map(Type.STRING, Type.INTEGER);

        assertThat(Datum.toBytes(map("b", 2L, "a", 1L), type)).isEqualTo(Datum.toBytes(map("a", 1L, "b", 2L), type));
    }

    @Test
    void ofEqualKeysTheLastCounts() {
        Type type = Type.map(Type.INTEGER, Type.STRING);
        ColumnBuilder keys = ColumnBuilder.of(type.key().storage());
        ColumnBuilder values = ColumnBuilder.of(type.value().storage());
        for (Object[] entry : new Object[][] {{2L, "x"}, {1L, "y"}, {2L, "z"}}) {
            Datum.append(keys, entry[0], type.key());
            Datum.append(values, entry[1], type.value());
        }
        NestedWriter writer = new NestedWriter(0);
        writer.map(keys.build(), values.build(), 0, 3);

        assertThat(NestedDatum.get(writer.data(), 0, type)).isEqualTo(Map.of(1L, "y", 2L, "z"));
    }

    @Test
    void aKeyIsNeverNull() {
        Map<Object, Object> map = new HashMap<>();
        map.put(null, 1L);

        assertThatThrownBy(() -> Datum.toBytes(map, Type.map(Type.STRING, Type.INTEGER)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("a key of a MAP is NULL");
    }

    @Test
    void whatDiffersHasOtherBytes() {
        Type type = Type.array(Type.STRING);
        List<List<String>> different = List.of(
                List.of(),
                Collections.singletonList(null),
                List.of(""),
                List.of("", ""),
                List.of("ab"),
                List.of("a", "b"),
                List.of("b", "a"),
                Arrays.asList("a", null),
                Arrays.asList(null, "a"));

        assertThat(different.stream().map(value -> Arrays.toString(Datum.toBytes(value, type))))
                .doesNotHaveDuplicates();
    }

    @Test
    void typesAreWrittenAsSqlWritesThem() {
        Type type = Type.map(Type.STRING, Type.array(Type.INTEGER.withNullable(false)));

        assertThat(Type.row(List.of(new Field("a", type), new Field("b", Type.DATE.withNullable(false)))))
                .hasToString("ROW<a MAP<STRING, ARRAY<INTEGER NOT NULL>>, b DATE NOT NULL>");
        assertThat(type.withNullable(false)).hasToString("MAP<STRING, ARRAY<INTEGER NOT NULL>> NOT NULL");
    }

    @Test
    void namesAndNullabilityDoNotChangeHowAValueIsStored() {
        Type one = Type.row(List.of(new Field("a", Type.varchar(3)), new Field("b", Type.timestamp(3))));
        Type other =
                Type.row(List.of(new Field("x", Type.STRING.withNullable(false)), new Field("y", Type.timestamp(6))));

        assertThat(one.isStoredAs(other)).isTrue();
        assertThat(Type.array(Type.INTEGER).isStoredAs(Type.array(Type.BIGINT))).isFalse();
        assertThat(Type.array(Type.decimal(5, 2)).isStoredAs(Type.array(Type.decimal(5, 3))))
                .isFalse();
    }
}
