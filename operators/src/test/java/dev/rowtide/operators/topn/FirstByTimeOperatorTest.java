// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstByTimeOperatorTest {

    private static final Schema INPUT = SchemaText.parse("k INT, v INT, ts TIMESTAMP(3)");

    private static OperatorHarness over(String input) {
        Traits traits = new Traits(INPUT, Set.of(), ChangelogMode.APPEND);
        TopN node = new TopN(
                        new Values(List.of(), traits),
                        List.of(0),
                        List.of(new SortKey(2, false, true)),
                        RankFunction.ROW_NUMBER,
                        1,
                        1,
                        false,
                        traits)
                .inEventTime(true);
        return OperatorHarness.of(settings -> new FirstByTimeOperator(node, settings))
                .input(INPUT, input);
    }

    @Test
    void theEarliestRowGoesOutWhenTheWatermarkHasReachedIt() {
        over("""
                0: +I 1, 10, 1970-01-01 00:00:05
                1: +I 1, 11, 1970-01-01 00:00:03
                2: +I NULL, 12, 1970-01-01 00:00:04
                -- watermark 3000000
                3: +I 1, 13, 1970-01-01 00:00:02
                4: +I 2, 20, NULL
                5: +I 2, 21, 1970-01-01 00:00:09
                -- watermark 9000000
                """).expect("""
                2: +I 1, 11, 1970-01-01 00:00:03
                4: +I 2, 20, NULL
                5: +I NULL, 12, 1970-01-01 00:00:04
                """);
    }

    private record Row(long position, Integer key, int value, long second) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void eachKeyHasOneRow(int seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        List<Row> waiting = new ArrayList<>();
        Set<Integer> done = new HashSet<>();
        List<String> expected = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        long now = 0;
        for (int position = 0; position < 120; position++) {
            now += random.nextInt(3);
            // Never at the watermark: a row there waits for the next one.
            long second = 2 * Math.max(0, now - random.nextInt(9)) + 1;
            Row row = new Row(position, random.nextInt(30), random.nextInt(9), second);
            text.append(line(row)).append('\n');
            if (second > watermark && !done.contains(row.key)) {
                waiting.add(row);
            }
            if (random.nextInt(4) == 0 && 2 * (now - 4) > watermark) {
                watermark = 2 * (now - 4);
                text.append("-- watermark ").append(watermark * 1_000_000).append('\n');
                long reached = watermark;
                for (Row due : waiting.stream()
                        .filter(each -> each.second <= reached)
                        .sorted(Comparator.comparing(Row::second).thenComparing(Row::position))
                        .toList()) {
                    if (done.add(due.key)) {
                        expected.add(line(new Row(position, due.key, due.value, due.second)));
                    }
                }
                waiting.removeIf(each -> done.contains(each.key));
            }
        }
        over(text.toString()).expect(String.join("\n", expected) + "\n");
        assertThat(expected).isNotEmpty();
    }

    private static String line(Row row) {
        return row.position + ": +I " + row.key + ", " + row.value + ", 1970-01-01 00:"
                + String.format("%02d:%02d", row.second / 60, row.second % 60);
    }
}
