// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.operators.model.ModelRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventTimeOverTest {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NOON = 1_740_830_400 * MICROS_PER_SECOND;

    private static final Windows RUNNING_SUM = Windows.of("k STRING, v INT, ts TIMESTAMP(3)")
            .by(0)
            .ascending(2)
            .inEventTimeOrder()
            .call(OverFunction.SUM, "INT", Windows.rows(null, 0), 1);

    @Test
    void rowsWaitForTheWatermark() {
        RUNNING_SUM.harness("""
                +I a, 1, 2025-03-01 12:00:03
                -- watermark 1740830398000000
                +I a, 2, 2025-03-01 12:00:01
                +I b, 5, 2025-03-01 12:00:02
                +I a, 3, 2025-03-01 12:00:06
                -- watermark 1740830401000000
                +I a, 4, 2025-03-01 12:00:20
                -- watermark 1740830415000000
                """).expect("""
                3: +I a, 2, 2025-03-01 12:00:01, 2
                4: +I b, 5, 2025-03-01 12:00:02, 5
                4: +I a, 1, 2025-03-01 12:00:03, 3
                4: +I a, 3, 2025-03-01 12:00:06, 6
                """);
    }

    @Test
    void rowsThatComeAfterTheWatermarkAreDropped() {
        RUNNING_SUM.harness("""
                +I a, 1, 2025-03-01 12:00:05
                -- watermark 1740830405000000
                +I a, 9, 2025-03-01 12:00:04
                +I a, 8, 2025-03-01 12:00:05
                +I a, 2, 2025-03-01 12:00:07
                -- watermark 1740830407000000
                """).expect("""
                0: +I a, 1, 2025-03-01 12:00:05, 1
                3: +I a, 2, 2025-03-01 12:00:07, 3
                """);
    }

    @Test
    void aRowWithoutTimeFails() {
        RUNNING_SUM.harness("""
                +I a, 1, 2025-03-01 12:00:05
                -- watermark 1740830405000000
                +I a, 9, NULL
                +I a, 2, 2025-03-01 12:00:07
                -- watermark 1740830407000000
                """).expect("""
                +I a, 1, 2025-03-01 12:00:05, 1
                -- fails at 1: NOT_NULL_VIOLATION
                """);
    }

    /** What comes out in the end is the result over all rows that were not late, in the order of their times. */
    @Test
    void rowsOfARandomStream() {
        for (int seed = 0; seed < 60; seed++) {
            check(new Random(seed), seed);
        }
    }

    private static void check(Random random, int seed) {
        Windows windows = Windows.of("id INT, k STRING, ts TIMESTAMP(3), v INT")
                .by(1)
                .ascending(2)
                .inEventTimeOrder();
        for (int calls = 1 + random.nextInt(3); calls > 0; calls--) {
            windows = call(windows, random);
        }
        OverModel model = new OverModel(windows);
        StringBuilder changes = new StringBuilder();
        List<Integer> times = new ArrayList<>();
        int watermark = -1;
        for (int id = 0; id < 40; id++) {
            int time = Math.max(0, id / 2 - 4 + random.nextInt(8));
            List<@Nullable Comparable<?>> row = Arrays.asList(
                    id,
                    random.nextBoolean() ? "a" : "b",
                    "2025-03-01 12:00:%02d.000".formatted(time),
                    random.nextInt(5) == 0 ? null : random.nextInt(9));
            changes.append("+I ").append(ModelRows.text(row)).append('\n');
            if (time > watermark) {
                model.insert(row);
                times.add(time);
            }
            if (random.nextInt(3) == 0) {
                watermark = Math.max(watermark, time - random.nextInt(4));
                changes.append("-- watermark ")
                        .append(NOON + watermark * MICROS_PER_SECOND)
                        .append('\n');
            }
            if (random.nextInt(8) == 0) {
                changes.append("-- tick\n");
            }
        }
        changes.append("-- watermark ").append(Long.MAX_VALUE).append('\n');
        List<String> log = windows.harness(changes.toString()).run();
        List<String> rows =
                log.stream().map(line -> line.replaceFirst("^\\d+: \\+I ", "")).toList();
        assertThat(rows.stream().sorted().toList())
                .as("seed %d: %s\n%s", seed, windows, changes)
                .isEqualTo(model.table());
        assertThat(rows.stream().map(EventTimeOverTest::time).collect(Collectors.toList()))
                .isSorted()
                .hasSize(times.size());
    }

    private static String time(String row) {
        return row.split(", ")[2];
    }

    private static Windows call(Windows windows, Random random) {
        OverFunction function = List.of(
                        OverFunction.COUNT,
                        OverFunction.SUM,
                        OverFunction.MAX,
                        OverFunction.FIRST_VALUE,
                        OverFunction.LAST_VALUE,
                        OverFunction.LAG,
                        OverFunction.ROW_NUMBER)
                .get(random.nextInt(7));
        Integer rows = random.nextInt(3) == 0 ? null : (Integer) (-random.nextInt(4));
        Frame frame = random.nextBoolean()
                ? Windows.rows(rows, 0)
                : Windows.range(rows == null ? null : String.valueOf(rows * 2 * MICROS_PER_SECOND), "0");
        return switch (function) {
            case COUNT, ROW_NUMBER -> windows.call(function, "BIGINT", frame);
            case LAG -> windows.numbered(function, 1 + random.nextInt(3), "INT", Frame.ALL, 3);
            default -> windows.call(function, "INT", frame, 3);
        };
    }
}
