// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures rankings by themselves, for whoever changes how rows are kept: nanoseconds of thread CPU time per input row, one workload per run of the JVM.
 *
 * <pre>
 *   java -Xmx4g -XX:+UseParallelGC ... TopNSpeed last|top10|top10-rank|limit|churn|churn-rank ROWS [consolidated]
 * </pre>
 */
public final class TopNSpeed {

    private static final int BATCH = ChangeBatch.ROWS_MAX;
    private static final int TICK_ROWS = 50_000;
    private static final Tick TICK = new Tick(1, 0, 0);
    private static final String BIDS =
            "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, date_time TIMESTAMP(3), extra STRING";

    private TopNSpeed() {}

    public static void main(String[] arguments) {
        int rows = Integer.parseInt(arguments[1]);
        boolean everyChange = arguments.length < 3;
        List<ChangeBatch> input = arguments[0].startsWith("churn") ? churn(rows) : bids(rows);
        Rankings ranking = switch (arguments[0]) {
            case "last" -> Rankings.of(BIDS).by(1, 0).descending(5).top(1);
            case "top10" -> Rankings.of(BIDS).by(0).descending(2).top(10);
            case "top10-rank" -> Rankings.of(BIDS).by(0).descending(2).top(10).ranked();
            case "limit" -> Rankings.of(BIDS).descending(2).top(100);
            case "churn" ->
                Rankings.of("id BIGINT, v BIGINT")
                        .retract()
                        .unique(0)
                        .descending(1)
                        .top(10);
            case "churn-rank" ->
                Rankings.of("id BIGINT, v BIGINT")
                        .retract()
                        .unique(0)
                        .descending(1)
                        .top(10)
                        .ranked();
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        for (int round = 0; round < 7; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long[] outcome = run(ranking, input, everyChange);
            long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            System.out.printf(
                    "%s: %.1f ns/row, %.2f changes/row, %d MB of state%n",
                    arguments[0], (double) nanos / rows, (double) outcome[0] / rows, outcome[1] >> 20);
        }
    }

    private static long[] run(Rankings ranking, List<ChangeBatch> input, boolean everyChange) {
        var operator = new TopNOperator(ranking.node(), new OperatorSettings(everyChange, ZoneOffset.UTC, null));
        long[] changes = {0};
        Output counter = batch -> changes[0] += batch.size();
        long rows = 0;
        for (ChangeBatch batch : input) {
            long next = batch.position(batch.rows() - 1) + 1;
            operator.receive(0, batch, TICK, counter);
            operator.advance(next, TICK, counter);
            rows += batch.size();
            if (rows >= TICK_ROWS) {
                operator.endTick(next, TICK, counter);
                rows = 0;
            }
        }
        operator.endTick(Long.MAX_VALUE, TICK, counter);
        return new long[] {changes[0], operator.stateBytes()};
    }

    /** Bids as the benchmark has them: every other one is for the hot auction of its time, and three of four are from the hot bidder. */
    private static List<ChangeBatch> bids(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        List<ChangeBatch> batches = new ArrayList<>();
        for (int from = 0; from < rows; from += BATCH) {
            int n = Math.min(BATCH, rows - from);
            long[][] numbers = new long[4][n];
            byte[] text = new byte[64 * n];
            int[][] starts = new int[3][n];
            int[][] lengths = new int[3][n];
            int used = 0;
            for (int i = 0; i < n; i++) {
                int event = from + i;
                numbers[0][i] =
                        random.nextInt(2) > 0 ? event / 1000 * 10 : Math.max(0, event / 15 - random.nextInt(100));
                numbers[1][i] =
                        random.nextInt(4) > 0 ? event / 2000 * 10 : Math.max(0, event / 46 - random.nextInt(1000));
                numbers[2][i] = Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
                numbers[3][i] = 1_700_000_000_000_000L + event / 10 * 1000L;
                String[] texts = {
                    "channel-" + random.nextInt(10), "https://www.nexmark.com/item.htm?q=" + random.nextInt(1000), "x"
                };
                for (int t = 0; t < 3; t++) {
                    byte[] bytes = texts[t].getBytes(StandardCharsets.UTF_8);
                    System.arraycopy(bytes, 0, text, used, bytes.length);
                    starts[t][i] = used;
                    lengths[t][i] = bytes.length;
                    used += bytes.length;
                }
            }
            Column[] columns = {
                new LongColumn(numbers[0], null),
                new LongColumn(numbers[1], null),
                new LongColumn(numbers[2], null),
                new BytesColumn(text, starts[0], lengths[0], null),
                new BytesColumn(text, starts[1], lengths[1], null),
                new LongColumn(numbers[3], null),
                new BytesColumn(text, starts[2], lengths[2], null)
            };
            batches.add(ChangeBatch.inserts(n, columns, from, Watermarks.absent()));
        }
        return batches;
    }

    /** A tenth of the rows is inserted, then random ones are updated. */
    private static List<ChangeBatch> churn(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        long[] values = new long[rows / 10];
        List<ChangeBatch> batches = new ArrayList<>();
        int next = 0;
        long position = 0;
        for (int from = 0; from < rows; from += BATCH) {
            int n = Math.min(BATCH, rows - from) & ~1;
            long[] id = new long[n];
            long[] value = new long[n];
            byte[] kinds = new byte[n];
            long[] positions = new long[n];
            for (int i = 0; i < n; i++) {
                long drawn = random.nextInt(1_000_000_000);
                if (next < values.length) {
                    id[i] = next;
                    kinds[i] = RowKind.PLUS_I;
                    positions[i] = position++;
                    value[i] = drawn;
                    values[next++] = drawn;
                } else if (i + 1 < n) {
                    int chosen = random.nextInt(values.length);
                    id[i] = chosen;
                    kinds[i] = RowKind.MINUS_U;
                    positions[i] = position;
                    value[i++] = values[chosen];
                    id[i] = chosen;
                    kinds[i] = RowKind.PLUS_U;
                    positions[i] = position++;
                    value[i] = drawn;
                    values[chosen] = drawn;
                } else {
                    n = i;
                }
            }
            Column[] columns = {new LongColumn(id, null), new LongColumn(value, null)};
            batches.add(ChangeBatch.of(n, columns, kinds, positions, Watermarks.absent()));
        }
        return batches;
    }
}
