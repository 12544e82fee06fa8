// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** A loop over events whose results are rows picked from their tables: its constructor says which columns. */
abstract class PickedLoop extends EventLoop {
    final PickedRows picked;

    /** @param tables how many tables a result has rows of */
    PickedLoop(Events events, int tables) {
        super(events);
        picked = new PickedRows(tables);
    }

    @Override
    public final Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
    }

    @Override
    final void flush(Output output) {
        picked.deliver(output);
    }
}
