// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tells what rows that came and went have changed: those that went, then in each partition those that came, in that order, and the rows whose results are others now, by their places. The
 * results that each row is shown with are kept, so that only those are computed again which a change can have reached.
 */
final class NetEffects {

    private static final int NONE = ChangedRows.NONE;

    private final PartitionRows partition;
    private final OrderedRows lists;
    private final OverValues functions;
    private final OverValue[] values;
    private final RowStore rows;
    private final RowStore results;
    private final ChangedRows changed;
    private final OverChanges changes;
    private final Scans scans = new Scans();
    private final Value value = new Value();

    // The rows that came or went.
    private int[] movedRows = new int[16];
    private int[] movedPlaces = new int[16];
    private boolean[] movedCame = new boolean[16];
    private int[] movedTwins = new int[16];
    private int movedCount;

    /** Those that came, as place (32) and index there (32). */
    private long[] newPlaces = new long[16];

    private int newCount;

    // The rows that stay and have other results: as place (32) and index here (32).
    private long[] otherPlaces = new long[16];
    private int[] otherRows = new int[16];
    private int[] otherResults = new int[16];
    private int otherCount;

    /** By row: its index among those, plus 1. */
    private int[] others = new int[64];

    private @Nullable EngineException failure;
    private long computed;

    NetEffects(
            PartitionRows partition,
            OrderedRows lists,
            OverValues functions,
            RowStore results,
            ChangedRows changed,
            OverChanges changes) {
        this.partition = partition;
        this.lists = lists;
        this.functions = functions;
        values = functions.values();
        this.rows = partition.rows;
        this.results = results;
        this.changed = changed;
        this.changes = changes;
    }

    /** The result that a row is shown with, or {@link ChangedRows#NONE}. */
    static int result(RowStore rows, int row) {
        return (int) (rows.extra(row, 0) >>> 32) - 1;
    }

    static void setResult(RowStore rows, int row, int result) {
        rows.setExtra(row, 0, (result + 1L) << 32 | rows.extra(row, 0) & 0xFFFF_FFFFL);
    }

    /** Collects the rows that have gone from a touched partition. Those of all partitions come first, so that a row that moved to another is out before it is in. */
    void tellGone(int touched) {
        for (int entry = changed.first(touched); entry != NONE; entry = changed.next(entry)) {
            if (changed.isGone(entry) && changed.successor(entry) == NONE) {
                changes.delete(changed.row(entry), result(rows, changed.row(entry)));
            }
        }
    }

    /**
     * Collects the other changes of a touched partition, which is at hand.
     *
     * @return why a result can't be computed, or null
     */
    @Nullable
    EngineException collect(int touched) {
        failure = null;
        functions.take(changed, touched);
        findMoved(touched);
        computeNew();
        tellNew(touched);
        for (int v = 0; v < values.length && failure == null; v++) {
            lookAround(v, changed.sizeBefore(touched));
        }
        tellOthers();
        return failure;
    }

    private void findMoved(int touched) {
        movedCount = 0;
        for (int entry = changed.first(touched); entry != NONE; entry = changed.next(entry)) {
            int row = changed.row(entry);
            if (changed.isNew(entry)) {
                int origin = changed.origin(entry);
                addMoved(
                        row,
                        partition.placeOf(row),
                        true,
                        origin != NONE && isAtSamePlace(origin, row) ? origin : NONE);
            } else if (changed.isGone(entry)) {
                int successor = changed.successor(entry);
                boolean twin = successor != NONE && isAtSamePlace(row, successor);
                addMoved(row, partition.placeOf(row), false, twin ? successor : NONE);
            }
        }
    }

