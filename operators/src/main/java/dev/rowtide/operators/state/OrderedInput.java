// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.PlanNode;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The changes of an input whose rows are kept in an order: which stored row each is about, and which number of arrival a row gets.
 *
 * <p>A row that is updated keeps its place if it stays the same in the sort columns; else it counts as the latest arrival. Without sort columns the order is that of the last
 * change: any other row counts as the latest.
 */
public final class OrderedInput {

    private static final int NONE = RowIndex.NONE;

    /** Keeps the rows of each partition in their order. */
    public interface Lists {

        /** The partition of a stored row. */
        int partition(int number);

        /** Puts a stored row into the list of a partition. */
        void insert(int partition, int number, long arrival);

        /** Takes a stored row out of its list; it is given up when what has changed was told. */
        void remove(int number);

        /** A row that was inserted is what has become of one of its partition that was removed. */
        void replaced(int old, int number);

        /** The partition has no row for a retraction. */
        void missed(int partition);

        /** A row of an input that takes none back. */
        void append(int partition, ChangeBatch batch, int row);
    }

    private final Lists partitions;
    private final Matching matching;
    private final RowStore rows;
    private final RowOrder order;
    private final OrderedRows lists;
    private final boolean isSorted;
    private final boolean latestFirst;
    private final RowIndex index;

    private long arrivals;
    private long unknownRetractions;

    // The row that the last -U took out, and its position: the next +U of that puts another in its place.
    private int updated = NONE;
    private long updatedPosition;

    /**
     * @param partitions is told what becomes of rows
     * @param lists in which the rows stand
     * @param isSorted whether there are sort columns
     * @param latestFirst whether of rows that are equal in the sort columns the latest arrival comes first
     * @param age what tells an older row from a later one where equal ones are taken out, see {@link RowIndex}
     */
    public OrderedInput(
            Lists partitions,
            PlanNode input,
            RowStore rows,
            RowOrder order,
            OrderedRows lists,
            boolean isSorted,
            boolean latestFirst,
            IntToLongFunction age) {
        this.partitions = partitions;
        this.rows = rows;
        this.order = order;
        this.lists = lists;
        this.isSorted = isSorted;
        this.latestFirst = latestFirst;
        matching = Matching.of(input.mode());
        int[] key = matching.columns(input);
        int[] all = IntStream.range(0, input.schema().size()).toArray();
        index = new RowIndex(rows, key, matching == Matching.KEY ? key : all, age);
    }

    /** Takes in a change. */
    public void apply(int partition, ChangeBatch batch, int row) {
        if (matching == Matching.NOTHING) {
            partitions.append(partition, batch, row);
        } else if (RowKind.isRetraction(batch.kind(row))) {
            takeOut(partition, batch, row);
        } else if (matching == Matching.KEY) {
            put(partition, batch, row);
        } else {
            putIn(partition, batch, row);
        }
    }

    private void takeOut(int partition, ChangeBatch batch, int row) {
        int number = index.find(batch, row);
        if (number == NONE) {
            unknownRetractions++;
            partitions.missed(partition);
            return;
        }
        takeOut(number);
        if (batch.kind(row) == RowKind.MINUS_U) {
            updated = number;
            updatedPosition = batch.position(row);
        }
    }

    /** Takes out a stored row. */
    public void takeOut(int number) {
        if (matching != Matching.NOTHING) {
            index.remove(number);
        }
        partitions.remove(number);
    }

    private void putIn(int partition, ChangeBatch batch, int row) {
        int old = NONE;
        if (batch.kind(row) == RowKind.PLUS_U && updatedPosition == batch.position(row)) {
            old = updated;
        }
        updated = NONE;
        putInPlaceOf(old, partition, batch, row);
    }

    private void put(int partition, ChangeBatch batch, int row) {
        int old = index.find(batch, row);
        if (old != NONE) {
            if (rows.equals(old, batch, row)) {
                return;
            }
            takeOut(old);
        }
        putInPlaceOf(old, partition, batch, row);
    }

    /** Inserts a row; the old one, if there is one, was just removed. */
    private void putInPlaceOf(int old, int partition, ChangeBatch batch, int row) {
        boolean isUpdate = old != NONE && partitions.partition(old) == partition;
        boolean keepsPlace =
                isUpdate && (isSorted ? order.compare(batch, row, old) == 0 : rows.equals(old, batch, row));
        int number = rows.add(batch, row);
        partitions.insert(partition, number, keepsPlace ? lists.arrival(old) : nextArrival());
        index.add(number);
        if (isUpdate) {
            partitions.replaced(old, number);
        }
    }

    /** The number of the next row to arrive. */
    public long nextArrival() {
        arrivals++;
        return latestFirst ? -arrivals : arrivals;
    }

    /** What was taken in is told: no new row takes the place of one before. */
    public void complete() {
        updated = NONE;
    }

    /** A row that was read back and has this number of arrival is in its list. */
    public void restored(int number, long arrival) {
        arrivals = Math.max(arrivals, Math.abs(arrival));
        if (matching != Matching.NOTHING) {
            index.add(number);
        }
    }

    /** Retractions so far of rows that there were not. */
    public long unknownRetractions() {
        return unknownRetractions;
    }

    /** Takes over those of another one. */
    public void addUnknownRetractions(long more) {
        unknownRetractions += more;
    }

    /** The heap occupied beside the rows, bytes. */
    public long bytes() {
        return index.bytes();
    }
}
