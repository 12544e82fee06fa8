// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.state.KeyPartitions;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Windows whose state changes hands between their rows and their results: by one worker, by two, and back. Rows to be summed are of the window from 10 s to 20 s. */
class RestoredWindowsTest {

    private static final int HALF = StateWriter.PARTITIONS / 2;
    private static final int LAST = StateWriter.PARTITIONS - 1;
    private static final Tick TICK = new Tick(1, 0, 0);
    private static final Emission EVERY_5_SECONDS = new Emission(false, 5_000_000, 0, Emission.Panes.RETRACTING);
    private static final Emission LATE_FOR_A_MINUTE = new Emission(false, 0, 60_000_000, Emission.Panes.RETRACTING);

    /** The start of the window with number 0 of those of a join, seconds. */
    private static final long JOINED_FROM = 40;

    /** No order of keys or hashes. */
    private static final int[] KEYS = {4, 1, 9, 6, 2, 8, 5, 3, 10, 7};

    private static Operator fresh(Emission emission) {
        Windowed node = WindowPlans.sums(WindowPlans.tumble(10), emission, true);
        return WindowPlans.operator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
    }

    /** A worker with half of the partitions, of a job of two. */
    private static Operator half(Emission emission, int number) {
        return restored(emission, snapshot(fresh(emission), number));
    }

    private static Operator restored(Emission emission, byte[]... snapshots) {
        Operator operator = fresh(emission);
        for (byte[] snapshot : snapshots) {
            operator.restore(StateBytes.of(snapshot));
        }
        return operator;
    }

    private static byte[] snapshot(Operator operator) {
        return snapshot(operator, 0, LAST);
    }

    private static byte[] snapshot(Operator operator, int half) {
        return snapshot(operator, half == 0 ? 0 : HALF, half == 0 ? HALF - 1 : LAST);
    }

    private static byte[] snapshot(Operator operator, int first, int last) {
        StateBytes bytes = new StateBytes();
        operator.snapshot(first, last, bytes);
        return bytes.toByteArray();
    }

    /** In which half the partition of a key is, of rows by these columns. */
    private static int half(int key, int... columns) {
        BatchBuilder builder = new BatchBuilder(WindowPlans.ASSIGNED);
        builder.column(0).appendLong(key);
        builder.column(1).appendLong(0);
        builder.column(2).appendLong(12 * WindowPlans.SECOND);
        builder.column(3).appendLong(10 * WindowPlans.SECOND);
        builder.column(4).appendLong(20 * WindowPlans.SECOND);
        builder.column(5).appendLong(20 * WindowPlans.SECOND - 1_000);
        builder.endRow(RowKind.PLUS_I, 0);
        int[] partitions = new int[1];
        new KeyPartitions(WindowPlans.ASSIGNED, columns).find(builder.build(Watermarks.absent()), partitions);
        return partitions[0] / HALF;
    }

    private static int halfByWindow(int key) {
        return half(key, 3, 4, 0);
    }

    private static int[] ofHalf(int half) {
        return Arrays.stream(KEYS).filter(key -> halfByWindow(key) == half).toArray();
    }

    /** Rows of keys, at a position each. */
    private static ChangeBatch rows(long firstPosition, Watermarks watermarks, int... keys) {
        long[] positions = IntStream.range(0, keys.length)
                .mapToLong(i -> firstPosition + i)
                .toArray();
        return rows(positions, watermarks, keys);
    }

    private static ChangeBatch rows(long[] positions, Watermarks watermarks, int... keys) {
        BatchBuilder builder = new BatchBuilder(WindowPlans.INPUT);
        for (int i = 0; i < keys.length; i++) {
            builder.column(0).appendLong(keys[i]);
            builder.column(1).appendLong(1);
            builder.column(2).appendLong(12 * WindowPlans.SECOND);
            builder.endRow(RowKind.PLUS_I, positions[i]);
        }
        return builder.build(watermarks);
    }

