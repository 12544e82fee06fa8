// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in disorder, some late and some taken back, against windows that are kept one by one. */
class WindowedRandomTest {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private record Row(int k, long v, long second) {}

    /** Of a window: by group the rows and their sum, in the order in which the groups came. */
    private record Group(long rows, long sum) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void eachWindowGoesOutOnceWithTheRowsThatWereNotLate(int seed) {
        Random random = new Random(seed);
        WindowSpec windows = switch (seed % 3) {
            case 0 -> WindowPlans.tumble(5);
            case 1 -> WindowPlans.hop(3, 9);
            default -> WindowPlans.cumulate(2, 8);
        };
        boolean appends = seed % 2 == 0;
        long lateness = seed % 4 == 0 || seed > 8 ? 0 : seed;
        Emission emission = new Emission(false, 0, lateness * WindowPlans.SECOND, Emission.Panes.RETRACTING);
        Windowed node = WindowPlans.sums(windows, emission, appends);
        StringBuilder input = new StringBuilder();
        Model model = new Model(windows, lateness);
        List<Row> there = new ArrayList<>();
        long now = 0;
        long watermark = Long.MIN_VALUE;
        for (int position = 0; position < 150; position++) {
            now += random.nextInt(3);
            boolean takeBack = !appends && !there.isEmpty() && random.nextInt(4) == 0;
            Row row = takeBack
                    ? there.remove(random.nextInt(there.size()))
                    : new Row(random.nextInt(3), random.nextInt(10), Math.max(0, now - random.nextInt(15)));
            if (!takeBack) {
                there.add(row);
            }
            input.append(position)
                    .append(takeBack ? ": -D " : ": +I ")
                    .append(row.k)
                    .append(", ");
            input.append(row.v).append(", ").append(time(row.second)).append('\n');
            model.take(position, row, takeBack ? -1 : 1);
            if (random.nextInt(5) == 0 && now - 4 > watermark) {
                watermark = now - 4;
                input.append("-- watermark ")
                        .append(watermark * WindowPlans.SECOND)
                        .append('\n');
                model.raise(position, watermark);
            }
        }

        OperatorHarness harness = OperatorHarness.of(settings -> WindowPlans.operator(node, settings))
                .input(WindowPlans.INPUT, input.toString())
                .output(node.schema());
        harness.expect(String.join("\n", model.log) + "\n");
        if (!emission.revises() && windows.size() > windows.step()) {
            Windowed sliced = WindowPlans.sliced(windows, appends);
            List<String> ofSlices = OperatorHarness.of(settings -> WindowPlans.operator(sliced, settings))
                    .input(WindowPlans.INPUT, input.toString())
                    .output(node.schema())
                    .run();
            assertThat(ofSlices.stream().filter(line -> !line.startsWith("--")).map(line -> line.replace(".000", "")))
                    .containsExactlyInAnyOrderElementsOf(model.log);
        }
        assertThat(model.log).isNotEmpty();
    }

    private static String time(long second) {
        return LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(FORMAT);
    }

    private static final class Model {

        private final WindowSpec windows;
        private final long lateness;
        private final TreeMap<Long, Map<Integer, Group>> open = new TreeMap<>();
        private final TreeMap<Long, Map<Integer, Group>> out = new TreeMap<>();
        private final Map<Long, Long> starts = new LinkedHashMap<>();
        private final List<String> log = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;

        Model(WindowSpec windows, long lateness) {
            this.windows = windows;
            this.lateness = lateness;
        }

        void take(long position, Row row, int weight) {
            long size = windows.size() / WindowPlans.SECOND;
            long step = windows.step() / WindowPlans.SECOND;
            boolean cumulates = windows.kind() == WindowSpec.Kind.CUMULATE;
            for (long end = row.second - size; end <= row.second + size; end++) {
                long start = cumulates ? Math.floorDiv(row.second, size) * size : end - size;
                boolean isWindow = cumulates
                        ? end > row.second && end <= start + size && (end - start) % step == 0
                        : Math.floorMod(start, step) == 0 && start <= row.second && row.second < end;
                if (isWindow) {
                    starts.put(end, start);
                    take(position, end, row, weight);
                }
            }
        }

        private void take(long position, long end, Row row, int weight) {
            // In whole seconds the watermark is past the last millisecond when it is at the end.
            if (watermark >= end) {
                if (watermark >= end + lateness) {
                    return;
                }
                Map<Integer, Group> groups = out.computeIfAbsent(end, key -> new LinkedHashMap<>());
                Group before = groups.get(row.k);
                change(groups, row, weight);
                tell(position, end, row.k, before, groups.get(row.k));
            } else {
                change(open.computeIfAbsent(end, key -> new LinkedHashMap<>()), row, weight);
            }
        }

        private static void change(Map<Integer, Group> groups, Row row, int weight) {
            Group before = groups.getOrDefault(row.k, new Group(0, 0));
            if (weight < 0 && before.rows == 0) {
                return;
            }
            if (before.rows == 0) {
                // It comes into being, perhaps again.
                groups.remove(row.k);
            }
            groups.put(row.k, new Group(before.rows + weight, before.sum + weight * row.v));
        }

        private void tell(long position, long end, int k, Group beforeOrNull, Group afterOrNull) {
            Group before = beforeOrNull != null && beforeOrNull.rows > 0 ? beforeOrNull : null;
            Group after = afterOrNull != null && afterOrNull.rows > 0 ? afterOrNull : null;
            if (before != null && after != null && before.equals(after)) {
                return;
            }
            if (before != null) {
                line(position, after == null ? "-D" : "-U", end, k, before);
            }
            if (after != null) {
                line(position, before == null ? "+I" : "+U", end, k, after);
            }
        }

        private void line(long position, String kind, long end, int k, Group group) {
            log.add(position + ": " + kind + " " + time(starts.get(end)) + ", " + time(end) + ", " + k + ", "
                    + group.rows + ", " + group.sum);
        }

        void raise(long position, long raised) {
            watermark = raised;
            while (!open.isEmpty() && open.firstKey() <= watermark) {
                long end = open.firstKey();
                Map<Integer, Group> groups = open.remove(end);
                groups.forEach((k, group) -> tell(position, end, k, null, group));
                out.put(end, groups);
            }
        }
    }
}
