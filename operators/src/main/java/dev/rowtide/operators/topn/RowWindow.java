// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RowIndex;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A result that is a set of rows, perhaps with ranks that several may share: rows leave it, then rows are updated and enter it. An update is one of an input row, or of
 * its rank.
 */
final class RowWindow extends Window {

    /** So many comparisons find equal rows among those that leave and those that enter faster than an index does. */
    private static final int COMPARISONS_MAX = 64;

    private final boolean withRank;
    private final TouchedPartitions touched;
    private final RowIndex going;

    // With ranks: the rows of the places that may have changed, and their ranks, in order.
    private int[] placed = new int[16];
    private int[] ranks = new int[16];
    private int placedCount;

    RowWindow(
            RowStore rows,
            int columns,
            OrderedRows lists,
            RankRange range,
            Partitions partitions,
            RowChanges changes,
            boolean withRank) {
        super(rows, lists, range, partitions, changes);
        this.withRank = withRank;
        touched = new TouchedPartitions(lists, partitions, true);
        int[] all = IntStream.range(0, columns).toArray();
        going = new RowIndex(rows, all, all, row -> 0);
    }

    @Override
    boolean isEmpty() {
        return super.isEmpty() && touched.size() == 0;
    }

    @Override
    void touch(int partition) {
        if (withRank) {
            touched.touch(partition);
        }
    }

    @Override
    void inserted(int partition, int place) {
        if (withRank) {
            touched.inserted(partition, place);
        }
    }

    @Override
    void removed(int partition, int place) {
        if (withRank) {
            touched.removed(partition, place);
        }
    }

    @Override
    void complete() {
        pairEqualRows();
        for (int entry = 0; entry < size(); entry++) {
            if (leaves(entry)) {
                changes.delete(before(entry), shown(before(entry)));
            }
        }
        if (withRank) {
            completePlaces();
        } else {
            completeListed();
        }
        touched.clear();
        clear();
    }

    private void completeListed() {
        if (!tellAllInOrder()) {
            tellListed();
        }
        for (int entry = 0; entry < size(); entry++) {
            setShown(row(entry), isInRange(entry) ? 1 : 0);
        }
    }

    private void tellListed() {
        for (int entry = 0; entry < size(); entry++) {
            if (isInRange(entry)) {
                tell(before(entry), row(entry), 1);
            }
        }
    }

    /** Tells the rows of the one partition by rank if all of them are new, as in a batch run: then they are read in that order. */
    private boolean tellAllInOrder() {
        int partition = size() == 0 ? NONE : partition(row(0));
        for (int entry = 0; entry < size(); entry++) {
            if (before(entry) != NONE || partition(row(entry)) != partition) {
                return false;
            }
        }
        int from = partition == NONE ? 0 : range.begin(partition);
        int count = partition == NONE ? 0 : range.end(partition) - from;
        if (count < 2 || count > size()) {
            return false;
        }
        int[] inOrder = new int[count];
        lists.rows(partitions.root(partition), from, from + count, inOrder);
        if (!Arrays.stream(inOrder).allMatch(this::isListed)) {
            return false;
        }
        for (int row : inOrder) {
            changes.insert(row, 1);
        }
        return true;
    }

    private void completePlaces() {
        placedCount = 0;
        for (int number = 0; number < touched.size(); number++) {
            place(number);
        }
        for (int i = 0; i < placedCount; i++) {
            int row = placed[i];
            tell(isListed(row) ? before(entry(row)) : row, row, ranks[i]);
        }
        for (int entry = 0; entry < size(); entry++) {
            if (!isInRange(entry)) {
                setShown(row(entry), 0);
            }
        }
        for (int i = 0; i < placedCount; i++) {
            setShown(placed[i], ranks[i]);
        }
    }

    private void place(int number) {
        int partition = touched.partition(number);
        int root = partitions.root(partition);
        int from = Math.max(touched.low(number), range.begin(partition));
        int to = range.end(partition);
        if (touched.isAsLong(number)) {
            to = Math.min(to, lists.firstPlaceOfGroup(root, touched.high(number) + 1));
        }
        if (from >= to) {
            return;
        }
        int count = to - from;
        if (placedCount + count > placed.length) {
            placed = Arrays.copyOf(placed, 2 * (placedCount + count));
            ranks = Arrays.copyOf(ranks, placed.length);
        }
        int[] rowsHere = new int[count];
        lists.rows(root, from, to, rowsHere);
        int rank = range.rank(partition, from);
        for (int i = 0; i < count; i++) {
            if (i > 0 && lists.isFirst(rowsHere[i])) {
                rank = range.nextRank(rank, from + i);
            }
            placed[placedCount] = rowsHere[i];
            ranks[placedCount++] = rank;
        }
    }

    private void tell(int old, int row, int rank) {
        if (old == NONE) {
            changes.insert(row, rank);
        } else if (shown(old) != rank || old != row && !rows.equals(old, row)) {
            changes.update(old, shown(old), row, rank);
        }
    }

    /** A row that leaves, or becomes another, and an equal one that comes are one row that stays. */
    private void pairEqualRows() {
        int goes = 0;
        int comes = 0;
        int last = NONE;
        for (int entry = 0; entry < size(); entry++) {
            if (goes(entry)) {
                goes++;
                last = entry;
            }
            comes += comes(entry) ? 1 : 0;
        }
        if (goes == 0 || comes == 0 || goes == 1 && comes == 1 && comes(last)) {
            return;
        }
        if ((long) goes * comes > COMPARISONS_MAX) {
            pairByIndex();
            return;
        }
        for (int entry = 0; entry < size(); entry++) {
            if (comes(entry)) {
                pair(entry);
            }
        }
    }

    private void pair(int coming) {
        int own = before(coming);
        if (own != NONE && rows.equals(own, row(coming))) {
            return;
        }
        for (int entry = 0; entry < size(); entry++) {
            if (goes(entry) && rows.equals(before(entry), row(coming))) {
                takeOver(entry, coming);
                return;
            }
        }
    }

    private void pairByIndex() {
        // By the entry of a row that was shown: the entry of what became of it; NONE once that is another's.
        int[] successors = new int[size()];
        Arrays.fill(successors, NONE);
        for (int entry = 0; entry < size(); entry++) {
            if (goes(entry)) {
                successors[entry(before(entry))] = entry;
                going.add(before(entry));
            }
        }
        for (int entry = 0; entry < size(); entry++) {
            int own = before(entry);
            int equal = comes(entry) ? going.find(row(entry)) : NONE;
            if (equal != NONE && equal != own) {
                going.remove(equal);
                takeOver(successors[entry(equal)], entry);
                successors[entry(equal)] = NONE;
                if (own != NONE) {
                    successors[entry(own)] = entry(own);
                }
            }
        }
        for (int entry = 0; entry < successors.length; entry++) {
            if (successors[entry] != NONE) {
                going.remove(row(entry));
            }
        }
    }

    /** Whether what a listed row was is not what it is now. */
    private boolean goes(int entry) {
        int old = before(entry);
        return old != NONE && (old != row(entry) || !isInRange(entry));
    }

    private boolean comes(int entry) {
        return isInRange(entry) && before(entry) != row(entry);
    }

    private boolean leaves(int entry) {
        return !isInRange(entry) && before(entry) != NONE;
    }
}
