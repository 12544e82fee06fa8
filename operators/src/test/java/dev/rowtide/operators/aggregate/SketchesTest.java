// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SketchesTest {

    private static AggregateCall quantile(int column, String fraction) {
        return new AggregateCall(
                AggregateFunction.APPROX_QUANTILE,
                List.of(column),
                false,
                AggregateCall.NO_FILTER,
                List.of(),
                List.of(new BigDecimal(fraction)),
                Type.DOUBLE);
    }

    @Test
    void fewValuesAreCountedExactly() {
        Aggregates.over("k STRING, s STRING, w DECIMAL(30, 1), x DOUBLE")
                .append()
                .by(0)
                .call(AggregateFunction.APPROX_COUNT_DISTINCT, List.of(1), false, -1, Type.BIGINT)
                .call(AggregateFunction.APPROX_COUNT_DISTINCT, List.of(2), false, -1, Type.BIGINT)
                .call(AggregateFunction.APPROX_COUNT_DISTINCT, List.of(3), false, -1, Type.BIGINT)
                .on("""
                +I a, p, 1.0, NULL
                +I a, q, 1.0, 0.0
                +I b, NULL, NULL, NULL
                +I a, p, 2.0, -0.0
                """)
                .expectConsolidated("""
                +I a, 2, 2, 1
                +I b, 0, 0, 0
                """);
    }

    @Test
    void manyValuesAreCountedAndPlacedAlmostExactly() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 3_001; i++) {
            rows.append("+I ").append(i * 7L % 3_001).append('\n');
        }
        Aggregates aggregate = Aggregates.over("v BIGINT")
                .append()
                .call(AggregateFunction.APPROX_COUNT_DISTINCT, List.of(0), false, -1, Type.BIGINT);
        aggregate.call(quantile(0, "0.5")).call(quantile(0, "0.99")).call(quantile(0, "0"));
        String[] result = aggregate.on(rows.toString()).table().get(0).split(", ");
        assertThat(Long.parseLong(result[0])).isBetween(2_850L, 3_150L);
        // 1500 is 10111011100 in binary, 2970 is 101110011010: both lose what is behind the ninth digit.
        assertThat(Double.parseDouble(result[1])).isEqualTo(0b10111011100);
        assertThat(Double.parseDouble(result[2])).isEqualTo(0b101110011000);
        assertThat(Double.parseDouble(result[3])).isZero();
    }

    @Test
    void valuesThatAreTakenBackAreCountedExactly() {
        Aggregates aggregate = Aggregates.over("v INT")
                .call(AggregateFunction.APPROX_COUNT_DISTINCT, List.of(0), false, -1, Type.BIGINT);
        aggregate.call(quantile(0, "0.5")).on("""
                +I 1
                +I 4
                +I 4
                -D 1
                -D 4
                -D 4
                +I NULL
                """).expect("""
                +I 1, 1.0
                -U 1, 1.0
                +U 2, 2.5
                -U 2, 2.5
                +U 2, 4.0
                -U 2, 4.0
                +U 1, 4.0
                -D 1, 4.0
                +I 0, NULL
                """);
    }
}
