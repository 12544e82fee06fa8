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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporalJoinOperatorTest {

    private static OperatorHarness over(JoinType type, boolean earlier, String left, String right) {
        var node = TimedJoins.asOf(type, earlier, false);
        return OperatorHarness.of(settings -> new TemporalJoinOperator(node, settings, false))
                .input(TimedJoins.INPUT, left)
                .input(TimedJoins.INPUT, right)
                .output(node.schema())
                .loneUpdates()
                .unknownRetractions();
    }

    @Test
    void aLeftRowWaitsForTheRightWatermarkAndMeetsWhatHeldAtItsTime() {
        over(JoinType.LEFT, false, """
                1: +I 1, 10, 1970-01-01 00:00:05
                2: +I 1, 11, 1970-01-01 00:00:02
                3: +I 2, 20, 1970-01-01 00:00:05
                -- watermark 1000000
                5: +I 1, 12, 1970-01-01 00:00:07
                7: +I 1, 13, 1970-01-01 00:00:09
                """, """
                0: +I 1, 100, 1970-01-01 00:00:01
                4: +U 1, 110, 1970-01-01 00:00:04
                -- watermark 5000000
                6: -D 1, 110, 1970-01-01 00:00:08
                -- watermark 9000000
                """).expect("""
                4: +I 1, 10, 1970-01-01 00:00:05, 1, 110, 1970-01-01 00:00:04
                4: +I 1, 11, 1970-01-01 00:00:02, 1, 100, 1970-01-01 00:00:01
                4: +I 2, 20, 1970-01-01 00:00:05, NULL, NULL, NULL
                6: +I 1, 12, 1970-01-01 00:00:07, 1, 110, 1970-01-01 00:00:04
                7: +I 1, 13, 1970-01-01 00:00:09, NULL, NULL, NULL
                """);
    }

    @Test
    void earlierMeansEarlier() {
        over(JoinType.INNER, true, "1: +I 1, 10, 1970-01-01 00:00:04", """
                0: +I 1, 100, 1970-01-01 00:00:01
                2: +I 1, 110, 1970-01-01 00:00:04
                -- watermark 5000000
                """)
                .expect("2: +I 1, 10, 1970-01-01 00:00:04, 1, 100, 1970-01-01 00:00:01\n");
    }

    @Test
    void rowsWithoutKeyOrTimeMeetNothing() {
        over(JoinType.LEFT, false, """
                1: +I NULL, 10, 1970-01-01 00:00:04
                2: +I 1, 11, NULL
                """, """
                0: +I NULL, 100, 1970-01-01 00:00:01
                3: +I 1, 110, NULL
                -- watermark 5000000
                """).expect("""
                2: +I 1, 11, NULL, NULL, NULL, NULL
                3: +I NULL, 10, 1970-01-01 00:00:04, NULL, NULL, NULL
                """);
    }

    @Test
    void oldVersionsAreGivenUp() {
        var node = TimedJoins.asOf(JoinType.INNER, false, false);
        TemporalJoinOperator operator =
                new TemporalJoinOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null), false);
        long bytes = 0;
        for (int tick = 1; tick <= 200; tick++) {
            for (int input = 0; input < 2; input++) {
                BatchBuilder builder = new BatchBuilder(TimedJoins.INPUT);
                for (int i = 0; i < 100; i++) {
                    builder.column(0).appendLong(i);
                    builder.column(1).appendLong(tick);
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
            if (tick == 10) {
                bytes = operator.stateBytes();
            }
        }
        // Later times and numbers may take a few bytes more each, of the few hundred rows that stay.
        assertThat(operator.stateBytes()).isLessThanOrEqualTo(bytes + 2048);
        assertThat(operator.lateRows()).isZero();
    }

    private record Row(long position, String kind, Integer key, int value, long second) {

        String text() {
            return (key == null ? "NULL" : key) + ", " + value + ", " + TimedJoins.time(second);
        }
    }

    private record Out(long position, Row left, Row right) {}

    /** Both sides in disorder, with late rows, deletes and updates, against all versions that there ever were. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void eachLeftRowMeetsWhatHeldAtItsTime(int seed) {
        Random random = new Random(seed);
        boolean pads = seed % 2 == 0;
        boolean condition = seed % 3 == 0;
        StringBuilder[] text = {new StringBuilder(), new StringBuilder()};
        List<Row> versions = new ArrayList<>();
        List<Row> waiting = new ArrayList<>();
        List<Row> there = new ArrayList<>();
        List<Out> out = new ArrayList<>();
        long[] told = {Long.MIN_VALUE, Long.MIN_VALUE};
        long now = 0;
        for (int position = 0; position < 150; position++) {
            now += random.nextInt(3);
            int side = random.nextInt(2);
            Integer key = random.nextInt(9) == 0 ? null : random.nextInt(2);
            List<Row> rows = new ArrayList<>();
            long second = Math.max(0, now - random.nextInt(12));
            if (side == 0 && !there.isEmpty() && random.nextInt(3) == 0) {
                Row old = there.remove(random.nextInt(there.size()));
                boolean update = random.nextBoolean();
                rows.add(new Row(position, update ? "-U" : "-D", old.key, old.value, old.second));
                if (update) {
                    rows.add(new Row(position, "+U", old.key, old.value + 1, second));
                }
            } else {
                String kind = side == 1 && random.nextInt(4) == 0 ? "-D" : "+I";
                rows.add(new Row(position, kind, key, random.nextInt(3), second));
            }
            for (Row row : rows) {
                text[side]
                        .append(position)
                        .append(": ")
                        .append(row.kind)
                        .append(' ')
                        .append(row.text())
                        .append('\n');
                if (side == 1) {
                    versions.add(row);
                } else if (row.second > Math.min(told[0], told[1])) {
                    if (row.kind.startsWith("+")) {
                        there.add(row);
                    }
                    if (row.second <= told[1]) {
                        out.add(new Out(position, row, holding(versions, row, condition)));
                    } else {
                        waiting.add(row);
                    }
                }
            }
            if (random.nextInt(3) == 0 && now - 6 > told[side]) {
                told[side] = now - 6;
                text[side]
                        .append("-- watermark ")
                        .append(told[side] * TimedJoins.SECOND)
                        .append('\n');
                for (Row row : List.copyOf(waiting)) {
                    if (row.second <= told[1]) {
                        waiting.remove(row);
                        out.add(new Out(position, row, holding(versions, row, condition)));
                    }
                }
            }
        }
        var node = TimedJoins.asOf(pads ? JoinType.LEFT : JoinType.INNER, false, condition);
        OperatorHarness.of(settings -> new TemporalJoinOperator(node, settings, false))
                .input(TimedJoins.INPUT, text[0].toString())
                .input(TimedJoins.INPUT, text[1].toString())
                .output(node.schema())
                .loneUpdates()
                .unknownRetractions()
                .expect(lines(
                        out.stream().filter(each -> pads || each.right != null).toList()));
        assertThat(out).isNotEmpty();
    }

    private static Row holding(List<Row> versions, Row left, boolean condition) {
        Row holds = null;
        for (Row version : versions) {
            if (left.key != null
                    && left.key.equals(version.key)
                    && version.second <= left.second
                    && (holds == null || version.second >= holds.second)) {
                holds = version;
            }
        }
        boolean matches = holds != null && holds.kind.startsWith("+") && (!condition || holds.value != left.value);
        return matches ? holds : null;
    }

    private static String lines(List<Out> out) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < out.size(); i++) {
            Out each = out.get(i);
            boolean paired = i > 0
                    && out.get(i - 1).position == each.position
                    && out.get(i - 1).left.kind.equals("-U");
            boolean lone = each.left.kind.equals("+U") && !paired;
            String kind = lone && hasLoneOldRow(out, each.position) ? "+I" : each.left.kind;
            lines.append(each.position)
                    .append(": ")
                    .append(kind)
                    .append(' ')
                    .append(each.left.text())
                    .append(", ");
            lines.append(each.right == null ? "NULL, NULL, NULL" : each.right.text())
                    .append('\n');
        }
        return lines.toString();
    }

    private static boolean hasLoneOldRow(List<Out> out, long position) {
        List<String> kinds = out.stream()
                .filter(each -> each.position == position)
                .map(each -> each.left.kind)
                .toList();
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).equals("-U")
                    && (i + 1 == kinds.size() || !kinds.get(i + 1).equals("+U"))) {
                return true;
            }
        }
        return false;
    }
}
