// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatermarkAssignerTest {

    private static Scan scan(String columns) {
        Schema schema = SchemaText.parse(columns);
        return new Scan(
                new Table("events", schema, List.of(), "memory", Map.of()),
                List.of(0, 1),
                new WatermarkSpec(0, new InputRef(0, schema.type(0))),
                TestPlan.traits(columns, ChangelogMode.APPEND));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 6, 9})
    void theWatermarkIsTheLatestTimeSoFarInMicroseconds(int precision) {
        String columns = "ts TIMESTAMP(" + precision + "), v STRING";
        OperatorHarness.of(settings -> new WatermarkAssigner(scan(columns), settings))
                .input(columns, """
                        +I 1970-01-01 00:00:01, a
                        +I 1970-01-01 00:00:03, b
                        +I 1970-01-01 00:00:02, c
                        +I NULL, d
                        +I 1970-01-01 00:00:05, e
                        """)
                .expect("""
                        +I 1970-01-01 00:00:01, a
                        -- watermark 1000000
                        +I 1970-01-01 00:00:03, b
                        -- watermark 3000000
                        +I 1970-01-01 00:00:02, c
                        +I NULL, d
                        +I 1970-01-01 00:00:05, e
                        -- watermark 5000000
                        """);
    }

    @Test
    void neitherHalfOfAnUpdateMakesTheOtherLate() {
        String columns = "ts TIMESTAMP(3), v STRING";
        ChangeBatch batch = ChangeText.parse("""
                +I 1970-01-01 00:00:01, a
                -U 1970-01-01 00:00:07, b
                +U 1970-01-01 00:00:08, b
                +I 1970-01-01 00:00:09, c
                """, SchemaText.parse(columns), 10);
        List<ChangeBatch> emitted = new ArrayList<>();
        new WatermarkAssigner(scan(columns), new OperatorSettings(true, ZoneOffset.UTC, null))
                .receive(0, batch, new Tick(1, 0, 0), emitted::add);
        Watermarks watermarks = emitted.get(0).watermarks();
        assertThat(watermarks.before(10)).isEqualTo(Watermarks.NONE);
        assertThat(watermarks.before(11)).isEqualTo(1_000_000);
        assertThat(watermarks.before(12)).isEqualTo(8_000_000);
        assertThat(watermarks.after()).isEqualTo(9_000_000);
    }
}
