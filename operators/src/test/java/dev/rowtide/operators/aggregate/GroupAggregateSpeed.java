// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Measures the group aggregate by itself, for whoever changes its loops: nanoseconds of thread CPU time per input row, one workload per run of the JVM.
 *
 * <pre>
 *   java -Xmx4g -XX:+UseParallelGC ... GroupAggregateSpeed count|consolidated|counts|counts-consolidated|sum|doubles|doubles-consolidated|q15|q15-consolidated|loop KEYS ROWS
 * </pre>
 */
public final class GroupAggregateSpeed {

    private static final int BATCH = ChangeBatch.ROWS_MAX;
    private static final int TICK_ROWS = 50_000;

    private static final Tick TICK = new Tick(1, 0, 0);

    private GroupAggregateSpeed() {}

    public static void main(String[] arguments) {
        String workload = arguments[0];
        int keys = Integer.parseInt(arguments[1]);
        int rows = Integer.parseInt(arguments[2]);
        boolean wide = workload.startsWith("q15");
        List<ChangeBatch> input = wide ? bids(rows) : keyed(rows, keys);
        if (workload.startsWith("doubles")) {
            input = input.stream().map(GroupAggregateSpeed::withDoubles).toList();
        }
        for (int round = 0; round < 7; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long changes = switch (workload) {
                case "count" -> run(input, List.of(count()), true);
                case "consolidated" -> run(input, List.of(count()), false);
                case "sum" -> run(input, List.of(sum(), count()), true);
                case "doubles" -> run(DOUBLES, input, doubles(), true);
                case "doubles-consolidated" -> run(DOUBLES, input, doubles(), false);
                case "counts" -> runCounts(input, true);
                case "counts-consolidated" -> runCounts(input, false);
                case "q15" -> run(input, q15(), true);
                case "q15-consolidated" -> run(input, q15(), false);
                case "loop" -> loop(input);
                default -> throw new IllegalArgumentException(workload);
            };
            long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            System.out.printf("%s %d keys: %.1f ns/row, %d changes%n", workload, keys, (double) nanos / rows, changes);
        }
    }

    private static AggregateCall count() {
        return new AggregateCall(AggregateFunction.COUNT, List.of(), false, -1, Type.BIGINT);
    }

    private static AggregateCall sum() {
        return new AggregateCall(AggregateFunction.SUM, List.of(1), false, -1, Type.BIGINT);
    }

    private static List<AggregateCall> doubles() {
        return List.of(new AggregateCall(AggregateFunction.SUM, List.of(1), false, -1, Type.DOUBLE));
    }

    private static List<AggregateCall> q15() {
        List<AggregateCall> calls = new ArrayList<>();
        for (List<Integer> arguments : List.of(List.<Integer>of(), List.of(1), List.of(2))) {
            for (int filter : new int[] {-1, 3, 4, 5}) {
                calls.add(new AggregateCall(
                        AggregateFunction.COUNT, arguments, !arguments.isEmpty(), filter, Type.BIGINT));
            }
        }
        return calls;
    }

    private static GroupAggregate node(Schema input, ChangelogMode mode, List<AggregateCall> calls, ChangelogMode out) {
        List<Field> fields = new ArrayList<>();
        fields.add(input.fields().get(0));
        for (AggregateCall call : calls) {
            fields.add(new Field("c" + fields.size(), call.type()));
        }
        return new GroupAggregate(
                new Values(List.of(), new Traits(input, Set.of(), mode)),
                List.of(0),
                calls,
                false,
                new Traits(new Schema(fields), Set.of(), out));
    }

    private static OperatorSettings settings(boolean everyChange) {
        return new OperatorSettings(everyChange, ZoneOffset.UTC, null);
    }

    private static long run(List<ChangeBatch> input, List<AggregateCall> calls, boolean everyChange) {
        return run(input.get(0).columnCount() == 2 ? KEYED : BIDS, input, calls, everyChange);
    }

    private static long run(Schema schema, List<ChangeBatch> input, List<AggregateCall> calls, boolean everyChange) {
        var operator = new GroupAggregateOperator(
                node(schema, ChangelogMode.APPEND, calls, ChangelogMode.RETRACT), settings(everyChange));
        Counter counter = new Counter();
        long rows = 0;
        for (ChangeBatch batch : input) {
            operator.receive(0, batch, TICK, counter);
            rows += batch.size();
            if (!everyChange && rows >= TICK_ROWS) {
                operator.endTick(batch.firstPosition() + batch.size(), TICK, counter);
                rows = 0;
            }
        }
        operator.endTick(Long.MAX_VALUE, TICK, counter);
        return counter.changes;
    }

    private static long runCounts(List<ChangeBatch> input, boolean everyChange) {
        GroupAggregate inner = node(KEYED, ChangelogMode.APPEND, List.of(count()), ChangelogMode.RETRACT);
        var first = new GroupAggregateOperator(inner, settings(everyChange));
        Schema counts = new Schema(
                List.of(inner.schema().fields().get(1), inner.schema().fields().get(0)));
        var second = new GroupAggregateOperator(
                node(counts, ChangelogMode.RETRACT, List.of(count()), ChangelogMode.RETRACT), settings(everyChange));
        Counter counter = new Counter();
        Output between = batch ->
                second.receive(0, batch.withColumns(new Column[] {batch.column(1), batch.column(0)}), TICK, counter);
        long rows = 0;
        for (ChangeBatch batch : input) {
            first.receive(0, batch, TICK, between);
            long next = batch.firstPosition() + batch.size();
            second.advance(next, TICK, counter);
            rows += batch.size();
            if (!everyChange && rows >= TICK_ROWS) {
                first.endTick(next, TICK, between);
                second.endTick(next, TICK, counter);
                rows = 0;
            }
        }
        first.endTick(Long.MAX_VALUE, TICK, between);
        second.endTick(Long.MAX_VALUE, TICK, counter);
        return counter.changes;
    }

