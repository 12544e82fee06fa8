// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.query.Queries;
import org.jspecify.annotations.Nullable;

/** The left join: each user with the number of clicks so far, NULL before the first. */
final class ClicksOfUsers implements Loop {
    private final Clicks clicks;
    private final boolean everyChange;

    /** @param everyChange whether a change is delivered for each click, and not once in {@link Queries#FLUSH_ROWS} clicks */
    ClicksOfUsers(Clicks clicks, boolean everyChange) {
        this.clicks = clicks;
        this.everyChange = everyChange;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        for (int user = 0; user < clicks.users; user++) {
            add(Output.INSERT, user, 0, output);
        }
        if (everyChange) {
            runEveryChange(output);
        } else {
            runFlushes(output);
        }
    }

    private void runEveryChange(Output output) {
        Records counts = new Records(1);
        for (long user : clicks.userId) {
            int slot = counts.slotOf(user);
            long count = counts.values[slot + 1]++;
            change(user, count - 1, count, output);
        }
    }

    private void runFlushes(Output output) {
        Flush flush = new Flush();
        for (int first = 0; first < clicks.count; first += Queries.FLUSH_ROWS) {
            flush.count(clicks.userId, first, Math.min(clicks.count, first + Queries.FLUSH_ROWS));
            for (int change = 0; change < flush.changedCount(); change++) {
                change(flush.user(change), flush.before(change), flush.now(change), output);
            }
            flush.next();
        }
    }

    private static void change(long user, long before, long now, Output output) {
        add(Output.UPDATE_BEFORE, user, before, output);
        add(Output.UPDATE_AFTER, user, now, output);
    }

    private static void add(byte kind, long user, long count, Output output) {
        int row = output.rows++;
        output.kinds[row] = kind;
        output.numbers(0).values[row] = user;
        output.numbers(1).values[row] = Clicks.since((int) user);
        output.numbers(2).values[row] = count == 0 ? Output.Numbers.NULL : count;
        if (output.rows == Output.CAPACITY) {
            output.deliver();
        }
    }
}