    /** Computes the results of new rows, in the order of their places: what is next to one another shares work. */
    private void computeNew() {
        newCount = 0;
        for (int i = 0; i < movedCount; i++) {
            if (movedCame[i]) {
                newPlaces = newCount == newPlaces.length ? Arrays.copyOf(newPlaces, 2 * newCount) : newPlaces;
                newPlaces[newCount++] = (long) movedPlaces[i] << 32 | i;
                setResult(rows, movedRows[i], results.addNulls());
            }
        }
        Arrays.sort(newPlaces, 0, newCount);
        for (int v = 0; v < values.length; v++) {
            for (int i = 0; i < newCount; i++) {
                int row = movedRows[(int) newPlaces[i]];
                values[v].compute((int) (newPlaces[i] >>> 32), row, value);
                computed++;
                note(value.failure());
                value.putInto(results, result(rows, row), v);
            }
        }
    }

    private void tellNew(int touched) {
        for (int entry = changed.first(touched); entry != NONE; entry = changed.next(entry)) {
            if (!changed.isNew(entry)) {
                continue;
            }
            int row = changed.row(entry);
            int origin = changed.origin(entry);
            if (origin == NONE) {
                changes.insert(row, result(rows, row));
            } else {
                changes.update(origin, result(rows, origin), row, result(rows, row));
            }
        }
    }

    private boolean isAtSamePlace(int row, int other) {
        return lists.isSamePlace(row, other);
    }

    private void addMoved(int row, int place, boolean came, int twin) {
        if (movedCount == movedRows.length) {
            movedRows = Arrays.copyOf(movedRows, 2 * movedCount);
            movedPlaces = Arrays.copyOf(movedPlaces, 2 * movedCount);
            movedCame = Arrays.copyOf(movedCame, 2 * movedCount);
            movedTwins = Arrays.copyOf(movedTwins, 2 * movedCount);
        }
        movedRows[movedCount] = row;
        movedPlaces[movedCount] = place;
        movedCame[movedCount] = came;
        movedTwins[movedCount++] = twin;
    }

    private void lookAround(int v, int sizeBefore) {
        OverValue function = values[v];
        scans.clear(partition.size());
        for (int i = 0; i < movedCount; i++) {
            int row = movedRows[i];
            if (movedTwins[i] == NONE || !function.isSameFor(row, movedTwins[i])) {
                function.reach(row, movedPlaces[i], movedCame[i], sizeBefore, scans);
            }
        }
        function.reachTogether(sizeBefore, scans);
        scans.run(place -> isAsBefore(v, place));
    }

    private boolean isAsBefore(int v, int place) {
        int row = partition.row(place);
        if (changed.isListed(row) || failure != null) {
            return false;
        }
        values[v].compute(place, row, value);
        computed++;
        note(value.failure());
        int before = result(rows, row);
        if (value.isIn(results, before, v)) {
            return values[v].isSettled(changed);
        }
        value.putInto(results, otherResult(row, place, before), v);
        return false;
    }

    private int otherResult(int row, int place, int before) {
        if (row >= others.length) {
            others = Arrays.copyOf(others, Math.max(row + 1, 2 * others.length));
        }
        if (others[row] > 0) {
            return otherResults[others[row] - 1];
        }
        if (otherCount == otherRows.length) {
            otherPlaces = Arrays.copyOf(otherPlaces, 2 * otherCount);
            otherRows = Arrays.copyOf(otherRows, 2 * otherCount);
            otherResults = Arrays.copyOf(otherResults, 2 * otherCount);
        }
        int result = results.copy(before);
        otherPlaces[otherCount] = (long) place << 32 | otherCount;
        otherRows[otherCount] = row;
        otherResults[otherCount] = result;
        others[row] = ++otherCount;
        return result;
    }

    private void tellOthers() {
        Arrays.sort(otherPlaces, 0, otherCount);
        for (int i = 0; i < otherCount; i++) {
            int index = (int) otherPlaces[i];
            int row = otherRows[index];
            int before = result(rows, row);
            changes.update(row, before, row, otherResults[index]);
            changes.freeResult(before);
            setResult(rows, row, otherResults[index]);
            others[row] = 0;
        }
        otherCount = 0;
    }

    private void note(@Nullable EngineException why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** How many results were computed so far, those that turned out to be as before included. */
    long computed() {
        return computed;
    }

    long bytes() {
        return (long) others.length * Integer.BYTES;
    }
}
