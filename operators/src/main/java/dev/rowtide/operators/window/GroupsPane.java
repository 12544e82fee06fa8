// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.aggregate.WindowGroups;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The groups of a window. Its start and end are the same for all of them, and are no part of the groups' keys; but sessions that end together may start apart. */
final class GroupsPane implements Pane {

    private static final int START = -1;
    private static final int END = -2;

    private final WindowGroups groups;
    private final int[] layout;
    private final long start;
    private final long end;

    /** @param layout by output column: the column of the groups, or {@link #START} or {@link #END} */
    private GroupsPane(WindowGroups groups, int[] layout, long start, long end) {
        this.groups = groups;
        this.layout = layout;
        this.start = start;
        this.end = end;
    }

    /** Makes panes of groups. */
    @FunctionalInterface
    interface Maker extends Panes {

        @Override
        GroupsPane of(long start, long end);
    }

    /** Makes the panes of a grouping by window. */
    static Maker maker(GroupAggregate node, WindowColumns windows, ZoneId zone) {
        List<Integer> keys = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        int[] layout = new int[node.schema().size()];
        for (int i = 0; i < layout.length; i++) {
            int key = i < node.keys().size() ? node.keys().get(i) : Integer.MAX_VALUE;
            if (key == windows.start() && windows.sessionGap() == 0) {
                layout[i] = START;
            } else if (key == windows.end()) {
                layout[i] = END;
            } else {
                layout[i] = fields.size();
                fields.add(node.schema().fields().get(i));
                if (key != Integer.MAX_VALUE) {
                    keys.add(key);
                }
            }
        }
        Traits traits = new Traits(new Schema(fields), Set.of(), node.mode());
        GroupAggregate within = new GroupAggregate(node.input(), keys, node.calls(), false, traits);
        return (start, end) -> new GroupsPane(new WindowGroups(within, zone), layout, start, end);
    }

    @Override
    public void add(int input, ChangeBatch batch) {
        groups.add(batch);
    }

    @Override
    public void endRound() {
        // Rows are in their groups at once.
    }

    @Override
    public void fire(long position, Tick tick, Output output) {
        groups.emit(position, batch -> output.emit(batch.withColumns(columns(batch))));
    }

    @Override
    public void revise(int input, ChangeBatch batch, Tick tick, Output output) {
        groups.revise(batch, changes -> output.emit(changes.withColumns(columns(changes))));
    }

    /** The same groups as those of another window. */
    GroupsPane at(long otherStart, long otherEnd) {
        return new GroupsPane(groups, layout, otherStart, otherEnd);
    }

    /** Takes all rows in that the pane of another window has. */
    void merge(GroupsPane other) {
        groups.merge(other.groups);
    }

    /** Takes all rows back that were merged of another pane, which has the same still. */
    void unmerge(GroupsPane other) {
        groups.unmerge(other.groups);
    }

    /** Whether {@link #unmerge} is possible. */
    boolean isInvertible() {
        return groups.isInvertible();
    }

    /** Whether most of what it keeps is of groups without rows. */
    boolean isSparse() {
        return groups.isSparse();
    }

    /** How many groups it has. */
    int count() {
        return groups.count();
    }

    /** Makes room for so many groups. */
    void reserve(int count) {
        groups.reserve(count);
    }

    /** Whether its window has no result. */
    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Whatever came is put out with the rest. */
    @Override
    public boolean isPending() {
        return true;
    }

    @Override
    public void settle(long position, Tick tick, Output output) {
        // Each position's effect went out with its rows.
    }

    private Column[] columns(ChangeBatch batch) {
        Column[] columns = new Column[layout.length];
        for (int i = 0; i < layout.length; i++) {
            columns[i] = switch (layout[i]) {
                case START -> constant(start, batch.rows());
                case END -> constant(end, batch.rows());
                default -> batch.column(layout[i]);
            };
        }
        return columns;
    }

    private static Column constant(long value, int rows) {
        long[] values = new long[rows];
        Arrays.fill(values, value);
        return new LongColumn(values, null);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        groups.snapshot(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        groups.restore(reader);
    }

    @Override
    public long unknownRetractions() {
        return groups.ignored();
    }

    @Override
    public long bytes() {
        return groups.bytes();
    }
}
