// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.MAX;
import static dev.rowtide.core.function.AggregateFunction.MIN;
import static dev.rowtide.core.function.AggregateFunction.SINGLE_VALUE;

import org.junit.jupiter.api.Test;

/** MIN, MAX and the only value. */
class ExtremesTest {

    @Test
    void aMinimumIsThatOfAMultiset() {
        Aggregates.over("lot STRING, amt INT").by(0).call(MIN, 1).on("""
                +I x, 7
                +I x, 7
                +I x, 9
                -D x, 7
                -D x, 7
                """).expect("""
                +I x, 7
                -U x, 7
                +U x, 9
                """);
    }

    @Test
    void extremesOfEveryKindOfValue() {
        String input = """
                +I 1.5, FALSE, plum, 12345678901234567890.1, x'02'
                +I -0.0, TRUE, apple, -12345678901234567890.1, x'ff'
                +I NULL, NULL, NULL, NULL, NULL
                +I NaN, FALSE, zebra, 12345678901234567890.2, x'0201'
                """;
        String schema = "d DOUBLE, b BOOLEAN, s STRING, w DECIMAL(30, 1), y BYTES";
        Aggregates append = Aggregates.over(schema).append();
        Aggregates retract = Aggregates.over(schema);
        for (int column = 0; column < 5; column++) {
            append.call(MIN, column).call(MAX, column);
            retract.call(MIN, column).call(MAX, column);
        }
        String first =
                "1.5, 1.5, FALSE, FALSE, plum, plum, 12345678901234567890.1, 12345678901234567890.1, x'02', x'02'";
        String second =
                "0.0, 1.5, FALSE, TRUE, apple, plum, -12345678901234567890.1, 12345678901234567890.1, x'02', x'ff'";
        String third =
                "0.0, NaN, FALSE, TRUE, apple, zebra, -12345678901234567890.1, 12345678901234567890.2, x'02', x'ff'";
        String log = "+I " + first + "\n-U " + first + "\n+U " + second + "\n-U " + second + "\n+U " + third + "\n";
        append.on(input).expect(log).expectConsolidated("+I " + third);
        retract.on(input).expect(log).expectConsolidated("+I " + third);
        retract.on(input + """
                -D NaN, FALSE, zebra, 12345678901234567890.2, x'0201'
                -D 0.0, TRUE, apple, -12345678901234567890.1, x'ff'
                """)
                .expect(log + "-U " + third + "\n+U " + second + "\n-U " + second + "\n+U " + first + "\n");
    }

    @Test
    void aSingleValueIsOne() {
        Aggregates.over("k INT, v STRING").by(0).call(SINGLE_VALUE, 1).on("""
                1: +I 1, a
                2: +I 1, b
                2: -D 1, a
                3: -D 1, b
                3: +I 1, NULL
                4: +I 2, x
                5: +I 2, x
                """).expect("""
                +I 1, a
                -U 1, a
                +U 1, b
                -U 1, b
                +U 1, NULL
                +I 2, x
                -- fails at 5: INVALID_ARGUMENT
                """);
    }
}
