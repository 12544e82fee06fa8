// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.SchemaText;
import org.junit.jupiter.api.Test;

class ConsolidateOperatorTest {

    private static final Schema SCHEMA = SchemaText.parse("k BIGINT, v BIGINT");
    private static final ColumnSet KEY = ColumnSet.of(0);

    @Test
    void whatCancelsOutIsNotPutOut() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true, false);

        assertThat(tick(operator, """
                        +I 1, 5
                        -U 1, 5
                        +U 1, 6
                        +I 2, 7
                        -D 2, 7
                        """)).isEqualTo("+U 1, 6\n");
    }

    @Test
    void lastChangeOfKeyStandsForAll() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, KEY, true, false);

        assertThat(tick(operator, """
                        +I 1, 5
                        +U 1, 6
                        +I 2, 7
                        -D 2, 7
                        +U 3, 8
                        -D 3, 8
                        +U 4, 9
                        -D 4, 9
                        +I 4, 1
                        """)).isEqualTo("+I 1, 6\n-D 3, 8\n+U 4, 1\n");
    }

    @Test
    void insertOfAnUpsertSourceMayReplaceRowOfAnEarlierTick() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, KEY, false, false);

        assertThat(tick(operator, "+I 1, 5")).isEqualTo("+I 1, 5\n");
        assertThat(tick(operator, "+I 1, 6\n-D 1, 6")).isEqualTo("-D 1, 6\n");
        assertThat(tick(operator, "-D 1, 6\n+I 1, 7")).isEqualTo("+I 1, 7\n");
    }

    @Test
    void batchRunHasFinalRowsOnly() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, KEY, false, true);

        assertThat(tick(operator, """
                        +U 1, 5
                        -D 2, 1
                        +U 3, 1
                        -D 3, 1
                        +U 1, 6
                        """)).isEqualTo("+I 1, 6\n");
    }

    private static String tick(ConsolidateOperator operator, String changes) {
        StringBuilder out = new StringBuilder();
        Tick tick = new Tick(1, 0, 0);
        operator.receive(0, ChangeText.parse(changes, SCHEMA, 0), tick, batch -> {});
        operator.endTick(100, tick, batch -> out.append(ChangeText.print(batch, SCHEMA)));
        return out.toString();
    }
}
