// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The work of a change does not grow with its partition beyond what it puts out: counted, since time would depend on the machine. */
final class OverWorkTest {

    private static final int ID = 0;
    private static final int ORDER = 1;
    private static final int VALUE = 2;
    private static final int UPDATES = 100;
    private static final Tick TICK = new Tick(1, 0, 0);

    private record Work(double computed, double put) {}

    static Stream<OverCall> calls() {
        return Stream.of(
                call(OverFunction.SUM, 0, Windows.rows(-5, 0)),
                call(OverFunction.SUM, 0, Windows.range("-5", "5")),
                call(OverFunction.SUM, 0, Windows.rows(null, 0)),
                call(OverFunction.COUNT, 0, Windows.rows(0, null)),
                call(OverFunction.AVG, 0, Windows.rows(-3, 3)),
                call(OverFunction.MIN, 0, Windows.rows(null, 0)),
                call(OverFunction.MAX, 0, Windows.rows(0, null)),
                call(OverFunction.MAX, 0, Frame.ALL),
                call(OverFunction.FIRST_VALUE, 0, Windows.rows(null, 0)),
                call(OverFunction.LAST_VALUE, 0, Windows.rows(null, 0)),
                call(OverFunction.NTH_VALUE, 3, Windows.rows(-5, 0)),
                call(OverFunction.LAG, 2, Frame.ALL),
                call(OverFunction.LEAD, 1, Frame.ALL),
                call(OverFunction.NTILE, 100, Frame.ALL),
                call(OverFunction.ROW_NUMBER, 0, Frame.ALL),
                call(OverFunction.RANK, 0, Frame.ALL),
                call(OverFunction.DENSE_RANK, 0, Frame.ALL),
                aggregate(AggregateFunction.COUNT, true, Windows.rows(-20, 0)),
                aggregate(AggregateFunction.MODE, false, Windows.rows(-20, 0)),
                byKey(AggregateFunction.MIN_BY, Windows.rows(null, 0)),
                byKey(AggregateFunction.MAX_BY, Windows.rows(0, null)),
                byKey(AggregateFunction.MAX_BY, Windows.rows(-5, 5)),
                byKey(AggregateFunction.MIN_BY, Frame.ALL),
                aggregate(AggregateFunction.BIT_OR, false, Windows.rows(null, 0)));
    }

    private static OverCall call(OverFunction function, long number, Frame frame) {
        boolean hasArgument = function.readsFrame() || function == OverFunction.LAG || function == OverFunction.LEAD;
        return new OverCall(
                function, hasArgument ? List.of(VALUE) : List.of(), false, number, frame, Windows.type("BIGINT"), null);
    }

    private static OverCall byKey(AggregateFunction function, Frame frame) {
        return OverCall.of(
                new AggregateCall(function, List.of(ID, VALUE), false, AggregateCall.NO_FILTER, Windows.type("BIGINT")),
                frame);
    }

    private static OverCall aggregate(AggregateFunction function, boolean distinct, Frame frame) {
        return OverCall.of(
                new AggregateCall(function, List.of(VALUE), distinct, AggregateCall.NO_FILTER, Windows.type("BIGINT")),
                frame);
    }

    /** As many results are computed as are put out, and a number that is the same for 500 rows and for 4,000. */
    @ParameterizedTest
    @MethodSource("calls")
    void resultsComputedForAnUpdate(OverCall call) {
        for (int rows : new int[] {500, 4_000}) {
            Work work = work(call, rows);
            assertThat(work.computed).as(call.function() + " over " + rows).isLessThan(work.put + 64);
        }
    }

    private static Work work(OverCall call, int rows) {
        Windows windows = Windows.of("id BIGINT, o BIGINT, v BIGINT")
                .retract()
                .unique(ID)
                .order(new SortKey(ORDER, false, true))
                .call(call);
        OverAggregateOperator operator =
                new OverAggregateOperator(windows.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        SplittableRandom random = new SplittableRandom(5);
        long[] order = new long[rows];
        long[] value = new long[rows];
        long[] id = new long[rows];
        for (int i = 0; i < rows; i++) {
            id[i] = i;
            order[i] = i;
            value[i] = random.nextLong(1_000_000);
        }
        Output nobody = batch -> {};
        // In order, so that loading them is quick; they are numbered by their order.
        operator.receive(0, ChangeBatch.inserts(rows, columns(id, order, value), 0, Watermarks.absent()), TICK, nobody);
        operator.advance(rows, TICK, nobody);
        long before = operator.computedResults();
        long[] put = {0};
        Output counter = batch -> put[0] += batch.size();
        for (int i = 0; i < UPDATES; i++) {
            int row = random.nextInt(rows);
            long fresh = random.nextLong(1_000_000);
            long position = rows + i;
            Column[] columns =
                    columns(new long[] {row, row}, new long[] {order[row], order[row]}, new long[] {value[row], fresh});
            value[row] = fresh;
            operator.receive(
                    0,
                    ChangeBatch.of(
                            2,
                            columns,
                            new byte[] {RowKind.MINUS_U, RowKind.PLUS_U},
                            new long[] {position, position},
                            Watermarks.absent()),
                    TICK,
                    counter);
            operator.advance(position + 1, TICK, counter);
        }
        return new Work((double) (operator.computedResults() - before) / UPDATES, (double) put[0] / 2 / UPDATES);
    }

    private static Column[] columns(long[]... values) {
        return Stream.of(values).map(column -> new LongColumn(column, null)).toArray(Column[]::new);
    }

    /** To put a row in, to take one out, to find a place and to sum up a range takes steps that grow as the logarithm of the rows. */
    @Test
    void stepsInAnOrderedList() {
        assertThat(steps(1 << 16)).isLessThan(3 * steps(1 << 8));
    }

    private static double steps(int rows) {
        Schema schema = Windows.of("v BIGINT").schema();
        RowStore store = new RowStore(schema, 0);
        long[] steps = {0};
        OrderedRows lists = new OrderedRows(
                new RowOrder(schema, List.of(new SortKey(0, false, true)), store), (row, left, right) -> steps[0]++);
        SplittableRandom random = new SplittableRandom(3);
        int[] numbers = new int[rows];
        int root = 0;
        for (int i = 0; i < rows; i++) {
            Column[] column = columns(new long[] {random.nextLong(rows)});
            numbers[i] = store.add(ChangeBatch.inserts(1, column, 0, Watermarks.absent()), 0);
            root = lists.insert(root, numbers[i], i);
        }
        OrderedRows.Fold fold = new OrderedRows.Fold() {
            @Override
            public boolean subtree(int row) {
                steps[0]++;
                return true;
            }

            @Override
            public void row(int row) {
                steps[0]++;
            }
        };
        steps[0] = 0;
        for (int i = 0; i < UPDATES; i++) {
            int row = numbers[random.nextInt(rows)];
            root = lists.remove(root, row);
            root = lists.insert(root, row, rows + i);
            lists.descend(root, (other, left) -> {
                steps[0]++;
                return lists.compare(row, other);
            });
            int from = random.nextInt(rows);
            lists.fold(root, rows, from, from + random.nextInt(rows - from) + 1, fold);
        }
        return (double) steps[0] / UPDATES;
    }
}
