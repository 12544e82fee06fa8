// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.AVG;
import static dev.rowtide.core.function.AggregateFunction.COUNT;
import static dev.rowtide.core.function.AggregateFunction.SUM;

import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which rows count: DISTINCT, FILTER and NULL. */
class DistinctAndFilterTest {

    @Test
    void aDistinctCountIgnoresRepeatsAndNulls() {
        Aggregates.over("page STRING, usr STRING")
                .append()
                .by(0)
                .distinct(COUNT, 1)
                .on("""
                +I p, u1
                +I p, u1
                +I p, u2
                +I p, NULL
                +I q, NULL
                +I p, u1
                """)
                .expect("""
                +I p, 1
                -U p, 1
                +U p, 2
                +I q, 0
                """);
    }

    @Test
    void distinctAndFilterTogether() {
        Aggregates.over("page STRING, usr STRING, human BOOLEAN")
                .by(0)
                .distinct(COUNT, 1)
                .call(COUNT, List.of(1), true, 2, Type.BIGINT)
                .call(COUNT, List.of(), false, 2, Type.BIGINT)
                .on("""
                +I p, u1, TRUE
                +I p, u2, FALSE
                +I p, u1, FALSE
                -D p, u1, TRUE
                +I p, u3, TRUE
                +I p, u3, NULL
                """)
                .expect("""
                +I p, 1, 1, 1
                -U p, 1, 1, 1
                +U p, 2, 1, 1
                -U p, 2, 1, 1
                +U p, 2, 0, 0
                -U p, 2, 0, 0
                +U p, 3, 1, 1
                """);
    }

    /** More filters than bits in a word. */
    @Test
    void seventyFilters() {
        StringBuilder schema = new StringBuilder("v INT");
        StringBuilder first = new StringBuilder("+I 5");
        StringBuilder second = new StringBuilder("+I 5");
        StringBuilder expected = new StringBuilder("+I ");
        for (int f = 0; f < 70; f++) {
            schema.append(", f").append(f).append(" BOOLEAN");
            first.append(f % 3 == 0 ? ", TRUE" : ", FALSE");
            second.append(f % 2 == 0 ? ", TRUE" : ", FALSE");
        }
        Aggregates append = Aggregates.over(schema.toString()).append();
        Aggregates retract = Aggregates.over(schema.toString());
        for (int f = 0; f < 70; f++) {
            int rows = (f % 3 == 0 ? 1 : 0) + (f % 2 == 0 ? 1 : 0);
            expected.append(f == 0 ? "" : ", ").append(rows).append(", ").append(Math.min(rows, 1));
            for (Aggregates aggregate : List.of(append, retract)) {
                aggregate.call(COUNT, List.of(), false, 1 + f, Type.BIGINT);
                aggregate.call(COUNT, List.of(0), true, 1 + f, Type.BIGINT);
            }
        }
        for (Aggregates aggregate : List.of(append, retract)) {
            aggregate.on(first + "\n" + second).expectConsolidated(expected.toString());
        }
    }

    @Test
    void distinctSumsAndCountsOfSeveralColumns() {
        Aggregates.over("v INT, w STRING")
                .distinct(SUM, 0)
                .distinct(AVG, 0)
                .call(COUNT, List.of(0, 1), true, -1, Type.BIGINT)
                .on("""
                +I 4, a
                +I 4, b
                +I 6, a
                +I 6, NULL
                -D 4, a
                -D 4, b
                """)
                .expect("""
                +I 4, 4, 1
                -U 4, 4, 1
                +U 4, 4, 2
                -U 4, 4, 2
                +U 10, 5, 3
                -U 10, 5, 3
                +U 10, 5, 2
                -U 10, 5, 2
                +U 6, 6, 1
                """);
    }
}
