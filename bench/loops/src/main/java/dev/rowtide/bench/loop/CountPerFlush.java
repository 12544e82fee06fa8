// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.query.Queries;
import org.jspecify.annotations.Nullable;

/** Clicks per user, the net change delivered once in so many clicks. */
final class CountPerFlush implements Loop {
    private final Clicks clicks;

    CountPerFlush(Clicks clicks) {
        this.clicks = clicks;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Flush flush = new Flush();
        for (int first = 0; first < clicks.count; first += Queries.FLUSH_ROWS) {
            flush.count(clicks.userId, first, Math.min(clicks.count, first + Queries.FLUSH_ROWS));
            emit(flush, output);
            flush.next();
        }
    }

    private static void emit(Flush flush, Output output) {
        byte[] kinds = output.kinds;
        long[] users = output.numbers(0).values;
        long[] counts = output.numbers(1).values;
        int row = output.rows;
        for (int change = 0; change < flush.changedCount(); change++) {
            if (row + 2 > Output.CAPACITY) {
                output.rows = row;
                output.deliver();
                row = 0;
            }
            long user = flush.user(change);
            long before = flush.before(change);
            if (before == 0) {
                kinds[row] = Output.INSERT;
            } else {
                kinds[row] = Output.UPDATE_BEFORE;
                users[row] = user;
                counts[row] = before;
                row++;
                kinds[row] = Output.UPDATE_AFTER;
            }
            users[row] = user;
            counts[row] = flush.now(change);
            row++;
        }
        output.rows = row;
    }
}
