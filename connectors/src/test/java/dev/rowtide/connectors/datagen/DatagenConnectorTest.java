// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatagenConnectorTest {

    private static final long START = 1_704_103_200_000L; // 2024-01-01 10:00:00

    private static final Schema ALL = Schema.of(
            new Field("b", Type.BOOLEAN),
            new Field("i8", Type.TINYINT),
            new Field("i64", Type.BIGINT),
            new Field("d", Type.decimal(5, 2)),
            new Field("w", Type.decimal(38, 0)),
            new Field("f", Type.FLOAT),
            new Field("x", Type.DOUBLE),
            new Field("c", new Type(TypeKind.CHAR, 4, 0, true)),
            new Field("s", Type.STRING),
            new Field("bin", Type.BYTES),
            new Field("day", Type.DATE),
            new Field("t", Type.time(0)),
            new Field("ts", Type.timestamp(3)),
            new Field("ltz", Type.timestampLtz(6)));

    private static Source source(Schema schema, String... options) {
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            texts.put(options[i], options[i + 1]);
        }
        return new DatagenConnector().source(new Table("t", schema, List.of(), "datagen", texts));
    }

    private static ChangeBatch rows(Source source, Schema schema, int rowsMax) {
        List<Integer> columns = IntStream.range(0, schema.size()).boxed().toList();
        try (SplitReader reader = source.open("0", columns, null, (where, record, error) -> {
            throw error;
        })) {
            reader.poll(0, rowsMax, START);
            return Objects.requireNonNull(reader.poll(0, rowsMax, START + 10_000));
        }
    }

    @Test
    void theSameSeedMakesTheSameRowsHoweverTheyAreTaken() {
        String whole = ChangeText.print(rows(source(ALL), ALL, 50), ALL);
        StringBuilder pieces = new StringBuilder();
        String position = null;
        for (int i = 0; i < 10; i++) {
            try (SplitReader reader = source(ALL)
                    .open("0", IntStream.range(0, ALL.size()).boxed().toList(), position, (where, record, error) -> {
                        throw error;
                    })) {
                reader.poll(0, 5, position == null ? START : START + 10_000);
                if (position == null) {
                    pieces.append(ChangeText.print(Objects.requireNonNull(reader.poll(0, 5, START + 10_000)), ALL));
                }
                position = reader.position();
            }
        }
        assertThat(whole).startsWith(pieces.toString());
        assertThat(ChangeText.print(rows(source(ALL, "seed", "1"), ALL, 50), ALL))
                .isNotEqualTo(whole);
        assertThat(ChangeText.print(rows(source(ALL, "seed", "0"), ALL, 50), ALL))
                .isEqualTo(whole);
    }

    @Test
    void numbersKeepToTheirBounds() {
        Schema schema = Schema.of(
                new Field("i", Type.INTEGER), new Field("d", Type.decimal(5, 2)), new Field("x", Type.DOUBLE));
        ChangeBatch batch = rows(
                source(
                        schema,
                        "fields.i.min",
                        "-2",
                        "fields.i.max",
                        "2",
                        "fields.d.min",
                        "1",
                        "fields.d.max",
                        "1.5",
                        "fields.x.max",
                        "0.25"),
                schema,
                1_000);

        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(row -> Datum.get(batch.column(0), row, Type.INTEGER))
                        .distinct())
                .containsExactlyInAnyOrder(-2L, -1L, 0L, 1L, 2L);
        for (int row = 0; row < batch.size(); row++) {
            assertThat((BigDecimal) Datum.get(batch.column(1), row, schema.type(1)))
                    .isBetween(new BigDecimal("1.00"), new BigDecimal("1.50"));
            assertThat((Double) Datum.get(batch.column(2), row, Type.DOUBLE)).isBetween(0.0, 0.25);
        }
    }

    @Test
    void aSequenceCountsAndEndsTheSource() {
        Schema schema = Schema.of(
                new Field("id", Type.BIGINT), new Field("name", Type.STRING), new Field("ts", Type.timestamp(3)));
        Source source = source(
                schema,
                "rows-per-second",
                "2",
                "fields.id.kind",
                "sequence",
                "fields.id.start",
                "7",
                "fields.id.end",
                "9",
                "fields.name.length",
                "0");

        assertThat(source.bounded()).isTrue();
        assertThat(ChangeText.print(rows(source, schema, 100), schema)).isEqualTo("""
                        +I 7, "", 2024-01-01 10:00:00.000
                        +I 8, "", 2024-01-01 10:00:00.500
                        +I 9, "", 2024-01-01 10:00:01.000
                        """);
    }

    @Test
    void someAreNull() {
        Schema schema =
                Schema.of(new Field("a", Type.BIGINT), new Field("b", Type.BIGINT), new Field("c", Type.BIGINT));
        ChangeBatch batch = rows(source(schema, "fields.a.null-rate", "1", "fields.b.null-rate", "0.5"), schema, 1_000);

        assertThat(IntStream.range(0, 1_000).filter(batch.column(0)::isNull).count())
                .isEqualTo(1_000);
        assertThat(IntStream.range(0, 1_000).filter(batch.column(1)::isNull).count())
                .isBetween(400L, 600L);
        assertThat(IntStream.range(0, 1_000).filter(batch.column(2)::isNull).count())
                .isZero();
    }

    @Test
    void refusesWhatCantBe() {
        Schema schema = Schema.of(new Field("i", Type.TINYINT), new Field("b", Type.BOOLEAN));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(schema, "fields.i.max", "128"))
                .withMessage("column \"i\" of type TINYINT can't hold numbers from -128 to 128");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(schema, "fields.j.max", "1"))
                .withMessage("option 'fields.j.max' is for a column that table \"t\" has not");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(
                        () -> source(schema, "fields.b.kind", "sequence", "fields.b.start", "1", "fields.b.end", "2"))
                .withMessage(
                        "column \"b\" of type BOOLEAN has a type that does not count; only 'random' values can be made");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(schema, "fields.i.kind", "sequence"))
                .withMessage("'fields.i.start' is missing");
    }
}