    /** What comes of a round that ends before a position: its changes, without the window. */
    private static List<String> round(Operator operator, long end, ChangeBatch batch) {
        List<String> changes = new ArrayList<>();
        Windowed node = WindowPlans.sums(WindowPlans.tumble(10), Emission.ON_WATERMARK, true);
        operator.receive(0, batch, TICK, out -> print(out, node, changes));
        operator.advance(end, TICK, out -> print(out, node, changes));
        operator.endTick(end, TICK, out -> print(out, node, changes));
        return changes;
    }

    private static void print(ChangeBatch batch, Windowed node, List<String> changes) {
        for (int i = 0; i < batch.size(); i++) {
            StringBuilder text = new StringBuilder();
            ChangeText.printRow(batch, batch.row(i), node.schema(), text);
            changes.add(batch.position(batch.row(i)) + ": "
                    + text.toString().replace("1970-01-01 00:00:10.000, 1970-01-01 00:00:20.000, ", ""));
        }
    }

    private static Watermarks seconds(long watermark) {
        return Watermarks.constant(watermark * WindowPlans.SECOND);
    }

    private static Watermarks rising(long position, long before, long after) {
        return new Watermarks(
                new long[] {position}, new long[] {before * WindowPlans.SECOND}, after * WindowPlans.SECOND);
    }

    /** The groups of one row each, as they first go out. */
    private static List<String> ones(long position, int... keys) {
        return Arrays.stream(keys)
                .mapToObj(key -> position + ": +I " + key + ", 1, 1")
                .toList();
    }

    @Test
    void theKeysAreOfBothHalves() {
        assertThat(ofHalf(0).length).isBetween(2, KEYS.length - 2);
    }

    @Test
    void earlyResultsComeInTheOrderOfTheirRowsWhateverPartsTheStateWasWrittenIn() {
        for (boolean early : new boolean[] {true, false}) {
            Emission emission = early ? EVERY_5_SECONDS : Emission.ON_WATERMARK;
            long due = early ? 15 : 20;
            Operator operator = fresh(emission);
            assertThat(round(operator, 10, rows(0, seconds(8), KEYS))).isEmpty();
            byte[] lower = snapshot(operator, 0);
            byte[] upper = snapshot(operator, 1);
            byte[] lowerAgain = snapshot(restored(emission, lower));
            byte[] upperAgain = snapshot(restored(emission, upper));
            for (Operator after : List.of(
                    operator,
                    restored(emission, snapshot(operator)),
                    restored(emission, lower, upper),
                    restored(emission, upper, lower),
                    restored(emission, upperAgain, lowerAgain))) {
                assertThat(round(after, 11, rows(10, rising(11, 8, due), 11)))
                        .isEqualTo(ones(10, 4, 1, 9, 6, 2, 8, 5, 3, 10, 7, 11));
            }
        }
    }

    /** Each has the groups of its partitions, and takes new ones behind them. */
    @Test
    void earlyResultsOfOneWorkerComeFromTwoInTheSameOrder() {
        Operator one = fresh(EVERY_5_SECONDS);
        round(one, 10, rows(0, seconds(8), KEYS));
        for (int half = 0; half < 2; half++) {
            Operator worker = restored(EVERY_5_SECONDS, snapshot(one, half));
            int ofHalf = half;
            int another = IntStream.iterate(11, key -> key + 1)
                    .filter(key -> halfByWindow(key) == ofHalf)
                    .findFirst()
                    .orElseThrow();
            List<String> expected = new ArrayList<>(ones(10, ofHalf(half)));
            expected.addAll(ones(10, another));
            assertThat(round(worker, 11, rows(10, rising(11, 8, 15), another))).isEqualTo(expected);
        }
    }

    /** One worker, then two that are given nothing, then one that is. */
    @Test
    void earlyResultsOfTwoWorkersComeFromOneInTheOrderThatTheyHadBefore() {
        Operator one = fresh(EVERY_5_SECONDS);
        round(one, 10, rows(0, seconds(8), KEYS));
        Operator lower = restored(EVERY_5_SECONDS, snapshot(one, 0));
        Operator upper = restored(EVERY_5_SECONDS, snapshot(one, 1));
        round(lower, 10, rows(10, seconds(8)));
        round(upper, 10, rows(10, seconds(8)));
        Operator again = restored(EVERY_5_SECONDS, snapshot(lower, 0), snapshot(upper, 1));
        assertThat(round(again, 11, rows(10, rising(11, 8, 15), 11)))
                .isEqualTo(ones(10, 4, 1, 9, 6, 2, 8, 5, 3, 10, 7, 11));
    }

