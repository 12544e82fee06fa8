// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.RecordTable;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of each group, in the live word of its record: a group exists while it has rows. A retraction for a group without rows is ignored and counted.
 * Where something is DISTINCT, a group gets a number of its own when it comes into being, by which its values are known: the group's virtual partition in
 * the top bits, and a counter.
 */
final class RowCounts {

    private static final int COUNTER_BITS = 56;

    private final RecordTable table;
    private final int offset;
    private final int groupIdOffset;
    private long lastGroupId;
    private long ignored;

    /**
     * @param table the groups
     * @param groupIdWord the value word that holds a group's number, or -1
     */
    RowCounts(RecordTable table, int groupIdWord) {
        this.table = table;
        offset = table.valueOffset();
        groupIdOffset = groupIdWord < 0 ? -1 : offset + groupIdWord;
    }

    /** The virtual partition of the group with the number. */
    static int partition(long groupId) {
        return (int) (groupId >>> COUNTER_BITS);
    }

    /** The number of the group with a record. */
    long groupId(int at) {
        return table.records()[at + groupIdOffset];
    }

    /** The retractions ignored so far. */
    long ignored() {
        return ignored;
    }

    /** Adds retractions that were ignored before a restore. */
    void addIgnored(long before) {
        ignored += before;
    }

    /** The last counter given; restored groups must not get theirs again. */
    long lastGroupId() {
        return lastGroupId;
    }

    /** Sees to it that no counter up to {@code last} is given again. */
    void skipGroupIds(long last) {
        lastGroupId = Math.max(lastGroupId, last);
    }

    /** Counts the rows and notes what each step found and left in its group. */
    void trace(Steps steps, long[] before, long[] after) {
        if (steps.signs() == null && steps.isSingle() && groupIdOffset < 0) {
            traceInserts(steps, before, after);
            return;
        }
        long[] records = table.records();
        int[] at = steps.at();
        byte[] signs = steps.signs();
        int change = 0;
        for (int i = 0, n = steps.size(); i < n; i++) {
            int step = steps.stepOf(i);
            int word = at[i] + offset;
            long old = records[word];
            if (steps.first(step) == i) {
                before[step] = old;
            }
            change += count(records, at[i], i, signs, before[step]);
            after[step] = records[word];
            noteGroupId(steps, i, records);
        }
        table.addLive(change);
    }

    private void traceInserts(Steps steps, long[] before, long[] after) {
        long[] records = table.records();
        int[] at = steps.at();
        int offset = this.offset;
        int created = 0;
        for (int i = 0, n = steps.size(); i < n; i++) {
            int word = at[i] + offset;
            long old = records[word];
            records[word] = old + 1;
            before[i] = old;
            after[i] = old + 1;
            created += old == 0 ? 1 : 0;
        }
        table.addLive(created);
    }

    /** Counts the rows; of each group that was not touched before in this tick notes what it was like. */
    void apply(Steps steps, DirtyList dirty, WordColumns before) {
        long[] records = table.records();
        int[] at = steps.at();
        byte[] signs = steps.signs();
        boolean plain = signs == null && groupIdOffset < 0;
        int change = 0;
        for (int i = 0, n = steps.size(); i < n; i++) {
            int address = at[i];
            if (!RecordTable.isMarked(records[address])) {
                before.ensure(dirty.size() + 1);
                before.take(dirty.add(address), records, address + offset);
            }
            if (plain) {
                change += records[address + offset]++ == 0 ? 1 : 0;
            } else {
                long found = groupIdOffset < 0 ? 0 : before.column(0)[dirty.number(address)];
                change += count(records, address, i, signs, found);
                noteGroupId(steps, i, records);
            }
        }
        table.addLive(change);
    }

    /** Counts the rows, and tells of groups that come into being. */
    void apply(Steps steps, GroupOrder order) {
        long[] records = table.records();
        int[] at = steps.at();
        byte[] signs = steps.signs();
        boolean plain = signs == null && groupIdOffset < 0;
        int change = 0;
        for (int i = 0, n = steps.size(); i < n; i++) {
            int address = at[i];
            boolean isNew = records[address + offset] == 0;
            if (plain) {
                records[address + offset]++;
                change += isNew ? 1 : 0;
            } else {
                change += count(records, address, i, signs, 0);
                noteGroupId(steps, i, records);
            }
            if (isNew && records[address + offset] != 0) {
                order.add(address);
            }
        }
        table.addLive(change);
    }

    /** Counts as many rows as other groups have, and tells of groups that come into being. */
    void merge(int[] at, int n, long[] others, int[] from, GroupOrder order) {
        long[] records = table.records();
        int created = 0;
        for (int i = 0; i < n; i++) {
            int word = at[i] + offset;
            if (records[word] == 0) {
                created++;
                order.add(at[i]);
            }
            records[word] += others[from[i] + offset];
        }
        table.addLive(created);
    }

    /** Takes as many rows back as {@link #merge} counted. */
    void unmerge(int[] at, int n, long[] others, int[] from) {
        long[] records = table.records();
        int gone = 0;
        for (int i = 0; i < n; i++) {
            int word = at[i] + offset;
            records[word] -= others[from[i] + offset];
            gone += records[word] == 0 ? 1 : 0;
        }
        table.addLive(-gone);
    }

    /** Counts row {@code i}; by how many the number of existing groups changes. */
    private int count(long[] records, int at, int i, byte @Nullable [] signs, long foundByStep) {
        int word = at + offset;
        long old = records[word];
        if (signs == null || signs[i] > 0) {
            records[word] = old + 1;
            if (old > 0) {
                return 0;
            }
            if (foundByStep == 0 && groupIdOffset >= 0) {
                records[at + groupIdOffset] = (long) table.partition(at) << COUNTER_BITS | ++lastGroupId;
            }
            return 1;
        }
        if (old == 0) {
            signs[i] = 0;
            ignored++;
            return 0;
        }
        records[word] = old - 1;
        return old == 1 ? -1 : 0;
    }

    private void noteGroupId(Steps steps, int i, long[] records) {
        if (groupIdOffset >= 0) {
            steps.groupIds()[i] = records[steps.at()[i] + groupIdOffset];
        }
    }
}
