// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class WindowedOperatorTest {

    private static final Emission LATE_FOR_A_MINUTE = new Emission(false, 0, 60_000_000, Emission.Panes.RETRACTING);

    private static OperatorHarness over(Windowed node, String input) {
        return OperatorHarness.of(settings -> WindowPlans.operator(node, settings))
                .input(WindowPlans.INPUT, input)
                .output(node.schema());
    }

    @Test
    void aWindowGoesOutWhereTheWatermarkReachesItsLastTime() {
        over(WindowPlans.sums(WindowPlans.tumble(10), Emission.ON_WATERMARK, true), """
                0: +I 1, 5, 1970-01-01 00:00:01
                1: +I 2, 7, 1970-01-01 00:00:09.999
                -- watermark 9998000
                2: +I 1, 3, 1970-01-01 00:00:12
                3: +I 1, 1, 1970-01-01 00:00:03
                -- watermark 9999000
                4: +I 1, 1, 1970-01-01 00:00:04
                5: +I 2, 2, 1970-01-01 00:00:13
                -- watermark 30000000
                """)
                .expect("""
                3: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 2, 6
                3: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 2, 1, 7
                5: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 1, 3
                5: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 2
                """);
    }

    @Test
    void whatIsTakenBackBeforeTheEndNeverShows() {
        over(WindowPlans.sums(WindowPlans.tumble(10), Emission.ON_WATERMARK, false), """
                0: +I 1, 5, 1970-01-01 00:00:01
                1: +I 2, 7, 1970-01-01 00:00:02
                2: -D 1, 5, 1970-01-01 00:00:01
                3: -U 2, 7, 1970-01-01 00:00:02
                3: +U 2, 9, 1970-01-01 00:00:12
                -- watermark 30000000
                """)
                .expect("""
                3: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 9
                """);
    }

    @Test
    void aRowIsInEachOfItsWindowsThatIsNotComplete() {
        hops(WindowPlans.sums(WindowPlans.hop(5, 10), Emission.ON_WATERMARK, true));
        hops(WindowPlans.sliced(WindowPlans.hop(5, 10), true));
    }

    private static void hops(Windowed node) {
        over(node, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:11
                -- watermark 11000000
                2: +I 1, 9, 1970-01-01 00:00:06
                -- watermark 30000000
                """).expect("""
                1: +I 1969-12-31 23:59:55, 1970-01-01 00:00:05, 1, 1, 1
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 1
                2: +I 1970-01-01 00:00:05, 1970-01-01 00:00:15, 1, 2, 11
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 1, 2
                """);
    }

    @Test
    void windowsThatCumulateGoOutStepByStep() {
        cumulates(WindowPlans.sums(WindowPlans.cumulate(10, 30), Emission.ON_WATERMARK, true));
        cumulates(WindowPlans.sliced(WindowPlans.cumulate(10, 30), true));
    }

    private static void cumulates(Windowed node) {
        over(node, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:21
                -- watermark 21000000
                2: +I 1, 4, 1970-01-01 00:00:02
                -- watermark 40000000
                """).expect("""
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 1
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:20, 1, 1, 1
                2: +I 1970-01-01 00:00:00, 1970-01-01 00:00:30, 1, 3, 7
                """);
    }

    @Test
    void aLateRowRevisesTheResultUntilTheLatenessIsOver() {
        over(WindowPlans.sums(WindowPlans.tumble(10), LATE_FOR_A_MINUTE, true), """
                0: +I 1, 5, 1970-01-01 00:00:01
                -- watermark 20000000
                1: +I 1, 3, 1970-01-01 00:00:02
                2: +I 2, 4, 1970-01-01 00:00:03
                3: +I 1, 6, 1970-01-01 00:00:31
                -- watermark 69999000
                4: +I 1, 1, 1970-01-01 00:00:04
                5: +I 1, 1, 1970-01-01 00:00:12
                """)
                .expect("""
                0: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: -U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: +U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 2, 8
                2: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 2, 1, 4
                3: +I 1970-01-01 00:00:30, 1970-01-01 00:00:40, 1, 1, 6
                5: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 1, 1
                """);
    }

    @Test
    void aRetractionThatComesLateRevisesToo() {
        over(WindowPlans.sums(WindowPlans.tumble(10), LATE_FOR_A_MINUTE, false), """
                0: +I 1, 5, 1970-01-01 00:00:01
                1: +I 2, 5, 1970-01-01 00:00:01
                -- watermark 20000000
                2: -D 1, 5, 1970-01-01 00:00:01
                3: -U 2, 5, 1970-01-01 00:00:01
                3: +U 2, 6, 1970-01-01 00:00:11
                """)
                .expect("""
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 2, 1, 5
                2: -D 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                3: -D 1970-01-01 00:00:00, 1970-01-01 00:00:10, 2, 1, 5
                3: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 6
                """);
    }

    @Test
    void onChangeAResultGoesOutAtOnce() {
        over(WindowPlans.sums(WindowPlans.tumble(10), new Emission(true, 0, 0, Emission.Panes.RETRACTING), true), """
                0: +I 1, 5, 1970-01-01 00:00:01
                1: +I 1, 3, 1970-01-01 00:00:12
                2: +I 1, 2, 1970-01-01 00:00:02
                -- watermark 10000000
                3: +I 1, 2, 1970-01-01 00:00:03
                4: +I 1, 2, 1970-01-01 00:00:13
                """)
                .expect("""
                0: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 1, 3
                2: -U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                2: +U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 2, 7
                4: -U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 1, 3
                4: +U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 5
                """);
    }

    /** Also where its rows come in several batches. */
    @Test
    void onChangeTheNetEffectOfAPositionGoesOut() {
        over(WindowPlans.sums(WindowPlans.tumble(10), new Emission(true, 0, 0, Emission.Panes.RETRACTING), false), """
                0: +I 1, 5, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:02
                2: -D 1, 5, 1970-01-01 00:00:01
                2: -U 1, 2, 1970-01-01 00:00:02
                2: +U 2, 2, 1970-01-01 00:00:02
                """)
                .expect("""
                0: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: -U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: +U 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 2, 7
                2: -D 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 2, 7
                2: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 2, 1, 2
                """);
    }

    @Test
    void everySoOftenWhatHasChangedGoesOut() {
        String input = """
                0: +I 1, 5, 1970-01-01 00:00:11
                -- watermark 8000000
                1: +I 2, 3, 1970-01-01 00:00:12
                2: +I 1, 2, 1970-01-01 00:00:13
                -- watermark 13000000
                3: +I 1, 4, 1970-01-01 00:00:14
                -- watermark 14000000
                4: +I 1, 1, 1970-01-01 00:00:15
                -- watermark 15000000
                5: +I 2, 1, 1970-01-01 00:00:16
                -- watermark 25000000
                """;
        over(WindowPlans.sums(WindowPlans.tumble(10), every(Emission.Panes.RETRACTING), true), input)
                .expect("""
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 7
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 3
                4: -U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 7
                4: +U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 4, 12
                5: -U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 3
                5: +U 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 2, 4
                """);
        over(WindowPlans.sums(WindowPlans.tumble(10), every(Emission.Panes.ACCUMULATING), true), input)
                .expect("""
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 7
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 3
                4: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 4, 12
                5: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 2, 4
                """);
        over(WindowPlans.sums(WindowPlans.tumble(10), every(Emission.Panes.DISCARDING), true), input)
                .expect("""
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 7
                2: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 3
                4: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 1, 2, 5
                5: +I 1970-01-01 00:00:10, 1970-01-01 00:00:20, 2, 1, 1
                """);
    }

    private static Emission every(Emission.Panes panes) {
        return new Emission(false, 5_000_000, 0, panes);
    }

    @Test
    void aPaneThatDiscardsHasTheRowsThatCameSince() {
        over(
                        WindowPlans.sums(
                                WindowPlans.tumble(10),
                                new Emission(false, 0, 60_000_000, Emission.Panes.DISCARDING),
                                true),
                        """
                0: +I 1, 5, 1970-01-01 00:00:01
                -- watermark 20000000
                1: +I 1, 3, 1970-01-01 00:00:02
                2: +I 1, 4, 1970-01-01 00:00:03
                """)
                .expect("""
                0: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 5
                1: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 3
                2: +I 1970-01-01 00:00:00, 1970-01-01 00:00:10, 1, 1, 4
                """);
    }

    @Test
    void theStateOfAWindowIsGivenUpWithIt() {
        Operator operator = WindowPlans.operator(
                WindowPlans.sums(WindowPlans.tumble(10), LATE_FOR_A_MINUTE, true),
                new OperatorSettings(true, ZoneOffset.UTC, null));
        Tick tick = new Tick(1, 0, 0);

        take(operator, 0, 5 * WindowPlans.SECOND, Watermarks.absent(), tick);
        assertThat(operator.stateBytes()).isPositive();
        take(operator, 1, 6 * WindowPlans.SECOND, Watermarks.constant(69 * WindowPlans.SECOND), tick);
        assertThat(operator.stateBytes()).isPositive();
        assertThat(operator.lateRows()).isZero();
        take(operator, 2, 7 * WindowPlans.SECOND, Watermarks.constant(70 * WindowPlans.SECOND), tick);
        assertThat(operator.stateBytes()).isZero();
        assertThat(operator.lateRows()).isOne();
    }

    private static void take(Operator operator, long position, long time, Watermarks watermarks, Tick tick) {
        BatchBuilder builder = new BatchBuilder(WindowPlans.INPUT);
        builder.column(0).appendLong(1);
        builder.column(1).appendLong(1);
        builder.column(2).appendLong(time);
        builder.endRow(RowKind.PLUS_I, position);
        operator.receive(0, builder.build(watermarks), tick, batch -> {});
        operator.advance(position + 1, tick, batch -> {});
    }
}
