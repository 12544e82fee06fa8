// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.operators.join.JoinInput.Naming;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.merge.RowMatch;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The net changes of one input's rows in a step: each takes a row out, puts one in, or both. A row that comes and goes within the step is none, nor is one that is
 * replaced by an equal one.
 *
 * <p>Rows are merged rows by index, but for those that the state tells: where changes name rows by a key, the row taken out is known by its number at once.
 */
final class RowChanges {

    static final int NONE = -1;

    private static final int SCAN_MAX = 8;

    private final JoinSide side;
    private final int input;
    private final JoinKeys keys;
    private final RowMatch match;
    private final boolean wholeRows;

    /** The changes by the address of their row's key, the first {@code indexed} of them; only for steps of many. */
    private final StepMap byKey = new StepMap();

    private int indexed;

    private int size;
    private int[] before = new int[16];
    private int[] beforeNumber = new int[16];
    private int[] after = new int[16];
    private int[] namedBy = new int[16];
    private int[] address = new int[16];
    private boolean[] update = new boolean[16];

    /** By change that is named by a key and tells old rows: the last retraction that no put in the step has made up for, or none. */
    private int[] owed = new int[16];

    /** By merged row from the step's first one on: that of the same key, put or owed, before it. */
    private int[] previous = {};

    private int first;

    /** Whether a row that is named by a key was deleted in the step: what is put in then is another one, whatever else it has in common with the first. */
    private boolean[] deleted = new boolean[16];

    // For steps of many changes of whole rows: those not yet cancelled out by an equal one, chained by hash.
    private int[] buckets = {};
    private int bucketMask;
    private int pendingCount;
    private int[] pendingRow = {};
    private int[] pendingChange = {};
    private int[] pendingNext = {};

    /** By change: where the row that it takes out is pending. */
    private int[] pendingBefore = {};

    private int foundRow;
    private int foundAt;
    private boolean foundMatchable;

    private long unknownRetractions;

    RowChanges(JoinSide side, int input, JoinKeys keys) {
        this.side = side;
        this.input = input;
        this.keys = keys;
        wholeRows = side.input().naming() == Naming.WHOLE_ROW;
        match = new RowMatch(IntStream.range(0, side.input().schema().size()).toArray());
    }

    /** The number of changes, those that came to nothing included ({@link #before} and {@link #after} have none then). */
    int size() {
        return size;
    }

    /** Finds the stored row that a change takes out, {@link #foundRow}, if it takes one out. */
    boolean findBefore(MergedRows rows, int change) {
        if (before[change] != NONE) {
            int row = before[change];
            foundAt = keys.address(row);
            foundMatchable = keys.isMatchable(row);
            foundRow = side.find(foundAt, rows.batch(row), rows.row(row));
            unknownRetractions += foundRow == NONE ? 1 : 0;
        } else {
            foundRow = beforeNumber[change];
            if (foundRow != NONE) {
                locateFound(rows, change);
            }
        }
        return foundRow != NONE;
    }

    private void locateFound(MergedRows rows, int change) {
        if (side.rowKeys() == null) {
            foundAt = keys.address(namedBy[change]);
            foundMatchable = keys.isMatchable(namedBy[change]);
            return;
        }
        int fresh = after[change];
        boolean sameKey =
                fresh != NONE && keys.isSame(input, side.rows(), foundRow, rows.batch(fresh), rows.row(fresh));
        foundAt = sameKey ? keys.address(fresh) : keys.address(input, side.rows(), foundRow);
        foundMatchable = keys.isMatchable(input, side.rows(), foundRow);
    }

    /** The number of the row found. */
    int foundRow() {
        return foundRow;
    }

    /** The address of its join key. */
    int foundAt() {
        return foundAt;
    }

    /** Whether it can have matches. */
    boolean isFoundMatchable() {
        return foundMatchable;
    }

    /** Takes the row found out of the state. */
    void unlinkFound(int change) {
        side.unlink(foundAt, foundRow);
        RowKeys rowKeys = side.rowKeys();
        if (rowKeys != null) {
            rowKeys.setRow(rowKeys.address(namedBy[change]), NONE);
        }
    }

    /** Puts the stored copy of the new row of a change into the state. */
    void link(int change, int number) {
        side.link(keys.address(after[change]), number);
        RowKeys rowKeys = side.rowKeys();
        if (rowKeys != null) {
            rowKeys.setRow(rowKeys.address(namedBy[change]), number);
        }
    }

    /** The merged row that is put in, or {@link #NONE}. */
    int after(int change) {
        return after[change];
    }

    /** Whether the row put in is a new version of the one taken out. */
    boolean isUpdate(int change) {
        return update[change];
    }

    /** Retractions so far of rows that there were not. */
    long unknownRetractions() {
        return unknownRetractions;
    }

