// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * The watermark of changes that go out once per tick, under its last position: before them it is what it was when the tick began, so that none of them is late
 * because of the tick's own rows.
 */
public final class TickWatermarks {

    private long before = Watermarks.NONE;
    private Watermarks latest = Watermarks.absent();
    private boolean hasRows;

    /** A batch of the tick came. */
    public void note(ChangeBatch batch) {
        latest = batch.watermarks();
        if (!hasRows && batch.rows() > 0) {
            before = Math.max(before, latest.before(batch.position(0)));
            hasRows = true;
        }
    }

    /**
     * The watermark before the changes of the tick, and after them.
     *
     * @param position the position after the last of the tick
     */
    public Watermarks endTick(long position) {
        long after = Math.max(before, latest.before(position));
        Watermarks watermarks = after == before
                ? Watermarks.constant(after)
                : new Watermarks(new long[] {position}, new long[] {before}, after);
        before = after;
        hasRows = false;
        return watermarks;
    }

    /** Writes what is known between ticks, if {@code first} is partition 0. */
    public void snapshot(int first, StateWriter writer) {
        writer.writeLong(first == 0 ? before : Watermarks.NONE);
        writer.writeLong(first == 0 ? latest.after() : Watermarks.NONE);
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        before = Math.max(before, reader.readLong());
        latest = Watermarks.constant(Math.max(latest.after(), reader.readLong()));
    }
}
