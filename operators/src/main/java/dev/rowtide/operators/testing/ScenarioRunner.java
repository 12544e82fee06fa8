// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Plays a scenario to an operator in one {@link Run}, as a job does: rounds of batches, an advance after each, ticks. */
final class ScenarioRunner {

    private static final long NOW_MILLIS = 1_700_000_000_000L;
    private static final long SEED = 42;

    private final List<ScenarioInput> inputs;
    private final Run run;
    private final RecordingOutput output;
    private final List<List<String>> tables = new ArrayList<>();
    private final List<ChangeBatch> received = new ArrayList<>();
    private final List<Long> checksums = new ArrayList<>();
    private final Operator operator;
    private Tick tick = new Tick(1, NOW_MILLIS, SEED);
    private long advancedTo;

    ScenarioRunner(List<ScenarioInput> inputs, Run run, Supplier<Operator> maker, RecordingOutput output) {
        this.inputs = inputs;
        this.run = run;
        this.output = output;
        this.operator = new Restoring(maker, run.restore());
    }

    /** The folded output after each tick of the scenario. */
    List<List<String>> play() {
        try {
            long position = 0;
            for (long end : tickEnds()) {
                position = expire(position);
                playTick(position, end);
                tables.add(output.table().lines());
                output.tickEnded();
                position = end;
            }
            playTick(position, position);
        } catch (RowFailure failure) {
            if (run.positionsPerBatch() == Run.ROW_BY_ROW) {
                output.forgetPosition(failure.position());
            }
            output.failed(failure.position(), failure.error().code().name());
        }
        output.ended();
        output.checkUnchanged();
        for (int i = 0; i < received.size(); i++) {
            if (BatchChecksum.of(received.get(i)) != checksums.get(i)) {
                throw new AssertionError("the operator changed the batch that it received as number " + (i + 1));
            }
        }
        return tables;
    }

    /** Lets go what has expired where the time goes on; the position from which on rows are given. */
    private long expire(long position) {
        long millis = millisAt(position);
        if (millis == tick.nowMillis()) {
            return position;
        }
        tick = new Tick(tick.number(), millis, SEED);
        if (!operator.hasExpired(millis)) {
            return position;
        }
        if (operator.nextExpiryMillis() > millis) {
            throw new AssertionError("nothing was to expire before " + operator.nextExpiryMillis());
        }
        long end = position + 1;
        for (ScenarioInput input : inputs) {
            if (input.firstRowFrom(position) != input.firstRowFrom(end)) {
                throw new AssertionError("what expires needs position " + position + ", which has rows");
            }
        }
        output.expectPositions(run.everyChange() ? advancedTo : Long.MIN_VALUE, end);
        operator.expire(position, tick, output);
        operator.advance(end, tick, output);
        operator.endTick(end, tick, output);
        advancedTo = end;
        return end;
    }

    private long millisAt(long position) {
        long millis = NOW_MILLIS;
        for (ScenarioInput input : inputs) {
            Map.Entry<Long, Long> begun = input.times().floorEntry(position);
            millis = begun == null ? millis : Math.max(millis, NOW_MILLIS + begun.getValue());
        }
        return millis;
    }

    private void playTick(long from, long end) {
        long position = from;
        while (position < end) {
            long roundEnd = Math.min(end, positionAfter(position, run.positionsPerRound(), inputs));
            playRound(position, roundEnd);
            position = roundEnd;
            if (run.tickPerRound() && position < end) {
                endTick(position);
            }
        }
        endTick(end);
    }

    private void playRound(long from, long end) {
        output.expectPositions(run.everyChange() ? advancedTo : Long.MIN_VALUE, end);
        long[] positions = new long[inputs.size()];
        Arrays.fill(positions, from);
        for (boolean more = true; more; ) {
            more = false;
            for (int i = 0; i < inputs.size(); i++) {
                if (positions[i] < end) {
                    positions[i] = Math.min(end, receive(i, positions[i], end));
                    more |= positions[i] < end;
                }
            }
        }
        if (!run.receivesAtTickEnd()) {
            operator.advance(end, tick, output);
            advancedTo = end;
        }
    }

    /** Passes on the next batch of an input, or the next position row by row; returns the position up to which it went. */
    private long receive(int index, long from, long end) {
        ScenarioInput input = inputs.get(index);
        boolean rowByRow = run.positionsPerBatch() == Run.ROW_BY_ROW;
        int positions = rowByRow ? 1 : run.positionsPerBatch();
        long batchEnd = Math.min(end, positionAfter(from, positions, List.of(input)));
        int first = input.firstRowFrom(from);
        int afterLast = input.firstRowFrom(batchEnd);
        for (int row = first; rowByRow && row < afterLast; row++) {
            receive(index, run.layout().lay(input, row, row + 1, from, batchEnd, end));
        }
        if (!rowByRow && (first < afterLast || run.layout() == BatchLayout.DISGUISED)) {
            receive(index, run.layout().lay(input, first, afterLast, from, batchEnd, end));
        }
        return batchEnd;
    }

    private void receive(int index, ChangeBatch batch) {
        received.add(batch);
        checksums.add(BatchChecksum.of(batch));
        operator.receive(index, batch, tick, output);
    }

    private void endTick(long position) {
        output.expectPositions(run.everyChange() ? Math.min(advancedTo, position - 1) : Long.MIN_VALUE, position);
        operator.endTick(position, tick, output);
        tick = new Tick(tick.number() + 1, tick.nowMillis(), SEED);
    }

    private List<Long> tickEnds() {
        TreeSet<Long> ends = new TreeSet<>();
        for (ScenarioInput input : inputs) {
            ends.addAll(input.tickEnds());
        }
        for (ScenarioInput input : inputs) {
            int rows = input.rows().rows();
            long end = rows == 0 ? 0 : input.rows().position(rows - 1) + 1;
            if (ends.isEmpty() || ends.last() < end) {
                ends.add(end);
            }
        }
        return List.copyOf(ends);
    }

    /** The position after the {@code count}-th position from {@code from} on that has rows in some of the inputs. */
    private static long positionAfter(long from, int count, List<ScenarioInput> inputs) {
        TreeSet<Long> positions = new TreeSet<>();
        for (ScenarioInput input : inputs) {
            int row = input.firstRowFrom(from);
            for (int taken = 0; row < input.rows().rows() && taken < count; row++) {
                taken += positions.add(input.rows().position(row)) ? 1 : 0;
            }
        }
        return positions.size() < count
                ? Long.MAX_VALUE
                : positions.stream().skip(count - 1L).findFirst().orElseThrow() + 1;
    }
}
