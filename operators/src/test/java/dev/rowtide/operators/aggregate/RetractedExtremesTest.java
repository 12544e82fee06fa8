// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.factory.OperatorFactory;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All rows have one key, and the one that is shown goes, again and again: in time only if it takes about the same to find the next one however many rows there are. A
 * million of them, each looked at for each, would be a million millions.
 */
class RetractedExtremesTest {

    private static final String SCHEMA = "k BIGINT, v BIGINT";
    private static final Tick TICK = new Tick(1, 0, 0);

    @Test
    void maximumOfManyRows() {
        maximumGoes(100_000);
    }

    @Test
    @Tag("long")
    void maximumOfAMillionRows() {
        maximumGoes(1_000_000);
    }

    @Test
    void firstOfManyRows() {
        firstGoes(100_000);
    }

    @Test
    @Tag("long")
    void firstOfAMillionRows() {
        firstGoes(1_000_000);
    }

    private static void maximumGoes(int rows) {
        goes(
                new GroupAggregate(
                        TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                        List.of(0),
                        List.of(new AggregateCall(
                                AggregateFunction.MAX, List.of(1), false, AggregateCall.NO_FILTER, Type.BIGINT)),
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.RETRACT)),
                rows);
    }

    private static void firstGoes(int rows) {
        goes(
                new TopN(
                        TestPlan.input(SCHEMA, ChangelogMode.RETRACT),
                        List.of(0),
                        List.of(new SortKey(1, true, false)),
                        RankFunction.ROW_NUMBER,
                        1,
                        1,
                        false,
                        TestPlan.traits(SCHEMA, ChangelogMode.RETRACT)),
                rows);
    }

    /** Rows come in no order and go from the greatest on: with each the old result goes and, but for the last, another comes. */
    private static void goes(PlanNode node, int rows) {
        Operator operator = node.accept(
                        new OperatorFactory(new OperatorSettings(true, ZoneOffset.UTC, null), false, false))
                .get(0);
        // 7919 is a prime that divides neither number of rows.
        long[] shuffled = LongStream.range(0, rows).map(i -> i * 7919 % rows).toArray();
        long[] falling = LongStream.range(0, rows).map(i -> rows - 1 - i).toArray();
        receive(operator, shuffled, RowKind.PLUS_I, 0, new long[4]);
        long[] counts = new long[4];
        receive(operator, falling, RowKind.MINUS_D, rows, counts);
        assertThat(counts[RowKind.MINUS_U] + counts[RowKind.MINUS_D]).isEqualTo(rows);
        assertThat(counts[RowKind.PLUS_U] + counts[RowKind.PLUS_I]).isEqualTo(rows - 1);
        assertThat(operator.unknownRetractions()).isZero();
    }

    /** Counts what comes out by kind. */
    private static void receive(Operator operator, long[] values, byte kind, long position, long[] counts) {
        for (int from = 0; from < values.length; from += ChangeBatch.ROWS_MAX) {
            int n = Math.min(ChangeBatch.ROWS_MAX, values.length - from);
            byte[] kinds = new byte[n];
            Arrays.fill(kinds, kind);
            Column[] columns = {
                new LongColumn(new long[n], null), new LongColumn(Arrays.copyOfRange(values, from, from + n), null)
            };
            long first = position + from;
            ChangeBatch batch = ChangeBatch.of(
                    n, columns, kinds, LongStream.range(first, first + n).toArray(), Watermarks.absent());
            operator.receive(0, batch, TICK, out -> count(out, counts));
            operator.advance(first + n, TICK, out -> count(out, counts));
        }
    }

    private static void count(ChangeBatch batch, long[] counts) {
        for (int i = 0; i < batch.size(); i++) {
            counts[batch.kind(batch.row(i))]++;
        }
    }
}
