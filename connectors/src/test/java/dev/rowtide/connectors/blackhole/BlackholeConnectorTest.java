// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.blackhole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlackholeConnectorTest {

    private static final Schema ROWS = Schema.of(new Field("k", Type.STRING), new Field("v", Type.BIGINT));

    private static long messages(List<String> key) {
        Table table = new Table("t", ROWS, key, "blackhole", Map.of());
        try (SinkWriter writer = new BlackholeConnector().sink(table).open(ROWS.names(), ChangelogMode.RETRACT)) {
            writer.write(ChangeText.parse("1: +I a, 1\n2: -U a, 1\n", ROWS, 0));
            writer.write(ChangeText.parse("2: +U a, 2\n3: -D a, 2\n4: -U b, 1\n5: +U b, 2\n", ROWS, 0));
            writer.endTick();
            writer.finish();
            return writer.messages();
        }
    }

    @Test
    void countsChangesOrByAKeyPutsAndDeletes() {
        assertThat(messages(List.of())).isEqualTo(6);
        assertThat(messages(List.of("k"))).isEqualTo(5);
    }
}
