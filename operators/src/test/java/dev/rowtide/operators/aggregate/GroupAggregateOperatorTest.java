// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.COUNT;
import static dev.rowtide.core.function.AggregateFunction.MAX;
import static dev.rowtide.core.function.AggregateFunction.SUM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups as they come, change and go, and the changes that tell of it. */
class GroupAggregateOperatorTest {

    private static final Tick TICK = new Tick(1, 0, 0);

    @Test
    void aCountChangesWithEveryRow() {
        Aggregates.over("user STRING, url STRING")
                .append()
                .by(0)
                .count()
                .on("""
                +I mary, a
                +I bob, b
                +I mary, c
                -- tick
                +I liz, d
                +I mary, e
                """)
                .expect("""
                +I mary, 1
                +I bob, 1
                -U mary, 1
                +U mary, 2
                +I liz, 1
                -U mary, 2
                +U mary, 3
                """)
                .expectConsolidated("""
                +I mary, 2
                +I bob, 1
                -- tick
                +I liz, 1
                -U mary, 2
                +U mary, 3
                """);
    }

    @Test
    void withoutUpdateBeforeOnlyTheNewRowGoesOut() {
        Aggregates.over("k INT")
                .withoutUpdateBefore()
                .by(0)
                .count()
                .on("""
                +I 1
                +I 1
                -D 1
                -D 1
                """)
                .outputKey(0)
                .expect("""
                +I 1, 1
                +U 1, 2
                +U 1, 1
                -D 1, 1
                """)
                .expectConsolidated("");
    }

    @Test
    void distinctIsAnAggregateWithoutCalls() {
        Aggregates.over("a STRING, b INT").append().by(0, 1).on("""
                +I x, 1
                +I x, 1
                +I y, 1
                +I x, 2
                +I y, 1
                """).expect("""
                +I x, 1
                +I y, 1
                +I x, 2
                """);
        Aggregates.over("a STRING, b INT").by(0, 1).on("""
                +I x, 1
                +I x, 1
                +I y, 2
                -D x, 1
                -D x, 1
                """).expect("""
                +I x, 1
                +I y, 2
                -D x, 1
                """).expectConsolidated("+I y, 2");
    }

    @Test
    void anUpdateThatMovesARowEmptiesItsOldGroup() {
        Aggregates.over("id INT, dept STRING, pay INT")
                .by(1)
                .call(SUM, 2)
                .on("""
                +I 1, dev, 10
                +I 2, dev, 20
                -U 1, dev, 10
                +U 1, ops, 10
                -U 2, dev, 20
                +U 2, ops, 25
                """)
                .expect("""
                0: +I dev, 10
                1: -U dev, 10
                1: +U dev, 30
                2: -U dev, 30
                2: +U dev, 20
                2: +I ops, 10
                3: -D dev, 20
                3: -U ops, 10
                3: +U ops, 35
                """);
    }

    @Test
    void theRowsOfOnePositionActTogether() {
        Aggregates.over("k STRING, v INT").by(0).count().call(MAX, 1).on("""
                1: +I a, 4
                2: -U a, 4
                2: +U a, 9
                3: +I b, 1
                3: +I a, 2
                3: +I b, 5
                3: +I c, 7
                3: -D c, 7
                4: -D b, 1
                4: -D b, 5
                4: +I b, 8
                """).expect("""
                1: +I a, 1, 4
                2: -U a, 1, 4
                2: +U a, 1, 9
                3: +I b, 2, 5
                3: -U a, 1, 9
                3: +U a, 2, 9
                4: -U b, 2, 5
                4: +U b, 1, 8
                """);
    }

    @Test
    void theAggregateOfEverythingHasNoRowWhileItsInputIsEmpty() {
        Aggregates.over("v INT").count().call(MAX, 0).on("""
                +I 4
                +I 6
                -D 4
                -D 6
                +I 3
                """).expect("""
                +I 1, 4
                -U 1, 4
                +U 2, 6
                -U 2, 6
                +U 1, 6
                -D 1, 6
                +I 1, 3
                """).expectConsolidated("+I 1, 3");
    }

    @Test
    void byTheRuleOfSqlItAlwaysHasOne() {
        Aggregates.over("v INT")
                .emptyRow()
                .count()
                .call(MAX, 0)
                .on("""
                +I 4
                +I 6
                -D 4
                -D 6
                """)
                .expect("""
                +I 0, NULL
                -U 0, NULL
                +U 1, 4
                -U 1, 4
                +U 2, 6
                -U 2, 6
                +U 1, 6
                -U 1, 6
                +U 0, NULL
                """)
                .expectConsolidated("+I 0, NULL");
        Aggregates.over("v INT").emptyRow().count().call(SUM, 0).on("-- tick").expect("+I 0, NULL");
        Aggregates.over("v INT")
                .emptyRow()
                .append()
                .count()
                .call(SUM, 0)
                .on("""
                -- tick
                +I 5
                +I 6
                """)
                .expect("""
                +I 0, NULL
                -U 0, NULL
                +U 1, 5
                -U 1, 5
                +U 2, 11
                """)
                .expectConsolidated("""
                +I 0, NULL
                -- tick
                -U 0, NULL
                +U 2, 11
                """);
    }