    /** What went out is revised by rows that came before a restore. */
    @Test
    void whatCameSinceTheLastEarlyResultGoesOutWithTheNext() {
        Operator operator = fresh(EVERY_5_SECONDS);
        round(operator, 10, rows(0, seconds(8), KEYS));
        assertThat(round(operator, 11, rows(10, rising(11, 8, 10), 4))).hasSize(KEYS.length);
        assertThat(round(operator, 14, rows(11, seconds(10), 7, 12, 4))).isEmpty();
        Operator after = restored(EVERY_5_SECONDS, snapshot(operator, 1), snapshot(operator, 0));
        assertThat(round(after, 15, rows(14, rising(15, 10, 15), 12)))
                .containsExactly(
                        "14: -U 7, 1, 1", "14: +U 7, 2, 2", "14: +I 12, 2, 2", "14: -U 4, 2, 2", "14: +U 4, 3, 3");
    }

    /** Of two workers one has had late rows of a window and the other none. */
    @Test
    void aWindowThatOneOfTwoWorkersRevisedIsRevisedByOne() {
        int a = Arrays.stream(KEYS).filter(key -> half(key, 0) == 0).findFirst().orElseThrow();
        int b = Arrays.stream(KEYS).filter(key -> half(key, 0) == 1).findFirst().orElseThrow();
        Operator lower = half(LATE_FOR_A_MINUTE, 0);
        Operator upper = half(LATE_FOR_A_MINUTE, 1);
        round(lower, 2, rows(0, seconds(25), a));
        round(upper, 2, rows(1, seconds(25), b));
        assertThat(round(lower, 3, rows(2, seconds(25), a))).hasSize(2);
        round(upper, 3, rows(3, seconds(25)));
        byte[] revised = snapshot(lower, 0);
        byte[] not = snapshot(upper, 1);
        for (Operator one :
                List.of(restored(LATE_FOR_A_MINUTE, revised, not), restored(LATE_FOR_A_MINUTE, not, revised))) {
            assertThat(round(one, 4, rows(new long[] {3, 3, 3}, seconds(25), b, a, b)))
                    .containsExactly(
                            "3: -U " + b + ", 1, 1",
                            "3: +U " + b + ", 3, 3",
                            "3: -U " + a + ", 2, 2",
                            "3: +U " + a + ", 3, 3");
        }
    }

