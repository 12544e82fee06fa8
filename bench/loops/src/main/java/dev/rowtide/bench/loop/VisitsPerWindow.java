// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import org.jspecify.annotations.Nullable;

/** How often each user came in each ten seconds, though some visits are seconds late: a window goes out when a visit is later by that than its end. */
final class VisitsPerWindow implements Loop {
    private static final long SIZE_MILLIS = 10_000;
    private static final int OPEN = 3;
    private static final int COUNT = 2;

    private final long[] userId;
    private final long[] seen;

    VisitsPerWindow(Clicks clicks) {
        userId = clicks.userId;
        seen = new long[clicks.count];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = Clicks.seen(i);
        }
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Records[] windows = new Records[OPEN];
        for (int i = 0; i < OPEN; i++) {
            windows[i] = new Records(COUNT);
        }
        long first = Long.MIN_VALUE;
        long watermark = Long.MIN_VALUE;
        for (int i = 0; i < seen.length; i++) {
            long window = seen[i] / SIZE_MILLIS;
            if (i == 0) {
                first = window - 1;
            }
            while (watermark >= (first + 1) * SIZE_MILLIS) {
                send(windows, first++, output);
            }
            Records records = windows[(int) (window % OPEN)];
            int slot = records.slotOf(userId[i]);
            records.values[slot + COUNT]++;
            watermark = Math.max(watermark, seen[i] - Clicks.DISORDER_MILLIS);
        }
        for (int i = 0; i < OPEN; i++) {
            send(windows, first++, output);
        }
        output.deliver();
    }

    private static void send(Records[] windows, long window, Output output) {
        int place = (int) (window % OPEN);
        long[] values = windows[place].values;
        for (int slot = 0; slot < values.length; slot += 1 + COUNT) {
            if (values[slot + 1] != 0) {
                output.numbers(0).values[output.rows] = values[slot];
                output.numbers(1).values[output.rows] = window * SIZE_MILLIS;
                output.numbers(2).values[output.rows++] = values[slot + COUNT];
                if (output.rows == Output.CAPACITY) {
                    output.deliver();
                }
            }
        }
        windows[place] = new Records(COUNT);
    }
}
