// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A window whose aggregates can only be put together, as two stacks: in front, for each of the slices that leave first, what it has together with those behind it up to the
 * middle; behind, what all slices from the middle on have. When the front has gone, the middle moves to the end. So each slice is merged three times, however many a window has.
 */
final class StackedSlices implements SlidingWindow {

    private final GroupsPane.Maker panes;
    private final NavigableMap<Long, GroupsPane> slices;
    private final TreeMap<Long, GroupsPane> front = new TreeMap<>();
    private GroupsPane back;

    /** Where the last slice of the front ends. */
    private long middle = Long.MIN_VALUE;

    private long pushedTo = Long.MIN_VALUE;

    StackedSlices(GroupsPane.Maker panes, NavigableMap<Long, GroupsPane> slices) {
        this.panes = panes;
        this.slices = slices;
        back = panes.of(0, 0);
    }

    @Override
    public void push(long end, GroupsPane slice) {
        back.merge(slice);
        pushedTo = end;
    }

    @Override
    public void pop(long end, GroupsPane slice) {
        if (end > pushedTo) {
            return;
        }
        if (end > middle) {
            moveMiddle();
        }
        front.remove(end);
    }

    private void moveMiddle() {
        front.clear();
        GroupsPane behind = null;
        for (Map.Entry<Long, GroupsPane> slice :
                slices.headMap(pushedTo, true).descendingMap().entrySet()) {
            GroupsPane from = panes.of(0, 0);
            from.merge(slice.getValue());
            if (behind != null) {
                from.merge(behind);
            }
            front.put(slice.getKey(), from);
            behind = from;
        }
        middle = pushedTo;
        back = panes.of(0, 0);
    }

    /** Its groups would not be in the order of the slices: all is put together anew. */
    @Override
    public void add(long end, ChangeBatch rows) {
        clear();
    }

    @Override
    public GroupsPane at(long start, long end) {
        if (front.isEmpty() || back.isEmpty()) {
            return (front.isEmpty() ? back : front.firstEntry().getValue()).at(start, end);
        }
        GroupsPane both = panes.of(start, end);
        both.merge(front.firstEntry().getValue());
        both.merge(back);
        return both;
    }

    @Override
    public void clear() {
        front.clear();
        back = panes.of(0, 0);
        middle = Long.MIN_VALUE;
        pushedTo = Long.MIN_VALUE;
    }

    @Override
    public long pushedTo() {
        return pushedTo;
    }

    /** It is made of the slices anew. */
    @Override
    public void snapshot(int first, int last, StateWriter writer) {}

    @Override
    public void restore(StateReader reader) {
        clear();
    }

    @Override
    public long bytes() {
        return back.bytes()
                + front.values().stream().mapToLong(GroupsPane::bytes).sum();
    }
}