    /** A worker that is given the state of a window's join has to be the one that is given the window's rows. */
    @Test
    void aJoinThatHadAnEarlyResultIsKeptByTheWorkerThatGetsTheRowsOfItsWindow() {
        for (Emission emission : List.of(EVERY_5_SECONDS, LATE_FOR_A_MINUTE)) {
            long due = emission.isEarly() ? 5 : JOINED_FROM + 21;
            int[] all = IntStream.rangeClosed(1, 20).toArray();
            Operator one = join(emission);
            joined(one, 1, windowRows(0, seconds(0), 1), windowRows(0, seconds(0), 2));
            assertThat(joined(
                            one,
                            80,
                            windowRows(1, rising(41, 0, due), 3, all),
                            windowRows(21, rising(41, 0, due), 4, all)))
                    .isEqualTo(pairs(20, 3, 4));

            List<Operator> workers = new ArrayList<>();
            for (int half = 0; half < 2; half++) {
                Operator worker = join(emission);
                worker.restore(StateBytes.of(snapshot(one, half)));
                workers.add(worker);
            }
            List<String> ofWorkers = new ArrayList<>();
            for (int half = 0; half < 2; half++) {
                int ofHalf = half;
                int[] own = Arrays.stream(all)
                        .filter(number -> halfOfWindow(number) == ofHalf)
                        .toArray();
                assertThat(own).isNotEmpty();
                ofWorkers.addAll(joined(
                        workers.get(half),
                        200,
                        windowRows(80, rising(101, due, due + 5), 0),
                        windowRows(80, rising(101, due, due + 5), 5, own)));
            }
            assertThat(ofWorkers).containsExactlyInAnyOrderElementsOf(pairs(20, 3, 5));

            Operator again = join(emission);
            again.restore(StateBytes.of(snapshot(workers.get(1), 1)));
            again.restore(StateBytes.of(snapshot(workers.get(0), 0)));
            List<String> expected = new ArrayList<>();
            for (int right : new int[] {4, 5}) {
                expected.addAll(pairs(20, 6, right));
            }
            assertThat(joined(
                            again,
                            300,
                            windowRows(200, rising(221, due + 5, due + 10), 6, all),
                            windowRows(200, rising(221, due + 5, due + 10), 0)))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** Rows of both sides that are of one window, which has a second. */
    private static Operator join(Emission emission) {
        AssignWindows input = WindowPlans.assigned(WindowPlans.tumble(1), emission, true);
        List<Field> fields = new ArrayList<>(input.schema().fields());
        fields.addAll(input.schema().fields());
        Traits traits = new Traits(new Schema(fields), Set.of(), ChangelogMode.RETRACT);
        Join body = new Join(
                input, input, JoinType.INNER, List.of(3, 4), List.of(3, 4), List.of(false, false), null, false, traits);
        WindowColumns columns = new WindowColumns(3, 4, 1_000, null, WindowColumns.Clock.EVENT_TIME, 0);
        Windowed node = new Windowed(body, List.of(columns, columns), null, false, emission, true, traits);
        OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
        return node.accept(new OperatorFactory(settings, false, false)).get(0);
    }

    /** Rows with this value, one of each window of some numbers, at a position each. */
    private static ChangeBatch windowRows(long firstPosition, Watermarks watermarks, int value, int... numbers) {
        BatchBuilder builder = new BatchBuilder(WindowPlans.ASSIGNED);
        for (int i = 0; i < numbers.length; i++) {
            long start = (JOINED_FROM + numbers[i]) * WindowPlans.SECOND;
            builder.column(0).appendLong(1);
            builder.column(1).appendLong(value);
            builder.column(2).appendLong(start);
            builder.column(3).appendLong(start);
            builder.column(4).appendLong(start + WindowPlans.SECOND);
            builder.column(5).appendLong(start + WindowPlans.SECOND - 1_000);
            builder.endRow(RowKind.PLUS_I, firstPosition + i);
        }
        return builder.build(watermarks);
    }

    private static int halfOfWindow(int number) {
        int[] partitions = new int[1];
        new KeyPartitions(WindowPlans.ASSIGNED, new int[] {3, 4})
                .find(windowRows(0, Watermarks.absent(), 0, number), partitions);
        return partitions[0] / HALF;
    }

    /** What comes of a round of a join: by row the number of its window and both values. */
    private static List<String> joined(Operator join, long end, ChangeBatch left, ChangeBatch right) {
        List<String> changes = new ArrayList<>();
        Output output = batch -> {
            for (int i = 0; i < batch.size(); i++) {
                int row = batch.row(i);
                assertThat(batch.kind(row)).isEqualTo(RowKind.PLUS_I);
                changes.add(batch.longs(3).values()[row] / WindowPlans.SECOND - JOINED_FROM + ": "
                        + batch.longs(1).values()[row] + ", " + batch.longs(7).values()[row]);
            }
        };
        join.receive(0, left, TICK, output);
        join.receive(1, right, TICK, output);
        join.advance(end, TICK, output);
        join.endTick(end, TICK, output);
        return changes;
    }

    /** One of each of the first windows. */
    private static List<String> pairs(int windows, int left, int right) {
        return IntStream.rangeClosed(1, windows)
                .mapToObj(number -> number + ": " + left + ", " + right)
                .toList();
    }
}
