// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderedAggregatesTest {

    private static AggregateCall list(int column, String separator, SortKey... order) {
        return new AggregateCall(
                AggregateFunction.LISTAGG,
                List.of(column),
                false,
                AggregateCall.NO_FILTER,
                List.of(order),
                List.of(separator),
                Type.STRING);
    }

    @Test
    void whenTheFirstOrLastGoesTheNextIsFirstOrLast() {
        Aggregates.over("k STRING, v INT")
                .by(0)
                .call(AggregateFunction.FIRST_VALUE, 1)
                .call(AggregateFunction.LAST_VALUE, 1)
                .on("""
                +I a, 1
                +I a, NULL
                +I a, 2
                +I a, 3
                -D a, 3
                -D a, 1
                -U a, 2
                +U a, 9
                -D a, 9
                -D a, NULL
                """)
                .expect("""
                +I a, 1, 1
                -U a, 1, 1
                +U a, 1, 2
                -U a, 1, 2
                +U a, 1, 3
                -U a, 1, 3
                +U a, 1, 2
                -U a, 1, 2
                +U a, 2, 2
                -U a, 2, 2
                +U a, 9, 9
                -U a, 9, 9
                +U a, NULL, NULL
                -D a, NULL, NULL
                """)
                .expectConsolidated("");
    }

    @Test
    void ofEqualRowsTheOldestGoes() {
        Aggregates.over("k STRING, v STRING")
                .by(0)
                .call(list(1, "/"))
                .on("""
                +I a, p
                +I a, q
                +I a, p
                -D a, p
                -D a, q
                """)
                .expect("""
                +I a, p
                -U a, p
                +U a, p/q
                -U a, p/q
                +U a, p/q/p
                -U a, p/q/p
                +U a, q/p
                -U a, q/p
                +U a, p
                """)
                .expectConsolidated("+I a, p");
    }

    @Test
    void aRowThatIsTakenBackBeforeItComesIsNotThere() {
        Aggregates.over("k STRING, v STRING")
                .by(0)
                .count()
                .call(list(1, ""))
                .on("""
                1: +I a, x
                2: -D a, y
                2: +I a, z
                2: +I a, y
                """)
                .expect("""
                1: +I a, 1, x
                2: -U a, 1, x
                2: +U a, 2, xz
                """);
    }

    @Test
    void aListInAnOrderDoesNotDependOnHowItsRowsCame() {
        Aggregates.over("v STRING, n INT")
                .append()
                .call(list(0, "-", new SortKey(1, true, false)))
                .call(list(0, "", new SortKey(1, false, true), new SortKey(0, true, false)))
                .on("""
                +I b, 1
                +I a, 1
                +I c, NULL
                +I NULL, 5
                +I d, 2
                """)
                .expectConsolidated("+I d-a-b-c, cbad");
    }

    private static AggregateCall array(int column, Type element, boolean distinct, SortKey... order) {
        return new AggregateCall(
                AggregateFunction.ARRAY_AGG,
                List.of(column),
                distinct,
                AggregateCall.NO_FILTER,
                List.of(order),
                List.of(true),
                Type.array(element));
    }

    @Test
    void anArrayHasNullsAndLosesWhatIsTakenBack() {
        Aggregates.over("k STRING, v INT")
                .by(0)
                .call(array(1, Type.INTEGER, false))
                .call(array(1, Type.INTEGER, true, new SortKey(1, true, true)))
                .on("""
                +I a, 3
                +I a, NULL
                +I a, 3
                -D a, 3
                -D a, NULL
                -D a, 3
                """)
                .expect("""
                +I a, [3], [3]
                -U a, [3], [3]
                +U a, "[3, NULL]", "[NULL, 3]"
                -U a, "[3, NULL]", "[NULL, 3]"
                +U a, "[3, NULL, 3]", "[NULL, 3]"
                -U a, "[3, NULL, 3]", "[NULL, 3]"
                +U a, "[NULL, 3]", "[NULL, 3]"
                -U a, "[NULL, 3]", "[NULL, 3]"
                +U a, [3], [3]
                -D a, [3], [3]
                """)
                .expectConsolidated("");
    }

    @Test
    void anArrayThatNoRowIsLeftForIsNull() {
        Aggregates.over("k STRING, v STRING, f BOOLEAN")
                .by(0)
                .call(new AggregateCall(
                        AggregateFunction.ARRAY_AGG,
                        List.of(1),
                        true,
                        2,
                        List.of(),
                        List.of(true),
                        Type.array(Type.STRING)))
                .on("""
                +I a, x, TRUE
                +I a, NULL, FALSE
                -D a, x, TRUE
                """)
                .expectConsolidated("+I a, NULL");
    }

    @Test
    void theValueOfTheLeastKeyMayBeNull() {
        Aggregates.over("v STRING, n INT")
                .call(AggregateFunction.MIN_BY, List.of(0, 1), false, -1, Type.STRING)
                .call(AggregateFunction.MAX_BY, List.of(0, 1), false, -1, Type.STRING)
                .on("""
                +I a, NULL
                +I b, 4
                +I NULL, 3
                +I d, 4
                -D NULL, 3
                -D b, 4
                -D d, 4
                """)
                .expect("""
                +I NULL, NULL
                -U NULL, NULL
                +U b, b
                -U b, b
                +U NULL, b
                -U NULL, b
                +U b, b
                -U b, b
                +U d, d
                -U d, d
                +U NULL, NULL
                """);
    }

    @Test
    void bitsAreCounted() {
        Aggregates.over("v INT")
                .call(AggregateFunction.BIT_AND, 0)
                .call(AggregateFunction.BIT_OR, 0)
                .call(AggregateFunction.BIT_XOR, 0)
                .on("""
                +I 7
                +I 5
                +I -8
                -D 7
                -D -8
                -D 5
                +I NULL
                """)
                .expect("""
                +I 7, 7, 7
                -U 7, 7, 7
                +U 5, 7, 2
                -U 5, 7, 2
                +U 0, -1, -6
                -U 0, -1, -6
                +U 0, -3, -3
                -U 0, -3, -3
                +U 5, 5, 5
                -D 5, 5, 5
                +I NULL, NULL, NULL
                """);
    }
}
