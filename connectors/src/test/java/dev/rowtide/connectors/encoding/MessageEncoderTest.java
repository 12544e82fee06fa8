// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageEncoderTest {

    private static final Schema ROWS = Schema.of(new Field("k", Type.STRING), new Field("v", Type.BIGINT));
    private static final JsonRowWriter JSON = new JsonRowWriter(ROWS.names(), ROWS.types(), false);

    private final TextBuffer out = new TextBuffer();

    private String encoded(MessageEncoder encoder, String... batches) {
        for (String batch : batches) {
            encoder.encode(ChangeText.parse(batch, ROWS, 0), out);
        }
        encoder.endTick(out);
        return out.toString();
    }

    private static MessageEncoder debezium(String... key) {
        return debezium(DebeziumForm.bare("t"), key);
    }

    private static MessageEncoder debezium(DebeziumForm form, String... key) {
        return MessageEncoder.debezium(form, ROWS.names(), ROWS.types(), List.of(key), false);
    }

    private static MessageEncoder upsert() {
        return MessageEncoder.upsertJson(JSON, ROWS.names(), List.of("k"));
    }

    @Test
    void anUpdateIsOneEnvelopeAlsoAcrossBatches() {
        MessageEncoder encoder = debezium();

        assertThat(encoded(encoder, "7: -U a, 1\n", "7: +U a, 2\n"))
                .isEqualTo("{\"before\":{\"k\":\"a\",\"v\":1},\"after\":{\"k\":\"a\",\"v\":2},\"op\":\"u\"}\n");
        assertThat(encoder.messages()).isEqualTo(1);
    }

    @Test
    void halvesOfDifferentPositionsAreNoUpdate() {
        assertThat(encoded(debezium(), "7: -U a, 1\n8: +U a, 2\n")).isEqualTo("""
                        {"before":{"k":"a","v":1},"after":null,"op":"d"}
                        {"before":null,"after":{"k":"a","v":2},"op":"c"}
                        """);
    }

    @Test
    void aHalfAloneIsADeleteOrAnInsert() {
        assertThat(encoded(debezium(), "1: -U a, 1\n2: +I b, 1\n3: +U c, 1\n", "4: -U b, 1\n"))
                .isEqualTo("""
                        {"before":{"k":"a","v":1},"after":null,"op":"d"}
                        {"before":null,"after":{"k":"b","v":1},"op":"c"}
                        {"before":null,"after":{"k":"c","v":1},"op":"c"}
                        {"before":{"k":"b","v":1},"after":null,"op":"d"}
                        """);
    }

    @Test
    void anUpdateOfTheKeyIsADeleteAndAnInsert() {
        assertThat(encoded(debezium("k"), "1: -U a, 1\n1: +U b, 1\n")).isEqualTo("""
                        {"before":{"k":"a","v":1},"after":null,"op":"d"}
                        {"before":null,"after":{"k":"b","v":1},"op":"c"}
                        """);
    }

    @Test
    void severalUpdatesOfOnePosition() {
        assertThat(encoded(debezium(), "1: -U a, 1\n1: +U a, 2\n1: -U b, 5\n1: +U b, 4\n"))
                .isEqualTo("""
                        {"before":{"k":"a","v":1},"after":{"k":"a","v":2},"op":"u"}
                        {"before":{"k":"b","v":5},"after":{"k":"b","v":4},"op":"u"}
                        """);
    }

    @Test
    void anUpdateIsOnePut() {
        MessageEncoder encoder = upsert();

        assertThat(encoded(encoder, "1: +I a, 1\n2: -U a, 1\n", "2: +U a, 2\n3: +U a, 3\n"))
                .isEqualTo("""
                        {"key":{"k":"a"},"value":{"k":"a","v":1}}
                        {"key":{"k":"a"},"value":{"k":"a","v":2}}
                        {"key":{"k":"a"},"value":{"k":"a","v":3}}
                        """);
        assertThat(encoder.messages()).isEqualTo(3);
    }

    @Test
    void deletesAreTombstones() {
        assertThat(encoded(upsert(), "1: -D a, NULL\n2: -U b, 1\n", "3: -U c, 1\n3: +U d, 1\n"))
                .isEqualTo("""
                        {"key":{"k":"a"},"value":null}
                        {"key":{"k":"b"},"value":null}
                        {"key":{"k":"c"},"value":null}
                        {"key":{"k":"d"},"value":{"k":"d","v":1}}
                        """);
    }

    @Test
    void rowsOutsideTheSelectionDontCount() {
        MessageEncoder encoder = debezium();
        encoder.encode(
                ChangeText.parse("1: -U a, 1\n1: +U a, 2\n2: +I b, 1\n", ROWS, 0)
                        .withSelection(new int[] {0, 2}, 2),
                out);

        assertThat(out.toString()).isEqualTo("""
                        {"before":{"k":"a","v":1},"after":null,"op":"d"}
                        {"before":null,"after":{"k":"b","v":1},"op":"c"}
                        """);
    }

    @Test
    void differencesOfWhatIsNotTheKey() {
        MessageEncoder encoder = MessageEncoder.delta(JSON, ROWS, List.of("k"));

        assertThat(encoded(
                        encoder,
                        "1: +I a, 5\n2: -U a, 5\n",
                        "2: +U a, 3\n3: -U a, 3\n3: +U b, 3\n4: -U b, 3\n4: +U b, 3\n5: -D b, 3\n"))
                .isEqualTo("""
                        {"k":"a","v":5}
                        {"k":"a","v":-2}
                        {"k":"a","v":-3}
                        {"k":"b","v":3}
                        {"k":"b","v":-3}
                        """);
        assertThat(encoder.messages()).isEqualTo(5);
    }

    @Test
    void aDifferenceBeyondTheTypeIsAnError() {
        MessageEncoder encoder = MessageEncoder.delta(JSON, ROWS, List.of("k"));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> encoded(encoder, "1: -U a, -2\n1: +U a, 9223372036854775807\n"))
                .withMessage("the difference of two values is out of range for BIGINT");
    }

    @Test
    void aFullEnvelopeTellsTheTimeOfItsTick() {
        MessageEncoder encoder = debezium(new DebeziumForm("a\"b", true, false, false, false));
        encoder.beginTick(1_700_000_000_123L);

        assertThat(encoded(encoder, "1: -U a, 1\n1: +U a, 2\n"))
                .isEqualTo("{\"before\":{\"k\":\"a\",\"v\":1},\"after\":{\"k\":\"a\",\"v\":2},"
                        + "\"source\":{\"connector\":\"rowtide\",\"name\":\"rowtide\",\"ts_ms\":1700000000123,\"snapshot\":\"false\","
                        + "\"db\":\"\",\"table\":\"a\\\"b\"},\"op\":\"u\",\"ts_ms\":1700000000123}\n");
    }

    @Test
    void keysAndTombstones() {
        MessageEncoder encoder = debezium(new DebeziumForm("t", false, false, true, true), "k");

        assertThat(encoded(encoder, "1: +I a, 1\n2: -U a, 1\n2: +U b, 1\n3: -D b, 1\n"))
                .isEqualTo("""
                        {"key":{"k":"a"},"value":{"before":null,"after":{"k":"a","v":1},"op":"c"}}
                        {"key":{"k":"a"},"value":{"before":{"k":"a","v":1},"after":null,"op":"d"}}
                        {"key":{"k":"a"},"value":null}
                        {"key":{"k":"b"},"value":{"before":null,"after":{"k":"b","v":1},"op":"c"}}
                        {"key":{"k":"b"},"value":{"before":{"k":"b","v":1},"after":null,"op":"d"}}
                        {"key":{"k":"b"},"value":null}
                        """);
        assertThat(encoder.messages()).isEqualTo(6);
    }

    @Test
    void schemasAroundKeysAndMessages() {
        Schema rows = Schema.of(new Field("k", Type.INTEGER.withNullable(false)), new Field("v", Type.decimal(9, 2)));
        MessageEncoder encoder = MessageEncoder.debezium(
                new DebeziumForm("t", false, true, true, false), rows.names(), rows.types(), List.of("k"), false);
        encoder.encode(ChangeText.parse("1: +I 1, 2.50\n", rows, 0), out);

        String row = "{\"type\":\"struct\",\"fields\":[{\"type\":\"int32\",\"optional\":false,\"field\":\"k\"},"
                + "{\"type\":\"string\",\"optional\":true,\"field\":\"v\"}],\"optional\":true,\"name\":\"t.Value\",\"field\":\"";
        assertThat(out.toString())
                .isEqualTo(
                        "{\"key\":{\"schema\":{\"type\":\"struct\",\"fields\":[{\"type\":\"int32\",\"optional\":false,\"field\":\"k\"}],"
                                + "\"optional\":false,\"name\":\"t.Key\"},\"payload\":{\"k\":1}},"
                                + "\"value\":{\"schema\":{\"type\":\"struct\",\"fields\":[" + row + "before\"}," + row
                                + "after\"},"
                                + "{\"type\":\"string\",\"optional\":false,\"field\":\"op\"}],\"optional\":false,\"name\":\"t.Envelope\"},"
                                + "\"payload\":{\"before\":null,\"after\":{\"k\":1,\"v\":\"2.50\"},\"op\":\"c\"}}}\n");
    }
}
