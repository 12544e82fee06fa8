// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** A window whose aggregates can be taken apart, as sums can: a slice that leaves is subtracted. */
final class SubtractedSlices implements SlidingWindow {

    private final GroupsPane.Maker panes;
    private GroupsPane all;
    private long pushedTo = Long.MIN_VALUE;
    private boolean hasPart;
    private boolean partsDiffer;

    SubtractedSlices(GroupsPane.Maker panes) {
        this.panes = panes;
        all = panes.of(0, 0);
    }

    @Override
    public void push(long end, GroupsPane slice) {
        all.merge(slice);
        pushedTo = end;
    }

    @Override
    public void pop(long end, GroupsPane slice) {
        if (end > pushedTo) {
            return;
        }
        all.unmerge(slice);
        if (all.isSparse()) {
            GroupsPane dense = panes.of(0, 0);
            dense.merge(all);
            all = dense;
        }
    }

    @Override
    public void add(long end, ChangeBatch rows) {
        all.add(0, rows);
    }

    @Override
    public GroupsPane at(long start, long end) {
        return all.at(start, end);
    }

    @Override
    public void clear() {
        all = panes.of(0, 0);
        pushedTo = Long.MIN_VALUE;
    }

    @Override
    public long pushedTo() {
        return pushedTo;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(pushedTo);
        all.snapshot(first, last, writer);
    }

    /** Parts of several workers that have not come equally far can't be added up: all is then made of the slices anew. */
    @Override
    public void restore(StateReader reader) {
        long partTo = reader.readLong();
        all.restore(reader);
        partsDiffer |= hasPart && partTo != pushedTo;
        hasPart = true;
        pushedTo = partTo;
        if (partsDiffer) {
            clear();
        }
    }

    @Override
    public long bytes() {
        return all.bytes();
    }
}
