// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowLists;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The live rows of each sink key, oldest first. Most keys have one row or a few, and a match is found by looking at each; the first time that this takes long
 * a {@link RowIndex} is made of all rows, and kept from then on. The index is no part of the state.
 */
final class LiveRows {

    /** The number of no row. */
    static final int NONE = -1;

    /** The rows that are looked at one by one before an index is worth its memory. */
    static final int SCAN_MAX = 16;

    private final Schema schema;
    private final int[] matchColumns;
    private final RowLists lists;
    private @Nullable RowIndex index;

    /**
     * @param keys the sink's key
     * @param inputKeys by which rows of one sink key are told apart; null for the whole row
     * @param ttl how long a key is kept
     */
    LiveRows(Schema schema, ColumnSet keys, @Nullable ColumnSet inputKeys, StateTtl ttl) {
        this.schema = schema;
        lists = new RowLists(schema, keys.toArray(), ttl);
        matchColumns = inputKeys == null
                ? IntStream.range(0, schema.size()).toArray()
                : keys.union(inputKeys).toArray();
    }

    RecordTable keys() {
        return lists.table();
    }

    RowStore store() {
        return lists.rows();
    }

    /** Finds the addresses of the sink keys of all rows of a batch. */
    void locate(ChangeBatch batch, int[] at) {
        lists.locate(batch, batch.selection(), batch.size(), at);
    }

    /** The number of the latest row of a key, or {@link #NONE}. */
    int latest(int at) {
        return lists.last(at);
    }

    /** The number of the earliest row of a key, or {@link #NONE}. */
    int earliest(int at) {
        return lists.first(at);
    }

    /** The number of the row of a key behind another, or {@link #NONE}. */
    int next(int number) {
        return lists.next(number);
    }

    /** The number of the oldest row of a key that matches a row of a batch, or {@link #NONE}. */
    int oldestMatch(int at, ChangeBatch batch, int row) {
        RowIndex known = index;
        if (known != null) {
            return known.oldest(batch, row);
        }
        int number = lists.first(at);
        for (int scanned = 0; number != NONE && !store().equals(number, batch, row, matchColumns); scanned++) {
            if (scanned == SCAN_MAX) {
                RowIndex made = new RowIndex(schema, matchColumns, lists);
                index = made;
                return made.oldest(batch, row);
            }
            number = lists.next(number);
        }
        return number;
    }

    /** Makes a copy of a row the latest of a key. */
    void append(int at, ChangeBatch batch, int row) {
        int number = lists.append(at, batch, row);
        if (index != null) {
            index.add(batch, row, number);
        }
    }

    /** Puts a copy of a row in the place of one that it matches, which is the caller's then. */
    void replace(int at, int number, ChangeBatch batch, int row) {
        int copy = lists.replace(at, number, batch, row);
        if (index != null) {
            index.replaceOldest(batch, row, copy);
        }
    }

    /** Takes the oldest row that matches the given one out of a key's list; it is the caller's then. */
    void unlink(int at, int number, ChangeBatch batch, int row) {
        lists.unlink(at, number);
        if (index != null) {
            index.removeOldest(batch, row);
        }
    }

    /** Takes the earliest row of a key out of its list; it is the caller's then. */
    int unlinkEarliest(int at) {
        int number = lists.first(at);
        if (index != null) {
            BatchBuilder builder = new BatchBuilder(schema);
            store().append(number, builder);
            builder.endRow(RowKind.PLUS_I, 0);
            index.removeOldest(builder.build(Watermarks.absent()), 0);
        }
        lists.unlink(at, number);
        return number;
    }

    /** Which keys are too old, if some are at some time. */
    @Nullable
    RecordExpiry expiry() {
        return lists.expiry();
    }

    void snapshot(int first, int last, StateWriter writer) {
        lists.snapshot(first, last, writer);
    }

    void restore(StateReader reader) {
        lists.restore(reader);
        index = null;
    }

    long bytes() {
        return lists.bytes() + (index == null ? 0 : index.bytes());
    }
}
