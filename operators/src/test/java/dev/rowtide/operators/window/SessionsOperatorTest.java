// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsOperatorTest {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int GAP = 5;

    private static AssignSessions sessions() {
        Values rows = new Values(List.of(), new Traits(WindowPlans.INPUT, Set.of(), ChangelogMode.RETRACT));
        List<Field> fields = new ArrayList<>(WindowPlans.INPUT.fields());
        for (String name : List.of("window_start", "window_end", "window_time")) {
            fields.add(new Field(name, Type.timestamp(3).withNullable(false)));
        }
        Traits traits = new Traits(new Schema(fields), Set.of(), ChangelogMode.APPEND);
        return new AssignSessions(
                rows,
                List.of(0),
                2,
                GAP * WindowPlans.SECOND,
                null,
                WindowColumns.Clock.EVENT_TIME,
                true,
                Emission.ON_WATERMARK,
                false,
                traits);
    }

    private static OperatorHarness over(String input) {
        return OperatorHarness.of(settings -> new SessionsOperator(sessions(), settings))
                .input(WindowPlans.INPUT, input)
                .output(sessions().schema());
    }

    @Test
    void aRowBetweenTwoSessionsMakesThemOne() {
        over("""
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:09
                2: +I 2, 3, 1970-01-01 00:00:09
                3: +I 1, 4, 1970-01-01 00:00:05
                -- watermark 13999000
                """).expect("""
                3: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                3: +I 1, 2, 1970-01-01 00:00:09, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                3: +I 1, 4, 1970-01-01 00:00:05, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                3: +I 2, 3, 1970-01-01 00:00:09, 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                """);
    }

    @Test
    void aRowThatIsTakenBackMayLeaveTwoSessions() {
        over("""
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:05
                2: +I 1, 3, 1970-01-01 00:00:09
                3: -D 1, 2, 1970-01-01 00:00:05
                -- watermark 20000000
                """).expect("""
                3: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                3: +I 1, 3, 1970-01-01 00:00:09, 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                """);
    }

    @Test
    void anOpenSessionTakesInWhatWouldBeLateAlone() {
        over("""
                0: +I 1, 1, 1970-01-01 00:00:08
                -- watermark 10000000
                1: +I 1, 2, 1970-01-01 00:00:04
                2: +I 2, 3, 1970-01-01 00:00:04
                -- watermark 20000000
                """).expect("""
                2: +I 1, 1, 1970-01-01 00:00:08, 1970-01-01 00:00:04, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                2: +I 1, 2, 1970-01-01 00:00:04, 1970-01-01 00:00:04, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                """);
    }

    private record Row(int number, int k, int v, long second) {}

    /** All open rows are kept, and cut into sessions anew whenever the watermark rises. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void sessionsAreThoseOfTheRowsThatAreThere(int seed) {
        Random random = new Random(seed);
        StringBuilder input = new StringBuilder();
        List<String> log = new ArrayList<>();
        List<Row> open = new ArrayList<>();
        long now = 0;
        long watermark = Long.MIN_VALUE / 2;
        for (int position = 0; position < 120; position++) {
            now += random.nextInt(4);
            boolean takeBack = !open.isEmpty() && random.nextInt(5) == 0;
            Row row = takeBack
                    ? open.get(random.nextInt(open.size()))
                    : new Row(position, random.nextInt(3), random.nextInt(100), Math.max(0, now - random.nextInt(14)));
            input.append(position)
                    .append(takeBack ? ": -D " : ": +I ")
                    .append(text(row))
                    .append('\n');
            if (takeBack) {
                open.remove(row);
                close(open, watermark, position, log);
            } else if (watermark < row.second + GAP || isTakenIn(row, open)) {
                open.add(row);
            }
            if (random.nextInt(4) == 0 && now - 3 > watermark) {
                watermark = now - 3;
                input.append("-- watermark ")
                        .append(watermark * WindowPlans.SECOND)
                        .append('\n');
                close(open, watermark, position, log);
            }
        }
        over(input.toString()).expect(String.join("\n", log) + "\n");
    }

    private static boolean isTakenIn(Row row, List<Row> open) {
        return open.stream().anyMatch(other -> other.k == row.k && Math.abs(other.second - row.second) <= GAP);
    }

    private static void close(List<Row> open, long watermark, int position, List<String> log) {
        List<List<Row>> closed = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            int key = k;
            List<Row> rows = open.stream()
                    .filter(row -> row.k == key)
                    .sorted(Comparator.comparingLong(Row::second))
                    .toList();
            List<Row> session = new ArrayList<>();
            for (Row row : rows) {
                if (!session.isEmpty() && row.second - session.get(session.size() - 1).second > GAP) {
                    closed.add(session);
                    session = new ArrayList<>();
                }
                session.add(row);
            }
            if (!session.isEmpty()) {
                closed.add(session);
            }
        }
        closed.removeIf(session -> session.get(session.size() - 1).second + GAP > watermark);
        closed.sort(Comparator.<List<Row>>comparingLong(session -> session.get(session.size() - 1).second)
                .thenComparingInt(
                        session -> session.stream().mapToInt(Row::number).min().orElseThrow()));
        for (List<Row> session : closed) {
            long start = session.get(0).second;
            long end = session.get(session.size() - 1).second + GAP;
            session.stream()
                    .sorted(Comparator.comparingInt(Row::number))
                    .forEach(row -> log.add(position + ": +I " + text(row) + ", " + time(start) + ", " + time(end)
                            + ", " + time(end - 1) + ".999"));
            open.removeAll(session);
        }
    }

    private static String text(Row row) {
        return row.k + ", " + row.v + ", " + time(row.second);
    }

    private static String time(long second) {
        return LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(FORMAT);
    }

    /** Of the partitions that are read last no key may follow, and yet those of the others have moved. */
    @Test
    void sessionsKnowTheirKeysAfterARestoreInParts() {
        Tick tick = new Tick(1, 0, 0);
        for (int parts : new int[] {2, 8, 128}) {
            for (Function<OperatorSettings, Operator> maker : List.<Function<OperatorSettings, Operator>>of(
                    settings -> new SessionsOperator(sessions(), settings),
                    settings -> WindowPlans.operator(WindowPlans.mergedSessions(GAP), settings))) {
                OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
                Operator before = maker.apply(settings);
                before.receive(
                        0,
                        ChangeText.parse("0: +I 7, 1, 1970-01-01 00:00:01", WindowPlans.INPUT, 0),
                        tick,
                        batch -> {});
                before.advance(1, tick, batch -> {});
                Operator after = maker.apply(settings);
                for (int part = 0; part < parts; part++) {
                    StateBytes bytes = new StateBytes();
                    before.snapshot(part * 128 / parts, (part + 1) * 128 / parts - 1, bytes);
                    after.restore(StateBytes.of(bytes.toByteArray()));
                }
                after.receive(
                        0,
                        new BatchBuilder(WindowPlans.INPUT).build(Watermarks.constant(Watermarks.MAX)),
                        tick,
                        batch -> {});
                int[] rows = {0};
                after.advance(2, tick, batch -> rows[0] += batch.size());
                assertThat(rows[0]).isOne();
            }
        }
    }
}
