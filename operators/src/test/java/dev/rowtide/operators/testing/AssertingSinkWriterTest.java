// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Sink.Encoding;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssertingSinkWriterTest {

    private static final Schema SCHEMA = SchemaText.parse("k STRING, n BIGINT");
    private static final Table TABLE = new Table("t", SCHEMA, List.of("k"), "test", Map.of());

    private final List<String> written = new ArrayList<>();

    private void write(Encoding encoding, ChangelogMode mode, long firstPosition, String... changes) {
        SinkWriter writer = AssertingSinkWriter.before(new Recorder(), TABLE, encoding, mode);
        long position = firstPosition;
        for (String text : changes) {
            ChangeBatch batch = ChangeText.parse(text, SCHEMA, position);
            writer.write(batch);
            position += batch.size();
        }
        writer.endTick();
    }

    private void refuses(String what, Encoding encoding, ChangelogMode mode, String... changes) {
        assertThatThrownBy(() -> write(encoding, mode, 0, changes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(what);
    }

    @Test
    void aGoodChangelogGoesThrough() {
        write(Encoding.RETRACT, ChangelogMode.RETRACT, 0, "+I a, 1\n-U a, 1\n+U a, 2\n-D a, 2\n");
        write(Encoding.UPSERT, ChangelogMode.UPSERT, 0, "+I a, 1\n+U a, 2\n-D a, 2\n-D b, 1\n");

        assertThat(written).hasSize(2);
    }

    /** {@code SELECT … WHERE new UNION ALL SELECT … WHERE old}: the first branch sends the new row, the second the old one. */
    @Test
    void singleHalvesOfTwoBranchesMayMeet() {
        SinkWriter writer =
                AssertingSinkWriter.before(new Recorder(), TABLE, Encoding.RETRACT, ChangelogMode.RETRACT, true);
        writer.write(ChangeText.parse("+I a, 1\n7: +U a, 2\n7: -U a, 1\n8: -D a, 2\n", SCHEMA, 0));

        assertThat(written).hasSize(1);
    }

    @Test
    void faultsAreRefused() {
        refuses("not in", Encoding.RETRACT, ChangelogMode.RETRACT, "-D a, 1\n");
        refuses("not in", Encoding.RETRACT, ChangelogMode.RETRACT, "+I a, 1\n", "-D a, 2\n");
        refuses("not in", Encoding.UPSERT, ChangelogMode.RETRACT, "+I a, 1\n", "-D b, 1\n");
        refuses(
                "apart from it",
                Encoding.RETRACT,
                ChangelogMode.RETRACT,
                "+I a, 1\n+I b, 1\n",
                "7: -U a, 1\n7: -U b, 1\n7: +U a, 2\n7: +U b, 2\n");
        refuses("before the position", Encoding.RETRACT, ChangelogMode.RETRACT, "7: +I a, 1\n6: +I a, 1\n");
        refuses("before the position", Encoding.RETRACT, ChangelogMode.RETRACT, "7: +I a, 1\n", "6: +I a, 1\n");
        refuses("kind that", Encoding.RETRACT, ChangelogMode.APPEND, "+I a, 1\n-D a, 1\n");
        refuses("kind that", Encoding.RETRACT, new ChangelogMode(true, true, true, false, false), "+I a, 1\n-D a, 1\n");
    }

    private final class Recorder implements SinkWriter {

        @Override
        public void write(ChangeBatch batch) {
            written.add(ChangeText.print(batch, SCHEMA));
        }

        @Override
        public void endTick() {}

        @Override
        public void finish() {}

        @Override
        public long messages() {
            return written.size();
        }

        @Override
        public void close() {}
    }
}
