// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How many rows a second go through windows of counts and sums: {@code main} prints it for windows side by side, in slices, expanded, and for sessions. */
final class WindowSpeed {

    private static final int ROWS = 2_000_000;
    private static final int PASSES = 7;

    private WindowSpeed() {}

    /** Measures. */
    public static void main(String[] arguments) {
        for (int keys : new int[] {1_000, 100_000, 1_000_000}) {
            List<ChangeBatch> batches = batches(keys);
            measure(
                    "tumble, " + keys + " keys",
                    WindowPlans.sums(WindowPlans.tumble(10), Emission.ON_WATERMARK, true),
                    batches);
            WindowSpec hops = WindowPlans.hop(2, 10);
            measure("hop 5, slices, " + keys + " keys", WindowPlans.sliced(hops, true), batches);
            measure("hop 5, expanded, " + keys + " keys", WindowPlans.sums(hops, Emission.ON_WATERMARK, true), batches);
            measure("sessions of 2 s, " + keys + " keys", WindowPlans.sessions(2), batches);
            measure("merged sessions of 2 s, " + keys + " keys", WindowPlans.mergedSessions(2), batches);
        }
    }

    /** Ten thousand rows a second of event time, a tenth of them up to four seconds early; the watermark is four seconds behind. */
    private static List<ChangeBatch> batches(int keys) {
        Random random = new Random(1);
        List<ChangeBatch> batches = new ArrayList<>();
        long watermark = Watermarks.NONE;
        for (int from = 0; from < ROWS; from += ChangeBatch.ROWS_MAX) {
            int n = Math.min(ChangeBatch.ROWS_MAX, ROWS - from);
            long[] k = new long[n];
            long[] v = new long[n];
            long[] ts = new long[n];
            WatermarkRuns runs = new WatermarkRuns(watermark);
            for (int i = 0; i < n; i++) {
                k[i] = random.nextInt(keys);
                v[i] = random.nextInt(1000);
                long time = (from + i) * 100L;
                boolean early = random.nextInt(10) == 0;
                ts[i] = Math.max(0, early ? time - random.nextInt(4_000_000) : time) / 1000 * 1000;
                runs.raise(from + i + 1L, ts[i] - 4_000_000);
            }
            watermark = runs.watermark();
            Column[] columns = {new LongColumn(k, null), new LongColumn(v, null), new LongColumn(ts, null)};
            batches.add(ChangeBatch.inserts(n, columns, from, runs.build()));
        }
        return batches;
    }

    private static void measure(String name, Windowed node, List<ChangeBatch> batches) {
        long best = Long.MAX_VALUE;
        long[] rows = new long[1];
        for (int pass = 0; pass < PASSES; pass++) {
            Operator operator = WindowPlans.operator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
            rows[0] = 0;
            long start = System.nanoTime();
            Tick tick = new Tick(1, 0, 0);
            for (ChangeBatch batch : batches) {
                operator.receive(0, batch, tick, out -> rows[0] += out.size());
                operator.advance(batch.firstPosition() + batch.rows(), tick, out -> rows[0] += out.size());
            }
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.printf("%-32s %6.1f M rows/s, %d rows out%n", name, ROWS * 1e3 / best, rows[0]);
    }
}
