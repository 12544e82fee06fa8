// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Finds stored rows by a hash of some columns: of those that equal a given row in the columns by which rows are matched the oldest. No copy of a row is kept, and
 * nothing of the index is state: it is made again from the rows.
 */
public final class RowIndex {

    /** No row. */
    public static final int NONE = -1;

    private static final int FIRST = 0;
    private static final int LAST = 1;

    private final RowStore rows;
    private final int[] hashed;
    private final int[] matched;
    private final IntToLongFunction age;
    private final LongTable table = new LongTable(2);

    /** By row number: the number of the next row with the same hash, plus 1; 0 for none. */
    private int[] next = new int[64];

    /**
     * An empty index.
     *
     * @param hashed the columns that the hash is of
     * @param matched the columns in which a row must be equal to be found, those among them
     * @param age by row number, what tells an older row from a later one: it is less
     */
    public RowIndex(RowStore rows, int[] hashed, int[] matched, IntToLongFunction age) {
        this.rows = rows;
        this.hashed = hashed;
        this.matched = matched;
        this.age = age;
    }

    /** The number of the oldest row that matches a row of a batch, or {@link #NONE}. */
    public int find(ChangeBatch batch, int row) {
        int number = link(table.locate(RowStore.hash(batch, row, hashed)), FIRST);
        while (number != NONE && !rows.equals(number, batch, row, matched)) {
            number = next[number] - 1;
        }
        return number;
    }

    /** The number of the oldest row that is equal to a stored one, or {@link #NONE}. */
    public int find(int row) {
        int number = link(table.locate(rows.hash(row, hashed)), FIRST);
        while (number != NONE && !rows.equals(number, row)) {
            number = next[number] - 1;
        }
        return number;
    }

    /** Adds a stored row, mostly the latest. */
    public void add(int number) {
        if (number >= next.length) {
            next = Arrays.copyOf(next, Math.max(number + 1, next.length * 2));
        }
        int at = table.locate(rows.hash(number, hashed));
        int before = lastBefore(at, number);
        int after = before == NONE ? link(at, FIRST) : next[before] - 1;
        next[number] = after + 1;
        if (before == NONE) {
            setLink(at, FIRST, number);
        } else {
            next[before] = number + 1;
        }
        if (after == NONE) {
            setLink(at, LAST, number);
        }
        if (before == NONE && after == NONE) {
            table.addLive(1);
        }
    }

    /** The last row at an address that is not later than a row. */
    private int lastBefore(int at, int number) {
        long added = age.applyAsLong(number);
        int last = link(at, LAST);
        if (last == NONE || age.applyAsLong(last) <= added) {
            return last;
        }
        int before = NONE;
        for (int row = link(at, FIRST); age.applyAsLong(row) <= added; row = next[row] - 1) {
            before = row;
        }
        return before;
    }

    /** Removes a row that was added and is still stored. */
    public void remove(int number) {
        int at = table.locate(rows.hash(number, hashed));
        int before = NONE;
        int found = link(at, FIRST);
        while (found != number) {
            before = found;
            found = next[found] - 1;
        }
        int after = next[number] - 1;
        if (before == NONE) {
            setLink(at, FIRST, after);
        } else {
            next[before] = after + 1;
        }
        if (after == NONE) {
            setLink(at, LAST, before);
        }
        if (before == NONE && after == NONE) {
            table.addLive(-1);
        }
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return table.bytes() + (long) next.length * Integer.BYTES;
    }

    private int link(int at, int word) {
        return (int) table.records()[at + table.valueOffset() + word] - 1;
    }

    private void setLink(int at, int word, int number) {
        table.records()[at + table.valueOffset() + word] = number + 1L;
    }
}
