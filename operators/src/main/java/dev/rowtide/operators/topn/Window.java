// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/**
 * What has changed since the last net effect was told: the rows that came into the range or left it, and in which places the lists of which partitions are not as they
 * were. Each stored row says, in its extra word, under which rank it is shown (1 where ranks are not, 0 for a row that isn't shown) and which partition it is in.
 */
abstract class Window {

    static final int EXTRA_WORDS = 1;
    static final int NONE = -1;

    private static final byte IN_RANGE = 1;
    private static final byte REMOVED = 2;
    private static final byte REPLACED = 4;

    final RowStore rows;
    final OrderedRows lists;
    final RankRange range;
    final Partitions partitions;
    final RowChanges changes;

    /** The rows listed, in order of first mention. */
    private int[] listed = new int[64];

    private byte[] states = new byte[64];
    private int[] before = new int[64];
    private int size;
    private int[] entries = new int[64];

    Window(RowStore rows, OrderedRows lists, RankRange range, Partitions partitions, RowChanges changes) {
        this.rows = rows;
        this.lists = lists;
        this.range = range;
        this.partitions = partitions;
        this.changes = changes;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Is told before the list of a partition changes. */
    abstract void touch(int partition);

    /** Is told that a row was inserted at a place of the list of a partition that was touched. */
    abstract void inserted(int partition, int place);

    /** Is told that the row at a place of the list of a partition that was touched was removed. */
    abstract void removed(int partition, int place);

    /** Collects the net effect and starts again. */
    abstract void complete();

    /** A row came into the range. */
    final void enter(int row) {
        int entry = entry(row);
        states[entry] |= IN_RANGE;
    }

    /** A row left the range; it may be in its list still. */
    final void leave(int row) {
        int entry = entry(row);
        states[entry] &= ~IN_RANGE;
    }

    /** A row was taken out of its list; it is given up with the net effect. */
    final void giveUp(int row) {
        int entry = entry(row);
        states[entry] = (byte) (states[entry] & ~IN_RANGE | REMOVED);
    }

    /** A row that has entered the list is what has become of one that was given up. */
    final void replace(int old, int row) {
        takeOver(entry(old), entry(row));
    }

    /**
     * What a listed row was when the net effect was told last, another listed row was, which was not shown itself. If that was a third one, the third goes for good.
     */
    final void takeOver(int from, int to) {
        int old = before(from);
        int orphan = before(to);
        if (orphan != NONE) {
            states[entry(orphan)] &= ~REPLACED;
        }
        if (old == listed[from]) {
            states[from] |= REPLACED;
        } else {
            before[from] = NONE;
        }
        before[to] = old;
    }

    final boolean isListed(int row) {
        return row < entries.length && entries[row] > 0;
    }

    /** The rows listed. */
    final int size() {
        return size;
    }

    final int row(int entry) {
        return listed[entry];
    }

    final boolean isInRange(int entry) {
        return (states[entry] & IN_RANGE) != 0;
    }

    /** The row that a listed row was when the net effect was told last, or {@link #NONE} if it was not shown. */
    final int before(int entry) {
        if (shown(listed[entry]) > 0) {
            return (states[entry] & REPLACED) != 0 ? NONE : listed[entry];
        }
        return before[entry];
    }

    /** The entry of a row, listed if it isn't. */
    final int entry(int row) {
        if (row >= entries.length) {
            entries = Arrays.copyOf(entries, Math.max(row + 1, 2 * entries.length));
        }
        if (entries[row] == 0) {
            if (size == listed.length) {
                listed = Arrays.copyOf(listed, 2 * size);
                states = Arrays.copyOf(states, 2 * size);
                before = Arrays.copyOf(before, 2 * size);
            }
            listed[size] = row;
            states[size] = shown(row) > 0 ? IN_RANGE : 0;
            before[size] = NONE;
            entries[row] = ++size;
        }
        return entries[row] - 1;
    }

    /** Forgets all rows listed, and frees those that were given up. */
    final void clear() {
        for (int entry = 0; entry < size; entry++) {
            int row = listed[entry];
            entries[row] = 0;
            if ((states[entry] & REMOVED) != 0) {
                if (partitions.root(partition(row)) == 0) {
                    partitions.noteEmpty(partition(row));
                }
                changes.free(row);
            }
        }
        size = 0;
    }

    final long bytes() {
        return (long) entries.length * Integer.BYTES;
    }

    /** Under which rank a row is shown; 0 if it isn't. */
    final int shown(int row) {
        return (int) (rows.extra(row, 0) >>> 32);
    }

    final void setShown(int row, int rank) {
        rows.setExtra(row, 0, (long) rank << 32 | rows.extra(row, 0) & 0xFFFF_FFFFL);
    }

    final int partition(int row) {
        return (int) rows.extra(row, 0);
    }

    final void setPartition(int row, int partition) {
        rows.setExtra(row, 0, (rows.extra(row, 0) & 0xFFFF_FFFF_0000_0000L) | partition);
    }
}