    void countUnknownRetractions(long more) {
        unknownRetractions += more;
    }

    /** Takes the changes of the step that is made of the merged rows {@code from} to {@code to - 1}. */
    void collect(MergedRows rows, int from, int to) {
        size = 0;
        if (to == from || to - from <= 2 && rows.input(from) != input && rows.input(to - 1) != input) {
            return;
        }
        if (wholeRows) {
            collectWholeRows(rows, from, to);
        } else {
            collectByKey(rows, from, to);
        }
    }

    private void collectWholeRows(MergedRows rows, int from, int to) {
        for (int i = from; i < to; i++) {
            if (rows.input(i) != input) {
                continue;
            }
            byte kind = rows.kind(i);
            if (!RowKind.isRetraction(kind)) {
                add(NONE, NONE, kept(i), false);
            } else if (kind == RowKind.MINUS_U
                    && i + 1 < to
                    && rows.input(i + 1) == input
                    && rows.kind(i + 1) == RowKind.PLUS_U) {
                int old = kept(i);
                int fresh = kept(i + 1);
                if (old == NONE || fresh == NONE || !equal(rows, old, fresh)) {
                    add(old, NONE, fresh, old != NONE && fresh != NONE);
                }
                i++;
            } else {
                add(kept(i), NONE, NONE, false);
            }
        }
        if (size > 1) {
            cancelOut(rows);
        }
    }

    /** The row, or none if it is one that is not kept: without a match for ever, and not shown without. */
    private int kept(int i) {
        return keys.isMatchable(i) || side.input().showsUnmatched() ? i : NONE;
    }

    private boolean equal(MergedRows rows, int a, int b) {
        return match.equal(rows.batch(a), rows.row(a), rows.batch(b), rows.row(b));
    }

    private void collectByKey(MergedRows rows, int from, int to) {
        first = from;
        if (previous.length < to - from) {
            previous = new int[Math.max(to - from, previous.length * 2)];
        }
        for (int i = from; i < to; i++) {
            if (rows.input(i) != input) {
                continue;
            }
            RowKeys rowKeys = side.rowKeys();
            if (rowKeys == null && kept(i) == NONE) {
                continue;
            }
            int at = rowKeys == null ? keys.address(i) : rowKeys.address(i);
            int change = changeOf(at);
            if (change == NONE) {
                change = add(NONE, rowKeys == null ? side.head(at) : rowKeys.row(at), NONE, false);
                namedBy[change] = i;
                address[change] = at;
            }
            if (side.input().upsert()) {
                applyUpsert(rows.kind(i), i, change);
            } else {
                applyWhole(rows, i, change);
            }
        }
        for (int change = 0; change < size; change++) {
            if (!side.input().upsert()) {
                settle(rows, change);
            }
            dropIfEqual(rows, change);
        }
    }

    /** The change of the row whose key has an address, or {@link #NONE}. */
    private int changeOf(int at) {
        if (size <= SCAN_MAX) {
            for (int change = size - 1; change >= 0; change--) {
                if (address[change] == at) {
                    return change;
                }
            }
            return NONE;
        }
        if (size == SCAN_MAX + 1) {
            byKey.clear();
            indexed = 0;
        }
        for (; indexed < size; indexed++) {
            byKey.put(address[indexed], indexed);
        }
        return byKey.get(at);
    }

    private void applyUpsert(byte kind, int i, int change) {
        if (!RowKind.isRetraction(kind)) {
            after[change] = kept(i);
            update[change] = !deleted[change];
            return;
        }
        deleted[change] |= kind == RowKind.MINUS_D;
        unknownRetractions += beforeNumber[change] == NONE && after[change] == NONE ? 1 : 0;
        after[change] = NONE;
    }

    /** A row that is put in and an equal one that is taken out make up for one another, whichever comes first: they are not about the stored row. */
    private void applyWhole(MergedRows rows, int i, int change) {
        byte kind = rows.kind(i);
        if (RowKind.isRetraction(kind)) {
            deleted[change] |= kind == RowKind.MINUS_D;
            if (!removeEqual(rows, after, change, i)) {
                previous[i - first] = owed[change];
                owed[change] = i;
            }
        } else if (!removeEqual(rows, owed, change, i)) {
            previous[i - first] = after[change];
            after[change] = i;
        }
    }

    /** Removes one row that is equal to a given one from those of a change; false if there is none. */
    private boolean removeEqual(MergedRows rows, int[] lasts, int change, int row) {
        int next = NONE;
        for (int i = lasts[change]; i != NONE; i = previous[i - first]) {
            if (equal(rows, i, row)) {
                if (next == NONE) {
                    lasts[change] = previous[i - first];
                } else {
                    previous[next - first] = previous[i - first];
                }
                return true;
            }
            next = i;
        }
        return false;
    }

