// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.SortEncoder;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/**
 * All rows of a group, ordered: for aggregates that depend on an order and may lose any row. Its words: those of {@link Extreme} that a subclass settles, whether
 * they are out of date, and the roots of two multisets: that of the rows, and where rows are ordered as they came and taken back, that of their contents, in which
 * the oldest of equal rows is found.
 *
 * <p>A row that is taken back before it came is noted among the contents with the number that no row gets, and lets the next such row go.
 */
abstract class RowsAccumulator extends Accumulator implements Extreme.OfBytes {

    private static final int STALE = 2;
    private static final int ROWS = 3;
    private static final int CONTENTS = 4;
    private static final long MISSING = Long.MAX_VALUE;

    private final SortedRows rows;
    private final boolean findsOldest;
    private final OrderedMultisets multisets = new OrderedMultisets(OrderedMultisets.Order.BYTES);
    private final OrderedMultisets contents = new OrderedMultisets(OrderedMultisets.Order.BYTES);
    private long lastArrival;

    /** @param retracts whether rows may be taken back */
    RowsAccumulator(SortedRows rows, boolean retracts) {
        super(5);
        this.rows = rows;
        findsOldest = rows.byArrival() && retracts;
    }

    /** The rows of all groups. */
    final OrderedMultisets multisets() {
        return multisets;
    }

    @Override
    void bind(ChangeBatch batch) {
        rows.bind(batch);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        records[at + STALE] = 1;
        if (!rows.byArrival()) {
            change(records, at, rows.encode(row, 0), weight);
        } else if (weight > 0) {
            append(records, at, row);
        } else {
            removeOldest(records, at, row);
        }
    }

    private void append(long[] records, int at, int row) {
        if (findsOldest) {
            SortEncoder missing = rows.encodeContent(row, MISSING);
            int node = contents.ceiling((int) records[at + CONTENTS], missing.data(), 0, missing.length());
            if (node != 0 && isContent(node, missing) && arrival(node) == MISSING) {
                changeContents(records, at, missing, 1);
                return;
            }
            changeContents(records, at, rows.encodeContent(row, ++lastArrival), 1);
            change(records, at, rows.encode(row, lastArrival), 1);
        } else {
            change(records, at, rows.encode(row, ++lastArrival), 1);
        }
    }

    private void removeOldest(long[] records, int at, int row) {
        SortEncoder first = rows.encodeContent(row, 0);
        int node = contents.ceiling((int) records[at + CONTENTS], first.data(), 0, first.length());
        long arrival = node != 0 && isContent(node, first) ? arrival(node) : MISSING;
        changeContents(records, at, rows.encodeContent(row, arrival), -1);
        if (arrival != MISSING) {
            change(records, at, rows.encode(row, arrival), -1);
        }
    }

    private boolean isContent(int node, SortEncoder wanted) {
        long handle = contents.value(node);
        int start = Arena.start(handle);
        int length = wanted.length() - Long.BYTES;
        return Arena.length(handle) == wanted.length()
                && Arrays.equals(contents.data(), start, start + length, wanted.data(), 0, length);
    }

    private long arrival(int node) {
        long handle = contents.value(node);
        return SortEncoder.numberAt(contents.data(), Arena.start(handle) + Arena.length(handle) - Long.BYTES);
    }

    private void change(long[] records, int at, SortEncoder row, int weight) {
        records[at + ROWS] = multisets.add((int) records[at + ROWS], row.data(), 0, row.length(), weight);
    }

    private void changeContents(long[] records, int at, SortEncoder row, int weight) {
        records[at + CONTENTS] = contents.add((int) records[at + CONTENTS], row.data(), 0, row.length(), weight);
    }

    @Override
    final void settle(long[] records, int at) {
        if (records[at + STALE] != 0) {
            records[at + STALE] = 0;
            settle(records, at, (int) records[at + ROWS]);
        }
    }

    /** Sets the words of {@link Extreme} by the rows under {@code root}. */
    abstract void settle(long[] records, int at, int root);

    /** Corrects the words of {@link Extreme}, which are up to date, once the rows lie elsewhere. */
    abstract void moved(long[] records, int at, int root);

    @Override
    void clear(long[] records, int at) {
        multisets.free((int) records[at + ROWS]);
        contents.free((int) records[at + CONTENTS]);
        super.clear(records, at);
    }

    @Override
    void compact(RecordTable table) {
        if (contents.isWasteful()) {
            contents.compact();
        }
        if (multisets.isWasteful()) {
            multisets.compact();
            for (int record : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                int at = record + offset(table);
                moved(table.records(), at, (int) table.records()[at + ROWS]);
            }
        }
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        writer.writeLong(lastArrival);
        multisets.write((int) records[at + ROWS], writer);
        contents.write((int) records[at + CONTENTS], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        lastArrival = Math.max(lastArrival, reader.readLong());
        records[at + ROWS] = multisets.read(reader);
        records[at + CONTENTS] = contents.read(reader);
        records[at + Extreme.PRESENT] = 0;
        records[at + Extreme.VALUE] = 0;
        records[at + STALE] = 1;
        settle(records, at);
    }

    @Override
    long bytes() {
        return multisets.bytes() + contents.bytes();
    }
}
