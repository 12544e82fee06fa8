// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.testing.OperatorHarness;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisedSessionsOperatorTest {

    private static final Emission LATE_FOR_A_MINUTE = new Emission(false, 0, 60_000_000, Emission.Panes.RETRACTING);

    private static AssignSessions sessions(Emission emission) {
        var assigned = WindowPlans.assigned(WindowPlans.tumble(1), emission, false);
        return new AssignSessions(
                assigned.input(),
                List.of(0),
                2,
                5 * WindowPlans.SECOND,
                null,
                WindowColumns.Clock.EVENT_TIME,
                true,
                emission,
                false,
                assigned.traits());
    }

    private static OperatorHarness over(Emission emission, String input) {
        return OperatorHarness.of(settings -> new RevisedSessionsOperator(sessions(emission), settings))
                .input(WindowPlans.INPUT, input)
                .output(WindowPlans.ASSIGNED);
    }

    @Test
    void aLateRowMakesOneOfTwoSessionsThatWentOut() {
        over(LATE_FOR_A_MINUTE, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:09
                -- watermark 30000000
                2: +I 1, 3, 1970-01-01 00:00:05
                """).expect("""
                1: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                1: +I 1, 2, 1970-01-01 00:00:09, 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: -D 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                2: -D 1, 2, 1970-01-01 00:00:09, 1970-01-01 00:00:09, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: +I 1, 2, 1970-01-01 00:00:09, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: +I 1, 3, 1970-01-01 00:00:05, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                """);
    }

    @Test
    void aRowThatIsTakenBackLeavesTwo() {
        over(LATE_FOR_A_MINUTE, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:04
                2: +I 1, 3, 1970-01-01 00:00:08
                -- watermark 30000000
                3: -D 1, 2, 1970-01-01 00:00:04
                """).expect("""
                2: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                2: +I 1, 2, 1970-01-01 00:00:04, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                2: +I 1, 3, 1970-01-01 00:00:08, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                3: -D 1, 2, 1970-01-01 00:00:04, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                3: -D 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                3: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                3: -D 1, 3, 1970-01-01 00:00:08, 1970-01-01 00:00:01, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                3: +I 1, 3, 1970-01-01 00:00:08, 1970-01-01 00:00:08, 1970-01-01 00:00:13, 1970-01-01 00:00:12.999
                """);
    }

    @Test
    void oneThatIsJoinedToAnOpenSessionWaitsForIt() {
        over(LATE_FOR_A_MINUTE, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:09
                -- watermark 8000000
                2: +I 1, 3, 1970-01-01 00:00:05
                -- watermark 13999000
                3: +I 2, 4, 1970-01-01 00:00:30
                """).expect("""
                1: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                2: -D 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                2: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: +I 1, 2, 1970-01-01 00:00:09, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                2: +I 1, 3, 1970-01-01 00:00:05, 1970-01-01 00:00:01, 1970-01-01 00:00:14, 1970-01-01 00:00:13.999
                """);
    }

    @Test
    void onChangeASessionGrowsRowByRow() {
        over(Emission.ON_CHANGE, """
                0: +I 1, 1, 1970-01-01 00:00:01
                1: +I 1, 2, 1970-01-01 00:00:04
                """).expect("""
                0: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                1: -D 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:06, 1970-01-01 00:00:05.999
                1: +I 1, 1, 1970-01-01 00:00:01, 1970-01-01 00:00:01, 1970-01-01 00:00:09, 1970-01-01 00:00:08.999
                1: +I 1, 2, 1970-01-01 00:00:04, 1970-01-01 00:00:01, 1970-01-01 00:00:09, 1970-01-01 00:00:08.999
                """);
    }

    @Test
    void everySoOftenWhatHasChangedGoesOut() {
        over(new Emission(false, 10_000_000, 0, Emission.Panes.RETRACTING), """
                0: +I 1, 1, 1970-01-01 00:00:11
                -- watermark 8000000
                1: +I 1, 2, 1970-01-01 00:00:14
                -- watermark 10000000
                2: +I 1, 3, 1970-01-01 00:00:17
                3: +I 1, 4, 1970-01-01 00:00:18
                -- watermark 20000000
                """).expect("""
                1: +I 1, 1, 1970-01-01 00:00:11, 1970-01-01 00:00:11, 1970-01-01 00:00:19, 1970-01-01 00:00:18.999
                1: +I 1, 2, 1970-01-01 00:00:14, 1970-01-01 00:00:11, 1970-01-01 00:00:19, 1970-01-01 00:00:18.999
                3: -D 1, 1, 1970-01-01 00:00:11, 1970-01-01 00:00:11, 1970-01-01 00:00:19, 1970-01-01 00:00:18.999
                3: -D 1, 2, 1970-01-01 00:00:14, 1970-01-01 00:00:11, 1970-01-01 00:00:19, 1970-01-01 00:00:18.999
                3: +I 1, 1, 1970-01-01 00:00:11, 1970-01-01 00:00:11, 1970-01-01 00:00:23, 1970-01-01 00:00:22.999
                3: +I 1, 2, 1970-01-01 00:00:14, 1970-01-01 00:00:11, 1970-01-01 00:00:23, 1970-01-01 00:00:22.999
                3: +I 1, 3, 1970-01-01 00:00:17, 1970-01-01 00:00:11, 1970-01-01 00:00:23, 1970-01-01 00:00:22.999
                3: +I 1, 4, 1970-01-01 00:00:18, 1970-01-01 00:00:11, 1970-01-01 00:00:23, 1970-01-01 00:00:22.999
                """);
    }

    @Test
    void whatIsTooLateIsCountedAndStateIsGivenUp() {
        RevisedSessionsOperator operator = new RevisedSessionsOperator(
                sessions(LATE_FOR_A_MINUTE), new OperatorSettings(true, ZoneOffset.UTC, null));
        Tick tick = new Tick(1, 0, 0);
        take(operator, "0: +I 1, 1, 1970-01-01 00:00:01\n1: +I 2, 2, 1970-01-01 00:01:20", 67_000_000, tick);
        take(operator, "2: +I 1, 3, 1970-01-01 00:00:02\n3: +I 2, 4, 1970-01-01 00:00:03", 67_000_000, tick);
        assertThat(operator.lateRows()).isOne();
        take(operator, "4: +I 2, 2, 1970-01-01 00:00:06", Watermarks.MAX, tick);
        assertThat(operator.lateRows()).isOne();
        Operator unused = new RevisedSessionsOperator(
                sessions(LATE_FOR_A_MINUTE), new OperatorSettings(true, ZoneOffset.UTC, null));
        assertThat(snapshotBytes(operator)).isEqualTo(snapshotBytes(unused));
    }

    private static int snapshotBytes(Operator operator) {
        StateBytes bytes = new StateBytes();
        operator.snapshot(0, 127, bytes);
        return bytes.toByteArray().length;
    }

    private static void take(Operator operator, String rows, long watermark, Tick tick) {
        var batch = ChangeText.parse(rows, WindowPlans.INPUT, 0);
        operator.receive(0, batch, tick, out -> {});
        long next = batch.position(batch.row(batch.size() - 1)) + 1;
        operator.receive(0, new BatchBuilder(WindowPlans.INPUT).build(Watermarks.constant(watermark)), tick, out -> {});
        operator.advance(next, tick, out -> {});
    }
}