    /** The same count by hand: a record of key and count in one array, changes into arrays that are used again. */
    private static long loop(List<ChangeBatch> input) {
        long[] table = new long[1024 * 2];
        int mask = 1023;
        int used = 0;
        byte[] kinds = new byte[2 * BATCH];
        long[] outKeys = new long[2 * BATCH];
        long[] outCounts = new long[2 * BATCH];
        long changes = 0;
        for (ChangeBatch batch : input) {
            long[] keys = batch.longs(0).values();
            int out = 0;
            for (int i = 0; i < batch.size(); i++) {
                long key = keys[i];
                int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(mask));
                while (table[2 * slot + 1] != 0 && table[2 * slot] != key) {
                    slot = slot + 1 & mask;
                }
                long count = table[2 * slot + 1]++;
                if (count == 0) {
                    table[2 * slot] = key;
                    kinds[out] = 0;
                    outKeys[out] = key;
                    outCounts[out++] = 1;
                    if (++used > mask * 0.6) {
                        int larger = mask * 2 + 1;
                        long[] old = table;
                        table = new long[2 * (larger + 1)];
                        for (int o = 0; o < old.length; o += 2) {
                            if (old[o + 1] != 0) {
                                int s = (int) ((old[o] * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(larger));
                                while (table[2 * s + 1] != 0) {
                                    s = s + 1 & larger;
                                }
                                table[2 * s] = old[o];
                                table[2 * s + 1] = old[o + 1];
                            }
                        }
                        mask = larger;
                    }
                } else {
                    kinds[out] = 1;
                    outKeys[out] = key;
                    outCounts[out++] = count;
                    kinds[out] = 2;
                    outKeys[out] = key;
                    outCounts[out++] = count + 1;
                }
            }
            changes += out;
        }
        return changes + (outCounts[0] + outKeys[0] + kinds[0] == -1 ? 1 : 0);
    }

    private static final Schema KEYED = Schema.of(new Field("k", Type.BIGINT), new Field("v", Type.BIGINT));

    private static List<ChangeBatch> keyed(int rows, int keys) {
        SplittableRandom random = new SplittableRandom(1);
        List<ChangeBatch> batches = new ArrayList<>();
        for (int from = 0; from < rows; from += BATCH) {
            int n = Math.min(BATCH, rows - from);
            long[] key = new long[n];
            long[] value = new long[n];
            for (int i = 0; i < n; i++) {
                key[i] = random.nextInt(keys);
                value[i] = 1 + random.nextInt(1000);
            }
            Column[] columns = {new LongColumn(key, null), new LongColumn(value, null)};
            batches.add(ChangeBatch.inserts(n, columns, from, Watermarks.absent()));
        }
        return batches;
    }

    private static final Schema DOUBLES = Schema.of(new Field("k", Type.BIGINT), new Field("v", Type.DOUBLE));

    /** Prices with cents. */
    private static ChangeBatch withDoubles(ChangeBatch batch) {
        double[] values = new double[batch.rows()];
        for (int i = 0; i < values.length; i++) {
            values[i] = batch.longs(1).values()[i] * 1.37 / 100;
        }
        return batch.withColumns(new Column[] {batch.column(0), new DoubleColumn(values, null)});
    }

    private static final Schema BIDS = Schema.of(
            new Field("day", Type.STRING),
            new Field("bidder", Type.BIGINT),
            new Field("auction", Type.BIGINT),
            new Field("low", Type.BOOLEAN),
            new Field("middle", Type.BOOLEAN),
            new Field("high", Type.BOOLEAN));

    private static List<ChangeBatch> bids(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        List<ChangeBatch> batches = new ArrayList<>();
        for (int from = 0; from < rows; from += BATCH) {
            int n = Math.min(BATCH, rows - from);
            byte[] text = new byte[10 * n];
            int[] starts = new int[n];
            int[] lengths = new int[n];
            long[] bidder = new long[n];
            long[] auction = new long[n];
            boolean[][] rank = new boolean[3][n];
            for (int i = 0; i < n; i++) {
                int day = 1 + (int) ((long) (from + i) * 5 / rows);
                System.arraycopy(("2026-01-0" + day).getBytes(StandardCharsets.UTF_8), 0, text, 10 * i, 10);
                starts[i] = 10 * i;
                lengths[i] = 10;
                int hot = from + i;
                bidder[i] = random.nextInt(4) > 0 ? hot / 2000 * 10 : random.nextInt(1 + hot / 20);
                auction[i] = random.nextInt(2) > 0 ? hot / 1000 * 10 : Math.max(0, hot / 15 - random.nextInt(1000));
                int price = random.nextInt(3);
                rank[price][i] = true;
            }
            Column[] columns = {
                new BytesColumn(text, starts, lengths, null),
                new LongColumn(bidder, null),
                new LongColumn(auction, null),
                new BooleanColumn(rank[0], null),
                new BooleanColumn(rank[1], null),
                new BooleanColumn(rank[2], null)
            };
            batches.add(ChangeBatch.inserts(n, columns, from, Watermarks.absent()));
        }
        return batches;
    }

    private static final class Counter implements Output {
        private long changes;

        @Override
        public void emit(ChangeBatch batch) {
            changes += batch.size();
        }
    }
}
