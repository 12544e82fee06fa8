// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.operators.model.RandomChanges;
import dev.rowtide.operators.model.RandomChanges.Input;
import dev.rowtide.operators.testing.OperatorHarness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random rankings over random changes: after every position the output stands for the result computed from scratch, and says no more than what has changed. */
class TopNRandomTest {

    private static final String[] TYPES = {
        "INT", "DOUBLE", "STRING", "DECIMAL(25, 1)", "BOOLEAN", "BIGINT", "TIMESTAMP(3)"
    };
    private static final int ID = 0;
    private static final int PARTITION = 1;
    private static final int VALUE = 2;
    private static final int OTHER = 3;

    private Random random = new Random();
    private String type = "";

    @ParameterizedTest
    @EnumSource
    void rowsAreRanked(Input input) {
        for (int seed = 0; seed < 60; seed++) {
            check(input, seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 7, 1_000_000})
    void rowsOfOnePartitionAreRanked(long to) {
        for (int seed = 0; seed < 4; seed++) {
            random = new Random(seed);
            type = "INT";
            Rankings ranking = Rankings.of("id INT, k STRING, v INT, w INT")
                    .retract()
                    .unique(ID)
                    .descending(VALUE)
                    .top(to);
            run(seed % 2 == 0 ? ranking : ranking.ranked(), Input.RETRACT, 150, "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "DOUBLE", "TIMESTAMP(3)", "BIGINT", "STRING", "DECIMAL(25, 1)"})
    void withoutOldRowsFirstRowsAreToldAllTheSame(String of) {
        for (int seed = 0; seed < 40; seed++) {
            random = new Random(seed);
            type = of;
            Rankings ranking = Rankings.of("id INT, k STRING, v " + type + ", w INT")
                    .by(PARTITION)
                    .order(new SortKey(VALUE, random.nextBoolean(), random.nextBoolean()))
                    .top(1);
            ranking = random.nextBoolean() ? ranking : ranking.order(new SortKey(OTHER, random.nextBoolean(), true));
            ranking = random.nextBoolean() ? ranking : ranking.latest();
            String changes = run(ranking, Input.APPEND, 60, "seed " + seed);
            List<String> log = ranking.harness(changes).run();
            log = log.stream().filter(line -> !line.contains(": -U")).toList();
            Rankings upserts = ranking.withoutUpdateBefore();
            assertThat(upserts.harness(changes).outputKey(PARTITION).run()).isEqualTo(log);
        }
    }

    private void check(Input input, int seed) {
        random = new Random(seed * 31L + input.ordinal());
        type = TYPES[random.nextInt(TYPES.length)];
        Rankings ranking = ranking(input);
        run(ranking, input, 40, input + ", seed " + seed + ": " + ranking);
    }

    private Rankings ranking(Input input) {
        Rankings ranking = Rankings.of("id INT, k STRING, v " + type + ", w INT");
        ranking = switch (input) {
            case APPEND -> ranking;
            case RETRACT -> ranking.retract().unique(ID);
            case RETRACT_WITHOUT_KEY -> ranking.retract();
            case UPSERT -> ranking.upsert(ID);
        };
        if (random.nextInt(3) > 0) {
            ranking = ranking.by(PARTITION);
        }
        for (int keys = random.nextInt(3); keys > 0; keys--) {
            ranking = ranking.order(new SortKey(keys == 1 ? VALUE : OTHER, random.nextBoolean(), random.nextBoolean()));
        }
        if (random.nextInt(3) == 0) {
            ranking = ranking.latest();
        }
        int from = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(3);
        ranking = ranking.between(from, random.nextInt(5) == 0 ? Long.MAX_VALUE : from + random.nextInt(4));
        ranking = ranking.function(RankFunction.values()[random.nextInt(3)]);
        return random.nextBoolean() ? ranking.ranked() : ranking;
    }

    /** The changes that it ran over. */
    private String run(Rankings ranking, Input input, int positions, String what) {
        RandomChanges changes = new RandomChanges(random, input, this::row);
        changes.make(positions, new TopNModel(ranking));
        OperatorHarness harness = ranking.harness(changes.text());
        try {
            changes.expectEffects(harness.run());
        } catch (AssertionError error) {
            throw new AssertionError(what + "\n" + changes.text() + "\n" + error.getMessage(), error);
        }
        if (input == Input.UPSERT && !ranking.withRank()) {
            ranking.withoutUpdateBefore()
                    .harness(changes.text())
                    .outputKey(upsertKey(ranking))
                    .run();
        }
        return changes.text();
    }

    /** Where one row of each partition is kept an update is one of the partition, else one of an input row. */
    private static int[] upsertKey(Rankings ranking) {
        boolean oneRow = ranking.function() == RankFunction.ROW_NUMBER && ranking.from() == 1 && ranking.to() == 1;
        return oneRow ? ranking.partition().stream().mapToInt(Integer::intValue).toArray() : new int[] {ID};
    }

    private List<@Nullable Comparable<?>> row(@Nullable Integer id) {
        String partition = random.nextInt(6) == 0 ? null : random.nextBoolean() ? "a" : "b";
        return Arrays.asList(id, partition, random.nextInt(6) == 0 ? null : value(), random.nextInt(3));
    }

    private Comparable<?> value() {
        int value = random.nextInt(5) - 2;
        return switch (type) {
            case "INT" -> value;
            case "BIGINT" ->
                List.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE).get(value + 2);
            case "TIMESTAMP(3)" -> "2025-03-01 12:00:00." + (value + 2) + "00";
            case "DOUBLE" -> value / 2.0;
            case "STRING" ->
                List.of("a", "abcdefgh", "abcdefghi", "b", "\u00e9").get(value + 2);
            case "BOOLEAN" -> value > 0 ? "TRUE" : "FALSE";
            default ->
                new BigDecimal(List.of("-100000000000000000000.0", "-0.5", "0.0", "0.5", "100000000000000000000.5")
                        .get(value + 2));
        };
    }
}
