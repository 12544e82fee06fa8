// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/**
 * Measures functions over one partition that grows: nanoseconds of thread CPU time and changes per update of a row in the middle, once so many rows are in.
 *
 * <pre>
 *   java ... OverSpeed rows|range|lag|max|all-max|tile|append ROWS
 * </pre>
 */
public final class OverSpeed {

    private static final int UPDATES = 20_000;
    private static final Tick TICK = new Tick(1, 0, 0);

    private OverSpeed() {}

    public static void main(String[] arguments) {
        int rows = Integer.parseInt(arguments[1]);
        Windows windows =
                Windows.of("id BIGINT, o BIGINT, v BIGINT").retract().unique(0).ascending(1);
        windows = switch (arguments[0]) {
            case "rows", "append" -> windows.call(OverFunction.SUM, "BIGINT", Windows.rows(-5, 0), 2);
            case "range" -> windows.call(OverFunction.SUM, "BIGINT", Windows.range("-5", "5"), 2);
            case "lag" -> windows.numbered(OverFunction.LAG, 1, "BIGINT", Frame.ALL, 2);
            case "max" -> windows.call(OverFunction.MAX, "BIGINT", Windows.rows(null, 0), 2);
            case "all-max" -> windows.call(OverFunction.MAX, "BIGINT", Frame.ALL, 2);
            case "tile" -> windows.numbered(OverFunction.NTILE, 100, "BIGINT", Frame.ALL);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        for (int round = 0; round < 4; round++) {
            run(arguments[0], windows, rows);
        }
    }

    private static void run(String name, Windows windows, int rows) {
        OverAggregateOperator operator =
                new OverAggregateOperator(windows.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        long[] changes = {0};
        Output counter = batch -> changes[0] += batch.size();
        SplittableRandom random = new SplittableRandom(1);
        long[] order = new long[rows];
        long[] value = new long[rows];
        long position = 0;
        long start = now();
        while (position < rows) {
            int n = (int) Math.min(ChangeBatch.ROWS_MAX, rows - position);
            long[][] columns = new long[3][n];
            for (int i = 0; i < n; i++) {
                int id = (int) position + i;
                order[id] = random.nextLong(rows);
                value[id] = random.nextInt(1_000_000_000);
                columns[0][i] = id;
                columns[1][i] = order[id] = name.equals("append") ? id : order[id];
                columns[2][i] = value[id];
            }
            operator.receive(0, ChangeBatch.inserts(n, columns(columns), position, Watermarks.absent()), TICK, counter);
            position += n;
            operator.endTick(position, TICK, counter);
        }
        long loaded = now() - start;
        long before = changes[0];
        start = now();
        for (int i = 0; i < UPDATES; i++) {
            int id = random.nextInt(rows);
            long[][] columns = {{id, id}, {order[id], random.nextLong(rows)}, {value[id], random.nextInt(1_000_000_000)}
            };
            order[id] = columns[1][1];
            value[id] = columns[2][1];
            byte[] kinds = {RowKind.MINUS_U, RowKind.PLUS_U};
            operator.receive(
                    0,
                    ChangeBatch.of(2, columns(columns), kinds, new long[] {position, position}, Watermarks.absent()),
                    TICK,
                    counter);
            position++;
            operator.advance(position, TICK, counter);
        }
        long nanos = now() - start;
        System.out.printf(
                "%s %d: %d ns and %.2f changes per update, %d ns per inserted row, %d bytes of state per row%n",
                name,
                rows,
                nanos / UPDATES,
                (double) (changes[0] - before) / UPDATES,
                loaded / rows,
                operator.stateBytes() / rows);
    }

    private static Column[] columns(long[][] values) {
        Column[] columns = new Column[values.length];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = new LongColumn(values[c], null);
        }
        return columns;
    }

    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
