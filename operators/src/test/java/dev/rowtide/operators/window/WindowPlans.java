// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Windows for tests: sums and counts of {@code v} by {@code k} and window, over rows of {@code k INT, v BIGINT, ts TIMESTAMP(3)}. */
final class WindowPlans {

    static final Schema INPUT = SchemaText.parse("k INT, v BIGINT, ts TIMESTAMP(3)");
    static final Schema ASSIGNED =
            assigned(tumble(1), Emission.ON_WATERMARK, true).schema();
    static final long SECOND = 1_000_000;

    private WindowPlans() {}

    static WindowSpec tumble(long seconds) {
        return new WindowSpec(
                WindowSpec.Kind.TUMBLE, WindowSpec.Unit.MICROS, seconds * SECOND, seconds * SECOND, 0, null);
    }

    static WindowSpec hop(long slideSeconds, long sizeSeconds) {
        return new WindowSpec(
                WindowSpec.Kind.HOP, WindowSpec.Unit.MICROS, sizeSeconds * SECOND, slideSeconds * SECOND, 0, null);
    }

    static WindowSpec cumulate(long stepSeconds, long sizeSeconds) {
        return new WindowSpec(
                WindowSpec.Kind.CUMULATE, WindowSpec.Unit.MICROS, sizeSeconds * SECOND, stepSeconds * SECOND, 0, null);
    }

    static AssignWindows assigned(WindowSpec windows, Emission emission, boolean appends) {
        ChangelogMode mode = appends ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
        Values rows = new Values(List.of(), new Traits(INPUT, Set.of(), mode));
        List<Field> fields = new ArrayList<>(INPUT.fields());
        for (String name : List.of("window_start", "window_end", "window_time")) {
            fields.add(new Field(name, Type.timestamp(3).withNullable(false)));
        }
        return new AssignWindows(rows, 2, windows, emission, new Traits(new Schema(fields), Set.of(), mode));
    }

    /** {@code window_start, window_end, k, COUNT(*), SUM(v)}. */
    static Windowed sums(WindowSpec windows, Emission emission, boolean appends) {
        return of(AggregateFunction.SUM, windows, emission, appends);
    }

    /** The same with another aggregate of {@code v}. */
    static Windowed of(AggregateFunction function, WindowSpec windows, Emission emission, boolean appends) {
        AssignWindows input = assigned(windows, emission, appends);
        List<Field> fields = List.of(
                new Field("window_start", Type.timestamp(3).withNullable(false)),
                new Field("window_end", Type.timestamp(3).withNullable(false)),
                new Field("k", Type.INTEGER),
                new Field("n", Type.BIGINT),
                new Field("s", Type.BIGINT));
        ChangelogMode mode = emission.updates() ? ChangelogMode.RETRACT : ChangelogMode.APPEND;
        Traits traits = new Traits(new Schema(fields), Set.of(), mode);
        List<AggregateCall> calls = List.of(
                new AggregateCall(AggregateFunction.COUNT, List.of(), false, -1, Type.BIGINT),
                new AggregateCall(function, List.of(1), false, -1, Type.BIGINT));
        GroupAggregate body = new GroupAggregate(input, List.of(3, 4, 0), calls, false, traits);
        WindowColumns columns = new WindowColumns(3, 4, 1_000, null, WindowColumns.Clock.EVENT_TIME, 0);
        return new Windowed(body, List.of(columns), null, false, emission, true, traits);
    }

    /** The same sums of windows that are made of slices. */
    static Windowed sliced(WindowSpec windows, boolean appends) {
        WindowSpec slices = new WindowSpec(
                WindowSpec.Kind.TUMBLE,
                windows.unit(),
                windows.step(),
                windows.step(),
                Math.floorMod(windows.offset(), windows.step()),
                null);
        Windowed plain = sums(slices, Emission.ON_WATERMARK, appends);
        return new Windowed(plain.body(), plain.windows(), windows, false, plain.emission(), true, plain.traits());
    }

    /** The same sums of sessions by {@code k}, whose rows come when they are complete. */
    static Windowed sessions(long gapSeconds) {
        return sessions(gapSeconds, Emission.ON_WATERMARK, false);
    }

    /** The same sums of sessions by {@code k} that are merged of rows. */
    static Windowed mergedSessions(long gapSeconds) {
        return mergedSessions(gapSeconds, Emission.ON_WATERMARK);
    }

    /** Those that go out as an emission says. */
    static Windowed mergedSessions(long gapSeconds, Emission emission) {
        return sessions(gapSeconds, emission, true);
    }

    private static Windowed sessions(long gapSeconds, Emission emission, boolean merged) {
        AssignWindows assigned = assigned(tumble(1), Emission.ON_WATERMARK, true);
        AssignSessions input = new AssignSessions(
                assigned.input(),
                List.of(0),
                2,
                gapSeconds * SECOND,
                null,
                WindowColumns.Clock.EVENT_TIME,
                true,
                emission,
                merged,
                assigned.traits());
        Windowed plain = sums(tumble(1), emission, true);
        WindowColumns columns = new WindowColumns(
                3,
                4,
                1_000,
                null,
                merged ? WindowColumns.Clock.EVENT_TIME : WindowColumns.Clock.COMPLETE,
                gapSeconds * SECOND);
        return new Windowed(
                plain.body().with(List.of(input), plain.traits()),
                List.of(columns),
                null,
                merged,
                emission,
                true,
                plain.traits());
    }

    /** The operators of the windows and of what is made of them, as one. */
    static Operator operator(Windowed node, OperatorSettings settings) {
        OperatorFactory factory = new OperatorFactory(settings, false, false);
        return new Chain(
                node.inputs().get(0).accept(factory).get(0),
                node.accept(factory).get(0));
    }

    /** Two operators, one behind the other. */
    private record Chain(Operator first, Operator second) implements Operator {

        @Override
        public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
            first.receive(input, batch, tick, between -> second.receive(0, between, tick, output));
        }

        @Override
        public void advance(long position, Tick tick, Output output) {
            first.advance(position, tick, between -> second.receive(0, between, tick, output));
            second.advance(position, tick, output);
        }

        @Override
        public void endTick(long position, Tick tick, Output output) {
            first.endTick(position, tick, between -> second.receive(0, between, tick, output));
            second.endTick(position, tick, output);
        }

        @Override
        public void snapshot(int from, int to, StateWriter writer) {
            first.snapshot(from, to, writer);
            second.snapshot(from, to, writer);
        }

        @Override
        public void restore(StateReader reader) {
            first.restore(reader);
            second.restore(reader);
        }

        @Override
        public long lateRows() {
            return second.lateRows();
        }

        @Override
        public long unknownRetractions() {
            return second.unknownRetractions();
        }

        @Override
        public long stateBytes() {
            return first.stateBytes() + second.stateBytes();
        }
    }
}
