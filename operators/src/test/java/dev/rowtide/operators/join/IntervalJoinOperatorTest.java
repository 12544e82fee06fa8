// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IntervalJoinOperatorTest {

    private static OperatorHarness over(JoinType type, long lower, long upper, String left, String right) {
        var node = TimedJoins.interval(type, lower, upper, false);
        return OperatorHarness.of(settings -> new IntervalJoinOperator(node, settings))
                .input(TimedJoins.INPUT, left)
                .input(TimedJoins.INPUT, right)
                .output(node.schema());
    }

    @Test
    void aRowWithoutAMatchIsPaddedWhenTheWatermarkIsPastItsInterval() {
        over(JoinType.FULL, -2, 5, """
                0: +I 1, 10, 1970-01-01 00:00:10
                -- watermark 10000000
                2: +I 2, 20, 1970-01-01 00:00:12
                -- watermark 17000000
                4: +I 3, 30, 1970-01-01 00:00:30
                -- watermark 17001000
                """, """
                1: +I 1, 11, 1970-01-01 00:00:15
                -- watermark 15000000
                3: +I 2, 21, 1970-01-01 00:00:18
                -- watermark 30000000
                """).expect("""
                1: +I 1, 10, 1970-01-01 00:00:10, 1, 11, 1970-01-01 00:00:15
                4: +I 2, 20, 1970-01-01 00:00:12, NULL, NULL, NULL
                """);
    }

    @Test
    void rowsWithoutKeyOrTimeMatchNothing() {
        over(JoinType.LEFT, 0, 1, """
                0: +I NULL, 10, 1970-01-01 00:00:10
                1: +I 1, 10, NULL
                -- watermark 20000000
                """, """
                2: +I NULL, 11, 1970-01-01 00:00:10
                3: +I 1, 11, NULL
                -- watermark 20000000
                """).expect("""
                1: +I 1, 10, NULL, NULL, NULL, NULL
                3: +I NULL, 10, 1970-01-01 00:00:10, NULL, NULL, NULL
                """);
    }

    @Test
    void whatIsPastIsGivenUp() {
        var node = TimedJoins.interval(JoinType.LEFT, -10, 10, false);
        IntervalJoinOperator operator =
                new IntervalJoinOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        long bytes = 0;
        for (int tick = 1; tick <= 200; tick++) {
            for (int input = 0; input < 2; input++) {
                BatchBuilder builder = new BatchBuilder(TimedJoins.INPUT);
                for (int i = 0; i < 100; i++) {
                    builder.column(0).appendLong(tick * 100 + i);
                    builder.column(1).appendLong(i);
                    builder.column(2).appendLong(tick * TimedJoins.SECOND);
                    builder.endRow(RowKind.INSERT.code(), tick);
                }
                long time = tick * TimedJoins.SECOND;
                operator.receive(
                        input,
                        builder.build(new Watermarks(new long[] {tick + 1}, new long[] {time - 1}, time)),
                        new Tick(tick, 0, 1),
                        batch -> {});
            }
            operator.advance(tick + 1, new Tick(tick, 0, 1), batch -> {});
            operator.endTick(tick + 1, new Tick(tick, 0, 1), batch -> {});
            if (tick == 50) {
                bytes = operator.stateBytes();
            }
        }
        assertThat(operator.stateBytes()).isLessThanOrEqualTo(bytes);
    }

    static Stream<Arguments> scenarios() {
        return Stream.of(JoinType.values())
                .flatMap(type -> Stream.of(1, 2, 3, 4, 5, 6).map(seed -> Arguments.of(type, seed)));
    }

    /** Rows in disorder, some late, against every pair that there can be. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void pairsAreThoseOfRowsThatWereKeptWhenTheOtherCame(JoinType type, int seed) {
        Random random = new Random(seed * 31L + type.ordinal());
        long lower = List.of(-5, 0, -20, 3, -8, -1).get(seed - 1);
        long upper = List.of(5, 6, 0, 9, -2, 0).get(seed - 1);
        boolean condition = seed % 2 == 0;
        Model model = new Model(type, lower, upper, condition);
        StringBuilder[] text = {new StringBuilder(), new StringBuilder()};
        long now = 0;
        long[] told = {Long.MIN_VALUE, Long.MIN_VALUE};
        for (int position = 0; position < 120; position++) {
            now += random.nextInt(3);
            int side = random.nextInt(2);
            Row row = new Row(
                    side,
                    position,
                    random.nextInt(8) == 0 ? -1 : random.nextInt(2),
                    random.nextInt(3),
                    Math.max(0, now - random.nextInt(14)));
            text[side].append(position).append(": +I ").append(row.text()).append('\n');
            model.take(row);
            if (random.nextInt(3) == 0 && now - 6 > told[side]) {
                told[side] = now - 6;
                text[side]
                        .append("-- watermark ")
                        .append(told[side] * TimedJoins.SECOND)
                        .append('\n');
                model.raise(position, Math.min(told[0], told[1]));
            }
        }
        var node = TimedJoins.interval(type, lower, upper, condition);
        for (int runMin : new int[] {1, 3, 1000}) {
            OperatorHarness.of(settings -> new IntervalJoinOperator(node, settings, runMin))
                    .input(TimedJoins.INPUT, text[0].toString())
                    .input(TimedJoins.INPUT, text[1].toString())
                    .output(node.schema())
                    .expect(String.join("\n", model.log) + "\n");
        }
        assertThat(model.log).isNotEmpty();
    }

    /** Long runs of the inputs in turn, each of whose rows looks for a key: a row is looked at so often at most, however many ask. */
    @Test
    void pendingRowsAreNotLookedThroughByAll() {
        var node = TimedJoins.interval(JoinType.INNER, -1_000, 1_000, false);
        IntervalJoinOperator operator =
                new IntervalJoinOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        int rows = 0;
        long[] pairs = {0};
        for (int tick = 1; tick <= 40; tick++) {
            BatchBuilder builder = new BatchBuilder(TimedJoins.INPUT);
            for (int i = 0; i < 2_000; i++, rows++) {
                builder.column(0).appendLong(i);
                builder.column(1).appendLong(i);
                builder.column(2).appendLong(tick * TimedJoins.SECOND);
                builder.endRow(RowKind.INSERT.code(), rows);
            }
            // All of one input first, then all of the other: they meet.
            operator.receive(tick <= 20 ? 0 : 1, builder.build(Watermarks.absent()), new Tick(tick, 0, 1), batch -> {});
            operator.advance(rows, new Tick(tick, 0, 1), batch -> pairs[0] += batch.size());
        }
        assertThat(pairs[0]).isEqualTo(20L * 20 * 2_000);
        assertThat(operator.rowsLookedAt()).isLessThanOrEqualTo(16L * rows);
    }

    @Test
    void aRowThatLooksForFewFindsThemAmongThePending() {
        var node = TimedJoins.interval(JoinType.LEFT, -1_000, 1_000, false);
        IntervalJoinOperator operator =
                new IntervalJoinOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        BatchBuilder builder = new BatchBuilder(TimedJoins.INPUT);
        for (int i = 0; i < 2_000; i++) {
            builder.column(0).appendLong(i / 2);
            builder.column(1).appendLong(i);
            builder.column(2).appendLong(TimedJoins.SECOND);
            builder.endRow(RowKind.INSERT.code(), i);
        }
        long[] found = {0, 0};
        operator.receive(0, builder.build(Watermarks.absent()), new Tick(1, 0, 1), batch -> {});
        operator.advance(2_000, new Tick(1, 0, 1), batch -> {});
        for (int i = 0; i < 3; i++) {
            builder.column(0).appendLong(700);
            builder.column(1).appendLong(i);
            builder.column(2).appendLong(TimedJoins.SECOND);
            builder.endRow(RowKind.INSERT.code(), 2_000 + i);
        }
        operator.receive(1, builder.build(Watermarks.absent()), new Tick(2, 0, 1), batch -> {});
        operator.advance(2_003, new Tick(2, 0, 1), batch -> found[0] += batch.size());
        assertThat(found[0]).isEqualTo(3 * 2);
        assertThat(operator.rowsLookedAt()).isEqualTo(3 * 2_000);
        for (int input = 0; input < 2; input++) {
            var end = new Watermarks(new long[] {2_003}, new long[] {Watermarks.NONE}, Watermarks.MAX);
            operator.receive(input, builder.build(end), new Tick(3, 0, 1), batch -> {});
        }
        operator.advance(2_003, new Tick(3, 0, 1), batch -> found[1] += batch.size());
        assertThat(found[1]).isEqualTo(2_000 - 2);
    }

    private record Row(int side, long position, int key, int value, long second) {

        String text() {
            return (key < 0 ? "NULL" : key) + ", " + value + ", " + TimedJoins.time(second);
        }
    }

    /** In seconds: a row is there until the watermark is past the last second of its interval. */
    private static final class Model {

        private static final String PADDING = "NULL, NULL, NULL";

        private final JoinType type;
        private final long lower;
        private final long upper;
        private final boolean condition;
        private final List<Row> kept = new ArrayList<>();
        private final List<Row> matched = new ArrayList<>();
        private final List<String> log = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;

        Model(JoinType type, long lower, long upper, boolean condition) {
            this.type = type;
            this.lower = lower;
            this.upper = upper;
            this.condition = condition;
        }

        private long last(Row row) {
            return row.side == 0 ? row.second + upper : row.second - lower;
        }

        void take(Row row) {
            kept.stream()
                    .filter(other -> other.side != row.side && isPair(row, other))
                    .sorted(Comparator.comparingLong(Row::second).thenComparingLong(Row::position))
                    .forEach(other -> match(row.side == 0 ? row : other, row.side == 0 ? other : row, row.position));
            if (watermark >= last(row)) {
                giveUp(row, row.position);
            } else {
                kept.add(row);
            }
        }

        private boolean isPair(Row row, Row other) {
            Row left = row.side == 0 ? row : other;
            Row right = row.side == 0 ? other : row;
            return left.key == right.key
                    && left.key >= 0
                    && (!condition || left.value != right.value)
                    && left.second + lower <= right.second
                    && right.second <= left.second + upper;
        }

        private void match(Row left, Row right, long position) {
            boolean first = !matched.contains(left);
            matched.add(left);
            matched.add(right);
            if (!type.leftOnly()) {
                log.add(position + ": +I " + left.text() + ", " + right.text());
            } else if (type == JoinType.SEMI && first) {
                log.add(position + ": +I " + left.text());
            }
        }

        void raise(long position, long raised) {
            watermark = raised;
            kept.stream()
                    .filter(row -> last(row) < watermark)
                    .sorted(Comparator.comparingLong(this::last)
                            .thenComparing(Row::side)
                            .thenComparing(Row::position))
                    .toList()
                    .forEach(row -> {
                        kept.remove(row);
                        giveUp(row, position);
                    });
        }

        private void giveUp(Row row, long position) {
            if (matched.contains(row)) {
                return;
            }
            if (row.side == 0 && type.padsLeft()) {
                log.add(position + ": +I " + row.text() + ", " + PADDING);
            } else if (row.side == 1 && type.padsRight()) {
                log.add(position + ": +I " + PADDING + ", " + row.text());
            } else if (row.side == 0 && type == JoinType.ANTI) {
                log.add(position + ": +I " + row.text());
            }
        }
    }
}
