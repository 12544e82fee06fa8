// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImpulseConnectorTest {

    private static final long START = 1_704_103_200_000L; // 2024-01-01 10:00:00

    private final ImpulseConnector connector = new ImpulseConnector();
    private final Schema columns = connector
            .inferColumns(new Table("t", Schema.of(), List.of(), "impulse", Map.of()))
            .schema();

    private Source source(Schema schema, Map<String, String> options) {
        return connector.source(new Table("t", schema, List.of(), "impulse", options));
    }

    private static SplitReader open(Source source, List<Integer> wanted, @Nullable String position) {
        return source.open("0", wanted, position, (where, record, error) -> {
            throw error;
        });
    }

    private static int size(@Nullable ChangeBatch batch) {
        return batch == null ? 0 : batch.size();
    }

    @Test
    void rowsComeDueByTheClock() {
        assertThat(columns.names()).containsExactly("counter", "subtask_index");
        Source source = source(columns, Map.of("event_rate", "100"));
        assertThat(source.bounded()).isFalse();

        try (SplitReader reader = open(source, List.of(0, 1), null)) {
            assertThat(reader.poll(0, 4096, START)).isNull();
            assertThat(reader.nextPollMillis(START)).isEqualTo(START + 10);
            assertThat(ChangeText.print(Objects.requireNonNull(reader.poll(0, 4096, START + 25)), columns))
                    .isEqualTo("+I 0, 0\n+I 1, 0\n");
            assertThat(size(reader.poll(2, 4096, START + 1_000))).isEqualTo(98);
            assertThat(size(reader.poll(100, 60, START + 2_000))).isEqualTo(60);
            assertThat(size(reader.poll(160, 60, START + 2_000))).isEqualTo(40);
            assertThat(reader.poll(200, 60, START + 2_000)).isNull();
            assertThat(reader.ended()).isFalse();
        }
    }

    @Test
    void endsAtTheCount() {
        Source source = source(columns, Map.of("event_rate", "1000", "message_count", "3"));
        assertThat(source.bounded()).isTrue();

        try (SplitReader reader = open(source, List.of(0), null)) {
            reader.poll(0, 4096, START);
            assertThat(size(reader.poll(0, 4096, START + 60_000))).isEqualTo(3);
            assertThat(reader.ended()).isTrue();
        }
    }

    @Test
    void fractionalRatesAreExact() {
        try (SplitReader reader = open(source(columns, Map.of("event_rate", "0.5")), List.of(0), null)) {
            reader.poll(0, 4096, START);
            assertThat(reader.nextPollMillis(START)).isEqualTo(START + 2_000);
            assertThat(reader.poll(0, 4096, START + 1_999)).isNull();
            assertThat(size(reader.poll(0, 4096, START + 2_000))).isEqualTo(1);
        }
    }

    @Test
    void goesOnWithTheSameRows() {
        Schema schema = Schema.of(new Field("event_time", Type.timestamp(3)), new Field("counter", Type.BIGINT));
        Source source = source(schema, Map.of("event_rate", "4", "event_time_interval", "500 ms"));
        String position;
        try (SplitReader reader = open(source, List.of(1, 0), null)) {
            reader.poll(0, 4096, START);
            assertThat(ChangeText.print(
                            Objects.requireNonNull(reader.poll(0, 4096, START + 500)),
                            schema.project(new int[] {1, 0})))
                    .isEqualTo("+I 0, 2024-01-01 10:00:00.000\n+I 1, 2024-01-01 10:00:00.500\n");
            position = reader.position();
        }
        try (SplitReader reader = open(source, List.of(1, 0), position)) {
            assertThat(ChangeText.print(
                            Objects.requireNonNull(reader.poll(2, 4096, START + 750)),
                            schema.project(new int[] {1, 0})))
                    .isEqualTo("+I 2, 2024-01-01 10:00:01.000\n");
        }
    }

    @Test
    void refusesWhatItHasNot() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(columns, Map.of()))
                .withMessage("'event_rate' is missing");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(columns, Map.of("event_rate", "0")))
                .withMessage("'0' is not a value of 'event_rate': not above zero");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> source(Schema.of(new Field("name", Type.STRING)), Map.of("event_rate", "1")))
                .withMessage("connector 'impulse' has no column \"name\" of type STRING");
    }
}
