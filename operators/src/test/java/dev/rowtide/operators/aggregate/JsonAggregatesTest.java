// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonAggregatesTest {

    private static AggregateCall array(int column, boolean keepsNulls, SortKey... order) {
        return call(AggregateFunction.JSON_ARRAYAGG, List.of(column), keepsNulls, AggregateCall.NO_FILTER, order);
    }

    private static AggregateCall object(boolean keepsNulls) {
        return call(AggregateFunction.JSON_OBJECTAGG, List.of(0, 1), keepsNulls, AggregateCall.NO_FILTER);
    }

    private static AggregateCall call(
            AggregateFunction function, List<Integer> columns, boolean keepsNulls, int filter, SortKey... order) {
        return new AggregateCall(
                function, columns, false, filter, List.of(order), List.of(keepsNulls, false), Type.STRING);
    }

    /** The one value that is left in the end. */
    private static String json(String input, AggregateCall call, String changes) {
        String line = Aggregates.over(input).call(call).on(changes).table().get(0);
        return line.startsWith("\"") ? line.substring(1, line.length() - 1).replace("\"\"", "\"") : line;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "BOOLEAN | TRUE | [true]",
                "INT | -7 | [-7]",
                "DECIMAL(9, 2) | 1.50 | [1.50]",
                "DOUBLE | 2.5 | [2.5]",
                "DOUBLE | NaN | [\"NaN\"]",
                "DATE | 2024-01-31 | [\"2024-01-31\"]",
                "TIMESTAMP(3) | 2024-01-31 10:00:00.250 | [\"2024-01-31 10:00:00.250\"]",
                "TIMESTAMP_LTZ(0) | 2024-01-31 10:00:00 | [\"2024-01-31 10:00:00Z\"]",
                "BYTES | x'0aff' | [\"Cv8=\"]",
                "STRING | \"a\"\"b\\c/\u0001é\" | [\"a\\\"b\\\\c/\\u0001é\"]"
            })
    void elementsOfEveryType(String type, String value, String expected) {
        assertThat(json("v " + type, array(0, true), "+I " + value + "\n")).isEqualTo(expected);
    }

    @Test
    void anArrayShrinksAndKeepsItsOrder() {
        Aggregates.over("k STRING, v INT")
                .by(0)
                .call(array(1, false, new SortKey(1, true, false)))
                .on("""
                +I a, 4
                -D a, 4
                +I a, NULL
                +I a, 7
                -D a, 7
                """)
                .expect("""
                +I a, [4]
                -D a, [4]
                +I a, []
                -U a, []
                +U a, [7]
                -U a, [7]
                +U a, []
                """);
        String rows = "+I 4\n+I 9\n+I 5\n-D 9\n+I 7\n";
        assertThat(json("v INT", array(0, false), rows)).isEqualTo("[4,5,7]");
        assertThat(json("v INT", array(0, false, new SortKey(0, true, false)), rows))
                .isEqualTo("[7,5,4]");
    }

    @Test
    void nullsAreKeptOrLeftOut() {
        String rows = "+I NULL, 1\n+I 2, 1\n+I 3, 1\n-D 3, 1\n";
        assertThat(json("v INT, n INT", array(0, true), rows)).isEqualTo("[null,2]");
        assertThat(json("v INT, n INT", array(0, false), rows)).isEqualTo("[2]");
    }

    @Test
    void ofNoRowsThereIsNoJson() {
        Aggregates.over("k STRING, v INT, f BOOLEAN")
                .call(call(AggregateFunction.JSON_ARRAYAGG, List.of(1), true, 2))
                .call(call(AggregateFunction.JSON_OBJECTAGG, List.of(0, 1), true, 2))
                .on("+I a, 1, FALSE\n+I b, 2, TRUE\n-D b, 2, TRUE\n")
                .expect("""
                +I NULL, NULL
                -U NULL, NULL
                +U [2], "{""b"":2}"
                -U [2], "{""b"":2}"
                +U NULL, NULL
                """);
    }

    @Test
    void membersComeAndGoWithTheirRows() {
        String rows = "+I b, 1\n+I a, NULL\n+I c, 3\n-U b, 1\n+U b, 2\n-D c, 3\n";
        assertThat(json("k STRING, v INT", object(true), rows)).isEqualTo("{\"a\":null,\"b\":2}");
        assertThat(json("k STRING, v INT", object(false), rows)).isEqualTo("{\"b\":2}");
    }

    @Test
    void aMemberWithoutNameIsAnErrorUntilItIsGone() {
        Aggregates.over("k STRING, v INT").call(object(true)).on("""
                1: +I a, 1
                2: +I NULL, 5
                2: -D NULL, 5
                3: +I NULL, 5
                """).expect("""
                1: +I "{""a"":1}"
                -- fails at 3: INVALID_ARGUMENT
                """);
    }
}