    /** What is owed is the stored row; if it stays nothing has changed, unless another has come in its place. */
    private void settle(MergedRows rows, int change) {
        int unknown = beforeNumber[change] == NONE ? 0 : -1;
        for (int i = owed[change]; i != NONE; i = previous[i - first]) {
            // A row that is not kept is not known when it goes.
            unknown += kept(i) == NONE ? 0 : 1;
        }
        unknownRetractions += Math.max(0, unknown);
        if (owed[change] == NONE && after[change] == NONE && beforeNumber[change] != NONE) {
            side.touchAgain(beforeNumber[change]);
            beforeNumber[change] = NONE;
        } else if (after[change] != NONE) {
            update[change] = !deleted[change] && rows.kind(after[change]) == RowKind.PLUS_U;
            after[change] = kept(after[change]);
        }
    }

    private void dropIfEqual(MergedRows rows, int change) {
        int fresh = after[change];
        if (fresh != NONE
                && beforeNumber[change] != NONE
                && side.rows().equals(beforeNumber[change], rows.batch(fresh), rows.row(fresh))) {
            side.touchAgain(beforeNumber[change]);
            beforeNumber[change] = NONE;
            after[change] = NONE;
        }
    }

    private int add(int beforeRow, int number, int afterRow, boolean isUpdate) {
        if (size == before.length) {
            before = Arrays.copyOf(before, size * 2);
            beforeNumber = Arrays.copyOf(beforeNumber, size * 2);
            after = Arrays.copyOf(after, size * 2);
            namedBy = Arrays.copyOf(namedBy, size * 2);
            address = Arrays.copyOf(address, size * 2);
            update = Arrays.copyOf(update, size * 2);
            deleted = Arrays.copyOf(deleted, size * 2);
            owed = Arrays.copyOf(owed, size * 2);
        }
        before[size] = beforeRow;
        beforeNumber[size] = number;
        after[size] = afterRow;
        update[size] = isUpdate;
        deleted[size] = false;
        owed[size] = NONE;
        return size++;
    }

    /**
     * A row taken out and an equal one put in cancel out: what the first was replaced by then replaces what the second replaced. Of equal rows that have not
     * cancelled out so far all are taken out, or all are put in.
     */
    private void cancelOut(MergedRows rows) {
        int capacity = Integer.highestOneBit(Math.max(8, size)) * 4;
        if (buckets.length < capacity) {
            buckets = new int[capacity];
            pendingRow = new int[capacity];
            pendingChange = new int[capacity];
            pendingNext = new int[capacity];
            pendingBefore = new int[capacity];
        }
        bucketMask = capacity - 1;
        Arrays.fill(buckets, 0, capacity, NONE);
        pendingCount = 0;
        for (int change = 0; change < size; change++) {
            if (before[change] != NONE) {
                int putter = takePending(rows, before[change], false);
                if (putter != NONE) {
                    join(putter, change);
                } else {
                    pendingBefore[change] = addPending(rows, before[change], change);
                }
            }
            if (after[change] != NONE) {
                int taker = takePending(rows, after[change], true);
                if (taker == change) {
                    before[change] = NONE;
                    after[change] = NONE;
                } else if (taker != NONE) {
                    join(change, taker);
                } else {
                    addPending(rows, after[change], change);
                }
            }
        }
    }

    /** Makes x -> z of x -> y and y -> z, in the place of the latter. */
    private void join(int first, int second) {
        update[second] &= update[first];
        before[second] = before[first];
        if (before[first] != NONE) {
            pendingBefore[second] = pendingBefore[first];
            pendingChange[pendingBefore[second]] = second;
        }
        before[first] = NONE;
        after[first] = NONE;
    }

    private int bucket(MergedRows rows, int row) {
        return match.hash(rows.batch(row), rows.row(row)) & bucketMask;
    }

    private int addPending(MergedRows rows, int row, int change) {
        int bucket = bucket(rows, row);
        pendingRow[pendingCount] = row;
        pendingChange[pendingCount] = change;
        pendingNext[pendingCount] = buckets[bucket];
        buckets[bucket] = pendingCount;
        return pendingCount++;
    }

    /** Removes a pending row that is equal to the given one and is taken out, or put in, by its change; that change, or {@link #NONE}. */
    private int takePending(MergedRows rows, int row, boolean takenOut) {
        int bucket = bucket(rows, row);
        int previous = NONE;
        for (int p = buckets[bucket]; p != NONE; p = pendingNext[p]) {
            if (equal(rows, pendingRow[p], row)) {
                int change = pendingChange[p];
                if ((pendingRow[p] == before[change]) != takenOut) {
                    return NONE;
                }
                if (previous == NONE) {
                    buckets[bucket] = pendingNext[p];
                } else {
                    pendingNext[previous] = pendingNext[p];
                }
                return change;
            }
            previous = p;
        }
        return NONE;
    }
}