    /** A job's first tick may end before anything was read: the row of an aggregate without input then lies at -1, and all that follows from it. */
    @Test
    void whereItsInputBeginsBeforeAllThatIsReadSoDoesTheRowThatItAlwaysHas() {
        Aggregates aggregate = Aggregates.over("v INT").emptyRow().count().call(MAX, 0);
        var operator = new GroupAggregateOperator(aggregate.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        List<String> changes = new ArrayList<>();
        Output output = batch -> {
            String[] lines = ChangeText.print(batch, aggregate.node().schema()).split("\n");
            for (int i = 0; i < batch.size(); i++) {
                changes.add(batch.position(batch.row(i)) + ": " + lines[i]);
            }
        };

        operator.receive(0, ChangeText.parse("+I 0", aggregate.inputSchema(), -1), TICK, output);
        operator.endTick(0, TICK, output);
        operator.receive(0, ChangeText.parse("-U 0\n+U 3", aggregate.inputSchema(), 0), TICK, output);
        operator.endTick(1, TICK, output);

        assertThat(changes)
                .containsExactly("-1: +I 0, NULL", "-1: -U 0, NULL", "-1: +U 1, 0", "0: -U 1, 0", "0: +U 1, 3");
    }

    @Test
    void aGroupThatComesBackStartsAfresh() {
        Aggregates.over("k INT, v STRING, d DOUBLE")
                .by(0)
                .distinct(COUNT, 1)
                .call(MAX, 1)
                .call(SUM, 2)
                .on("""
                +I 1, a, 0.1
                +I 1, b, 0.2
                -D 1, a, 0.1
                -D 1, b, 0.2
                -- tick
                +I 1, a, 0.3
                """)
                .expect("""
                +I 1, 1, a, 0.1
                -U 1, 1, a, 0.1
                +U 1, 2, b, 0.30000000000000004
                -U 1, 2, b, 0.30000000000000004
                +U 1, 1, b, 0.2
                -D 1, 1, b, 0.2
                +I 1, 1, a, 0.3
                """)
                .expectConsolidated("""
                -- tick
                +I 1, 1, a, 0.3
                """);
    }

    @Test
    void keysOfManyTypes() {
        Aggregates.over("a DOUBLE, b STRING, c DECIMAL(30, 2), d BOOLEAN")
                .by(0, 1, 2, 3)
                .count()
                .on("""
                +I 0.0, x, 1.50, TRUE
                +I -0.0, x, 1.50, TRUE
                +I NULL, NULL, NULL, NULL
                +I NaN, "", -1.50, FALSE
                -D NULL, NULL, NULL, NULL
                +I NaN, "", -1.50, FALSE
                """)
                .expect("""
                +I 0.0, x, 1.50, TRUE, 1
                -U 0.0, x, 1.50, TRUE, 1
                +U 0.0, x, 1.50, TRUE, 2
                +I NULL, NULL, NULL, NULL, 1
                +I NaN, "", -1.50, FALSE, 1
                -D NULL, NULL, NULL, NULL, 1
                -U NaN, "", -1.50, FALSE, 1
                +U NaN, "", -1.50, FALSE, 2
                """)
                .expectConsolidated("""
                +I 0.0, x, 1.50, TRUE, 2
                +I NaN, "", -1.50, FALSE, 2
                """);
    }

    @Test
    void nullKeysAreOneGroup() {
        for (String type : List.of("INT", "DOUBLE", "BOOLEAN", "STRING", "DECIMAL(20, 0)")) {
            Aggregates.over("k " + type).by(0).count().on("""
                    +I NULL
                    +I NULL
                    """).expect("""
                    +I NULL, 1
                    -U NULL, 1
                    +U NULL, 2
                    """).expectConsolidated("+I NULL, 2");
        }
        Aggregates.over("a INT, b BOOLEAN").by(0, 1).count().on("""
                +I NULL, TRUE
                +I 0, TRUE
                +I NULL, NULL
                +I 1, NULL
                +I NULL, FALSE
                +I NULL, TRUE
                """).expectConsolidated("""
                +I NULL, TRUE, 2
                +I 0, TRUE, 1
                +I NULL, NULL, 1
                +I 1, NULL, 1
                +I NULL, FALSE, 1
                """);
    }

    @Test
    void aRetractionForAnUnknownGroupIsIgnoredAndCounted() {
        Aggregates aggregate = Aggregates.over("k STRING, v INT").by(0).count().call(SUM, 1);
        aggregate.on("""
                -D z, 1
                +I a, 11
                +I a, 21
                -D a, 8
                -U y, 1
                """).expect("""
                +I a, 1, 11
                -U a, 1, 11
                +U a, 2, 32
                -U a, 2, 32
                +U a, 1, 24
                """);
        var operator = new GroupAggregateOperator(aggregate.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        operator.receive(
                0, ChangeText.parse("-D z, 1\n-D y, 2\n+I y, 2\n-D y, 2", aggregate.inputSchema(), 0), TICK, b -> {});
        operator.endTick(4, TICK, b -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(2);
    }

    @Test
    void watermarksPass() {
        Aggregates.over("k INT").by(0).count().on("""
                -- watermark 5
                +I 1
                +I 1
                -- watermark 9
                -D 1
                -D 1
                -- watermark 12
                """).expect("""
                -- watermark 5
                +I 1, 1
                -U 1, 1
                +U 1, 2
                -- watermark 9
                -U 1, 2
                +U 1, 1
                -D 1, 1
                -- watermark 12
                """);
    }
}
