// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import org.junit.jupiter.api.Test;

class HoldUntilWatermarkOperatorTest {

    @Test
    void changesWaitForTheWatermarkAndGoTogether() {
        String schema = "k STRING, v BIGINT";
        OperatorHarness.of(settings -> new HoldUntilWatermarkOperator(SchemaText.parse(schema)))
                .input(schema, """
                        +I a, 1
                        -- watermark 1
                        -U a, 1
                        +U a, 2
                        -D a, 2
                        -- tick
                        +I b, 3
                        -- watermark 5
                        -- watermark 7
                        +I c, 4
                        -- watermark 9
                        -- tick
                        +I d, 5
                        """)
                .expect("""
                        0: +I a, 1
                        3: -U a, 1
                        3: +U a, 2
                        3: -D a, 2
                        3: +I b, 3
                        4: +I c, 4
                        """);
    }
}
