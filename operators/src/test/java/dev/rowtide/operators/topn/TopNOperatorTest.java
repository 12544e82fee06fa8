// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.testing.SchemaText;
import java.time.ZoneOffset;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopNOperatorTest {

    private static final Tick TICK = new Tick(1, 0, 0);
    private static final String SCORES = "id INT, team STRING, score INT";

    @Test
    void withTiesKeepsAllThatShareTheLastRank() {
        Rankings.of(SCORES)
                .descending(2)
                .function(RankFunction.RANK)
                .top(2)
                .harness("""
                +I 1, a, 5
                +I 2, a, 5
                +I 3, a, 5
                +I 4, a, 9
                +I 5, a, 7
                """)
                .expect("""
                0: +I 1, a, 5
                1: +I 2, a, 5
                2: +I 3, a, 5
                3: +I 4, a, 9
                4: -D 1, a, 5
                4: -D 2, a, 5
                4: -D 3, a, 5
                4: +I 5, a, 7
                """);
    }

    /** Rows that go out as they came would lack their rank. */
    @Test
    void theFirstRowOfInsertsHasItsRankWhereThatIsAsked() {
        Rankings.of(SCORES)
                .by(1)
                .descending(2)
                .top(1)
                .ranked()
                .withoutUpdateBefore()
                .harness("""
                +I 1, a, 5
                +I 2, b, 5
                +I 3, a, 4
                +I 4, a, 9
                """)
                .outputKey(1)
                .expect("""
                0: +I 1, a, 5, 1
                1: +I 2, b, 5, 1
                3: +U 4, a, 9, 1
                """);
    }

    @Test
    void rowsThatTieComeBackWhenTheOneBeforeThemGoes() {
        Rankings.of(SCORES)
                .retract()
                .unique(0)
                .descending(2)
                .function(RankFunction.RANK)
                .top(1)
                .harness("""
                +I 1, a, 9
                +I 2, a, 5
                +I 3, a, 5
                -D 1, a, 9
                """)
                .expect("""
                0: +I 1, a, 9
                3: -D 1, a, 9
                3: +I 2, a, 5
                3: +I 3, a, 5
                """);
    }

    @Test
    void anEqualRowThatComesLaterIsNoUpdate() {
        Rankings.of(SCORES)
                .by(1)
                .descending(2)
                .latest()
                .top(1)
                .withoutUpdateBefore()
                .harness("""
                +I 1, a, 5
                +I 1, a, 5
                +I 2, a, 5
                +I 2, a, 5
                +I 3, a, 4
                +I 4, b, 1
                +I 4, b, 2
                +I 4, b, 2
                """)
                .outputKey(1)
                .expect("""
                0: +I 1, a, 5
                2: +U 2, a, 5
                5: +I 4, b, 1
                6: +U 4, b, 2
                """);
    }

    @Test
    void ranksThatSeveralRowsShareAreUpdatedRowByRow() {
        Rankings ranking = Rankings.of(SCORES).retract().unique(0).descending(2).ranked();
        String changes = """
                +I 1, a, 5
                +I 2, a, 5
                +I 3, a, 3
                +I 4, a, 9
                -D 2, a, 5
                """;
        ranking.function(RankFunction.RANK).top(4).harness(changes).expect("""
                0: +I 1, a, 5, 1
                1: +I 2, a, 5, 1
                2: +I 3, a, 3, 3
                3: +I 4, a, 9, 1
                3: -U 1, a, 5, 1
                3: +U 1, a, 5, 2
                3: -U 2, a, 5, 1
                3: +U 2, a, 5, 2
                3: -U 3, a, 3, 3
                3: +U 3, a, 3, 4
                4: -D 2, a, 5, 2
                4: -U 3, a, 3, 4
                4: +U 3, a, 3, 3
                """);
        ranking.function(RankFunction.DENSE_RANK).top(2).harness(changes).expect("""
                0: +I 1, a, 5, 1
                1: +I 2, a, 5, 1
                2: +I 3, a, 3, 2
                3: -D 3, a, 3, 2
                3: +I 4, a, 9, 1
                3: -U 1, a, 5, 1
                3: +U 1, a, 5, 2
                3: -U 2, a, 5, 1
                3: +U 2, a, 5, 2
                4: -D 2, a, 5, 2
                """);
    }

    @Test
    void anUpdateOfARowThatStaysIsAnUpdate() {
        Rankings.of(SCORES)
                .retract()
                .unique(0)
                .descending(2)
                .top(2)
                .harness("""
                +I 1, a, 5
                +I 2, a, 7
                +I 3, a, 3
                -U 1, a, 5
                +U 1, b, 9
                -U 1, b, 9
                +U 1, b, 2
                -U 3, a, 3
                +U 3, a, 3
                """)
                .expect("""
                0: +I 1, a, 5
                1: +I 2, a, 7
                3: -U 1, a, 5
                3: +U 1, b, 9
                4: -D 1, b, 9
                4: +I 3, a, 3
                """);
    }

    @Test
    void theFirstRowOfAnUpsertInputIsReplacedInPlace() {
        Rankings ranking = Rankings.of(SCORES).upsert(0).by(1).descending(2).top(1);
        String changes = """
                +I 1, a, 5
                +U 2, a, 7
                +U 2, a, 4
                -D 1, a, 5
                -D 2, a, 4
                """;
        ranking.harness(changes).expect("""
                0: +I 1, a, 5
                1: -U 1, a, 5
                1: +U 2, a, 7
                2: -U 2, a, 7
                2: +U 1, a, 5
                3: -U 1, a, 5
                3: +U 2, a, 4
                4: -D 2, a, 4
                """);
        ranking.withoutUpdateBefore().harness(changes).outputKey(1).expect("""
                0: +I 1, a, 5
                1: +U 2, a, 7
                2: +U 1, a, 5
                3: +U 2, a, 4
                4: -D 2, a, 4
                """);
    }

    @Test
    void aRowMayMoveToAnotherPartitionAndBeDeletedByItsKey() {
        Rankings ranking = Rankings.of(SCORES).upsert(0).by(1).descending(2).top(1);
        Rankings byKey = new Rankings(
                ranking.schema(),
                new ChangelogMode(true, false, true, true, true),
                ranking.keys(),
                ranking.partition(),
                ranking.order(),
                ranking.function(),
                ranking.from(),
                ranking.to(),
                ranking.withRank(),
                ranking.output());
        byKey.harness("""
                +I 1, a, 5
                +I 2, a, 7
                +I 3, b, 1
                +U 2, b, 7
                -D 3, NULL, NULL
                -D 2, NULL, NULL
                """).expect("""
                0: +I 1, a, 5
                1: -U 1, a, 5
                1: +U 2, a, 7
                2: +I 3, b, 1
                3: -U 2, a, 7
                3: +U 1, a, 5
                3: -U 3, b, 1
                3: +U 2, b, 7
                5: -D 2, b, 7
                """);
    }

    @Test
    void aTickTellsTheDifferenceItMade() {
        Rankings.of(SCORES)
                .retract()
                .unique(0)
                .descending(2)
                .top(2)
                .harness("""
                +I 1, a, 5
                +I 2, a, 7
                +I 3, a, 9
                -- tick
                -D 3, a, 9
                +I 3, a, 9
                -U 1, a, 5
                +U 1, a, 6
                -- tick
                -D 3, a, 9
                -U 2, a, 7
                +U 2, b, 7
                """)
                .expectConsolidated("""
                2: +I 3, a, 9
                2: +I 2, a, 7
                -- tick
                -- tick
                7: -D 3, a, 9
                7: +I 1, a, 6
                7: -U 2, a, 7
                7: +U 2, b, 7
                """);
    }

    @Test
    void manyRowsInOneTickThatGoAndComeBackAreNotTold() {
        String in = lines(20, i -> "+I " + i + ", a, " + i);
        String out = lines(20, i -> "-D " + i + ", a, " + i);
        Rankings.of(SCORES)
                .retract()
                .top(30)
                .harness(in + "-- tick\n" + out + in)
                .expectConsolidated(in + "-- tick\n");
    }

    @Test
    void retractionsOfRowsThatAreNotThereAreCounted() {
        TopN node = Rankings.of(SCORES).retract().by(1).descending(2).top(1).node();
        TopNOperator operator = new TopNOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        String changes = "+I 1, a, 5\n-D 2, a, 5\n-D 1, b, 5\n-U 1, a, 4\n+U 1, a, 6";
        ChangeBatch batch = ChangeText.parse(changes, SchemaText.parse(SCORES), 0);
        operator.receive(0, batch, TICK, output -> {});
        operator.endTick(5, TICK, output -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(3);
        StateBytes snapshot = new StateBytes();
        operator.snapshot(0, StateWriter.PARTITIONS - 1, snapshot);
        TopNOperator restored = new TopNOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        restored.restore(StateBytes.of(snapshot.toByteArray()));
        assertThat(restored.unknownRetractions()).isEqualTo(3);
    }

    @Test
    void partitionsThatComeAndGoLeaveNothingBehind() {
        TopN node = Rankings.of(SCORES)
                .retract()
                .unique(0)
                .by(1)
                .descending(2)
                .top(3)
                .node();
        TopNOperator operator = new TopNOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        long early = 0;
        for (int round = 0; round < 400; round++) {
            int first = round * 100;
            String rows = IntStream.range(first, first + 100)
                    .mapToObj(i -> "+I " + i + ", team" + i + ", 1\n-D " + i + ", team" + i + ", 1\n")
                    .collect(Collectors.joining());
            operator.receive(0, ChangeText.parse(rows, SchemaText.parse(SCORES), 2L * first), TICK, output -> {});
            operator.endTick(2L * (first + 100), TICK, output -> {});
            early = round == 100 ? operator.stateBytes() : early;
        }
        assertThat(operator.stateBytes()).isLessThanOrEqualTo(2 * early);
        StateBytes snapshot = new StateBytes();
        operator.snapshot(0, StateWriter.PARTITIONS - 1, snapshot);
        assertThat(snapshot.size()).isEqualTo(10 * Long.BYTES);
    }

    @Test
    void limitPassesRowsOnWithTheirRanksAndWatermarks() {
        Rankings.of(SCORES).by(1).between(2, 3).ranked().harness("""
                +I 1, a, 5
                +I 2, a, 5
                -- watermark 3
                +I 3, b, 5
                +I 4, a, 5
                +I 5, a, 5
                +I 6, NULL, 5
                +I 7, NULL, 5
                """).expect("""
                +I 2, a, 5, 2
                -- watermark 3
                +I 4, a, 5, 3
                +I 7, NULL, 5, 2
                """);
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n")) + "\n";
    }
}
