// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.Emission;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that are merged of rows, beside those whose rows are kept until they are complete. */
class MergedSessionsOperatorTest {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private static OperatorHarness over(String input) {
        return OperatorHarness.of(settings -> WindowPlans.operator(WindowPlans.mergedSessions(5), settings))
                .input(WindowPlans.INPUT, input)
                .output(WindowPlans.mergedSessions(5).schema());
    }

    @Test
    void aRowBetweenTwoSessionsMakesThemOne() {
        over("""
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:09
                2: +I 1, 4, 1970-01-01 00:00:20
                3: +I 1, 8, 1970-01-01 00:00:05
                4: +I 2, 16, 1970-01-01 00:00:02
                -- watermark 13999000
                5: +I 1, 32, 1970-01-01 00:00:03
                6: +I 1, 64, 1970-01-01 00:00:16
                -- watermark 24999000
                """).expect("""
                4: +I 1970-01-01 00:00:02, 1970-01-01 00:00:07, 2, 1, 16
                4: +I 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1, 3, 11
                6: +I 1970-01-01 00:00:16, 1970-01-01 00:00:25, 1, 2, 68
                """);
    }

    /** A row of a session that is there changes one row of the result, however many rows the session has. */
    @Test
    void onChangeASessionIsOneRowThatIsRevised() {
        Emission emission = new Emission(true, 0, 10_000_000, Emission.Panes.RETRACTING);
        OperatorHarness.of(settings -> WindowPlans.operator(WindowPlans.mergedSessions(5, emission), settings))
                .input(WindowPlans.INPUT, """
                        0: +I 1, 1, 1970-01-01 00:00:01
                        1: +I 1, 2, 1970-01-01 00:00:09
                        2: +I 1, 4, 1970-01-01 00:00:10
                        3: +I 1, 8, 1970-01-01 00:00:09
                        4: +I 1, 16, 1970-01-01 00:00:05
                        5: +I 2, 32, 1970-01-01 00:00:02
                        -- watermark 14999000
                        6: +I 1, 64, 1970-01-01 00:00:15
                        7: +I 2, 128, 1970-01-01 00:00:01
                        -- watermark 24999000
                        8: +I 2, 256, 1970-01-01 00:00:00
                        9: +I 1, 512, 1970-01-01 00:00:20
                        """)
                .output(WindowPlans.mergedSessions(5, emission).schema())
                .expect("""
                        0: +I 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1, 1, 1
                        1: +I 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1, 1, 2
                        2: -D 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1, 1, 2
                        2: +I 1970-01-01 00:00:09, 1970-01-01 00:00:15, 1, 2, 6
                        3: -U 1970-01-01 00:00:09, 1970-01-01 00:00:15, 1, 2, 6
                        3: +U 1970-01-01 00:00:09, 1970-01-01 00:00:15, 1, 3, 14
                        4: -D 1970-01-01 00:00:09, 1970-01-01 00:00:15, 1, 3, 14
                        4: -D 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1, 1, 1
                        4: +I 1970-01-01 00:00:01, 1970-01-01 00:00:15, 1, 5, 31
                        5: +I 1970-01-01 00:00:02, 1970-01-01 00:00:07, 2, 1, 32
                        6: -D 1970-01-01 00:00:01, 1970-01-01 00:00:15, 1, 5, 31
                        6: +I 1970-01-01 00:00:01, 1970-01-01 00:00:20, 1, 6, 95
                        7: -D 1970-01-01 00:00:02, 1970-01-01 00:00:07, 2, 1, 32
                        7: +I 1970-01-01 00:00:01, 1970-01-01 00:00:07, 2, 2, 160
                        9: -D 1970-01-01 00:00:01, 1970-01-01 00:00:20, 1, 6, 95
                        9: +I 1970-01-01 00:00:01, 1970-01-01 00:00:25, 1, 7, 607
                        """);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void putsOutWhatIsMadeOfRowsThatAreKept(int seed) {
        Random random = new Random(seed);
        int disorder = 1 + 4 * (seed % 4);
        StringBuilder input = new StringBuilder();
        long now = 0;
        long watermark = Long.MIN_VALUE;
        for (int position = 0; position < 250; position++) {
            now += random.nextInt(3);
            long second = Math.max(0, now - random.nextInt(disorder));
            input.append(position)
                    .append(": +I ")
                    .append(random.nextInt(4))
                    .append(", ")
                    .append(random.nextInt(10))
                    .append(", ")
                    .append(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)
                            .format(FORMAT))
                    .append('\n');
            if (random.nextInt(4) == 0 && now - 6 > watermark) {
                watermark = now - 6;
                input.append("-- watermark ")
                        .append(watermark * WindowPlans.SECOND)
                        .append('\n');
            }
        }
        List<String> kept = OperatorHarness.of(settings -> WindowPlans.operator(WindowPlans.sessions(5), settings))
                .input(WindowPlans.INPUT, input.toString())
                .output(WindowPlans.sessions(5).schema())
                .run();
        List<String> merged = over(input.toString()).run();
        assertThat(merged.stream().sorted().toList())
                .isEqualTo(kept.stream().sorted().toList());
        assertThat(merged).hasSizeGreaterThan(10);
    }
}
