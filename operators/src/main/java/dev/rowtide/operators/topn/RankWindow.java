// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** A result with one row per partition and rank: from the first place that has changed on, another row at a rank is an update. */
final class RankWindow extends Window {

    private final TouchedPartitions touched;

    // Of the partition at hand, from the first place to tell: the rows shown before, and now.
    private int[] old = new int[16];
    private int[] now = new int[16];

    // By touched partition the last of its listed rows, plus 1; by listed row the one before.
    private int[] lastListed = new int[16];
    private int[] previousListed = new int[64];

    RankWindow(RowStore rows, OrderedRows lists, RankRange range, Partitions partitions, RowChanges changes) {
        super(rows, lists, range, partitions, changes);
        touched = new TouchedPartitions(lists, partitions, false);
    }

    @Override
    boolean isEmpty() {
        return touched.size() == 0;
    }

    @Override
    void touch(int partition) {
        touched.touch(partition);
    }

    @Override
    void inserted(int partition, int place) {
        touched.inserted(partition, place);
    }

    @Override
    void removed(int partition, int place) {
        touched.removed(partition, place);
    }

    @Override
    void complete() {
        chainListed();
        for (int number = 0; number < touched.size(); number++) {
            complete(number);
        }
        touched.clear();
        clear();
    }

    private void chainListed() {
        if (lastListed.length < touched.size()) {
            lastListed = new int[2 * touched.size()];
        }
        Arrays.fill(lastListed, 0, touched.size(), 0);
        if (previousListed.length < size()) {
            previousListed = new int[2 * size()];
        }
        for (int entry = 0; entry < size(); entry++) {
            int number = touched.number(partition(row(entry)));
            previousListed[entry] = lastListed[number];
            lastListed[number] = entry + 1;
        }
    }

    private void complete(int number) {
        int partition = touched.partition(number);
        int from = Math.max(touched.low(number), range.begin(partition));
        int to = range.end(partition);
        int oldTo = (int) Math.min(range.to(), touched.sizeBefore(number));
        if (touched.isAsLong(number)) {
            to = Math.min(to, touched.high(number) + 1);
            oldTo = to;
        }
        int slots = Math.max(to, oldTo) - from;
        if (slots <= 0) {
            return;
        }
        ensure(slots);
        lists.rows(partitions.root(partition), from, to, now);
        Arrays.fill(now, Math.max(0, to - from), slots, NONE);
        Arrays.fill(old, 0, slots, NONE);
        for (int i = 0; i < slots; i++) {
            takeOld(now[i], from, slots);
        }
        for (int entry = lastListed[number]; entry > 0; entry = previousListed[entry - 1]) {
            takeOld(row(entry - 1), from, slots);
        }
        for (int i = 0; i < slots; i++) {
            int rank = from + i + 1;
            changes.replace(old[i], now[i], rank);
            if (now[i] != NONE) {
                setShown(now[i], rank);
            }
        }
    }

    private void takeOld(int row, int from, int slots) {
        int slot = row == NONE ? NONE : shown(row) - 1 - from;
        if (slot >= 0 && slot < slots) {
            old[slot] = row;
            setShown(row, 0);
        }
    }

    private void ensure(int slots) {
        if (old.length < slots) {
            old = new int[2 * slots];
            now = new int[2 * slots];
        }
    }
}
