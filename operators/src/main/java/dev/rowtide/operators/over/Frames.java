// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RowOrder;
import java.util.List;

/** The frames of the rows of the partition at hand, and which of them a change reaches. */
abstract class Frames {

    /** The frames of one kind. */
    static Frames of(Frame frame, Schema schema, List<SortKey> order, RowOrder rowOrder, PartitionRows partition) {
        return frame.unit() == Frame.Unit.ROWS
                ? new RowFrames(frame, partition)
                : new RangeFrames(frame, schema, order, rowOrder, partition);
    }

    /** The first place in the frame of a row at a place. */
    abstract int from(int place, int row);

    /** The place behind the last in the frame of a row at a place; not behind {@link #from} where the frame is empty. */
    abstract int to(int place, int row);

    /**
     * Lists the places of rows whose frame a change may have given other rows.
     *
     * @param row the row that came or went
     * @param place where it stands, or would stand
     * @param settles whether two frames that begin, or end, alike and have had equal results have equal ones as they grow
     * @param counts whether the row itself makes a difference, beside that it may move others out of frames
     */
    abstract void reach(int row, int place, boolean settles, boolean counts, Scans scans);
}
