// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrintConnectorTest {

    private static final Schema COUNTS = Schema.of(new Field("user_id", Type.STRING), new Field("cnt", Type.BIGINT));

    private static String printed(Map<String, String> options, String changes) {
        PrintStream standard = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, UTF_8));
        try (SinkWriter writer = new PrintConnector()
                .sink(new Table("t", COUNTS, List.of(), "print", options))
                .open(COUNTS.names(), ChangelogMode.RETRACT)) {
            writer.write(ChangeText.parse(changes, COUNTS, 0));
            writer.endTick();
            writer.finish();
        } finally {
            System.setOut(standard);
        }
        return out.toString(UTF_8);
    }

    @Test
    void aLinePerChange() {
        assertThat(printed(Map.of(), "+I u04, 1\n-U u04, 1\n+U u04, 2\n-D NULL, NULL\n"))
                .isEqualTo("+I[u04, 1]\n-U[u04, 1]\n+U[u04, 2]\n-D[null, null]\n");
        assertThat(printed(Map.of("print-identifier", "out"), "+I u04, 1\n")).isEqualTo("out> +I[u04, 1]\n");
    }

    @Test
    void asksForUpsertsByAKey() {
        assertThat(new PrintConnector()
                        .sink(new Table("t", COUNTS, List.of(), "print", Map.of()))
                        .encoding())
                .isEqualTo(Sink.Encoding.RETRACT);
        assertThat(new PrintConnector()
                        .sink(new Table("t", COUNTS, List.of("user_id"), "print", Map.of()))
                        .encoding())
                .isEqualTo(Sink.Encoding.UPSERT);
    }
}
