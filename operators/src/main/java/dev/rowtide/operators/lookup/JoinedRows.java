// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowLists;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * What rows of the input were joined with, until they are taken back: for each time that a row came, the pairs that it gave, or that it gave none. Of equal rows the one that
 * came first is taken back first.
 *
 * <p>Behind the columns of a pair stand the number of its row's arrival and whether it is a pair.
 */
final class JoinedRows {

    private static final long FORMAT = 1;
    private static final int NONE = -1;

    private final int inputColumns;
    private final int tableColumns;
    private final int arrival;
    private final int isPair;
    private final RowLists pairs;
    private final BatchBuilder builder;
    private long arrivals;

    JoinedRows(LookupJoin node) {
        inputColumns = node.input().schema().size();
        tableColumns = node.columns().size();
        arrival = inputColumns + tableColumns;
        isPair = arrival + 1;
        List<Field> fields = new ArrayList<>(node.schema().fields());
        fields.add(new Field("$arrival", Type.BIGINT));
        fields.add(new Field("$is_pair", Type.BOOLEAN));
        Schema schema = new Schema(fields);
        pairs = new RowLists(schema, IntStream.range(0, inputColumns).toArray());
        builder = new BatchBuilder(schema);
    }

    /**
     * Keeps what a row was joined with.
     *
     * @param numbers the rows of the table, -1 for one of NULLs, from {@code from} to {@code to - 1}
     */
    void remember(ChangeBatch batch, int row, LookedUpRows table, int[] numbers, int from, int to) {
        for (int i = from; i < to; i++) {
            append(batch, row, table, numbers[i], true);
        }
        if (from == to) {
            append(batch, row, table, NONE, false);
        }
        ChangeBatch kept = builder.build(Watermarks.absent());
        for (int i = 0; i < kept.rows(); i++) {
            pairs.append(pairs.locate(kept, i), kept, i);
        }
        arrivals++;
    }

    private void append(ChangeBatch batch, int row, LookedUpRows table, int number, boolean pair) {
        for (int c = 0; c < inputColumns; c++) {
            builder.column(c).append(batch.column(c), row);
        }
        for (int c = 0; c < tableColumns; c++) {
            ColumnBuilder column = builder.column(inputColumns + c);
            if (number == NONE) {
                column.appendNull();
            } else {
                table.append(number, c, column);
            }
        }
        builder.column(arrival).appendLong(arrivals);
        builder.column(isPair).appendBoolean(pair);
        builder.endRow(RowKind.PLUS_I, 0);
    }

    /** Where the pairs of rows that are equal to a row are, until the next call. */
    int locate(ChangeBatch batch, int row) {
        return pairs.locate(batch, row);
    }

    /** Whether a row is known that came. */
    boolean knows(int at) {
        return pairs.first(at) != NONE;
    }

    /** The pairs of the row that came first. */
    int count(int at) {
        int count = 0;
        int first = pairs.first(at);
        for (int number = first; number != NONE && isOfFirst(first, number); number = pairs.next(number)) {
            count += pairs.rows().word(number, isPair) != 0 ? 1 : 0;
        }
        return count;
    }

    private boolean isOfFirst(int first, int number) {
        return pairs.rows().word(first, arrival) == pairs.rows().word(number, arrival);
    }

    /** Hands the pairs of the row that came first to {@code consumer}, by number, and forgets them. */
    void takeFirst(int at, IntConsumer consumer) {
        long taken = pairs.rows().word(pairs.first(at), arrival);
        for (int number = pairs.first(at);
                number != NONE && pairs.rows().word(number, arrival) == taken;
                number = pairs.first(at)) {
            if (pairs.rows().word(number, isPair) != 0) {
                consumer.accept(number);
            }
            pairs.remove(at, number);
        }
    }

    /** Appends a pair's column of the table. */
    void append(int number, int tableColumn, ColumnBuilder column) {
        pairs.rows().append(number, inputColumns + tableColumn, column);
    }

    /** It is of no key: all of it belongs to the first partition. */
    void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(arrivals);
        writer.writeLong(first == 0 ? 1 : 0);
        if (first == 0) {
            pairs.snapshot(0, StateWriter.PARTITIONS - 1, writer);
        }
    }

    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "rows that were joined with looked-up ones");
        arrivals = Math.max(arrivals, reader.readLong());
        if (reader.readLong() != 0) {
            pairs.restore(reader);
        }
    }

    long bytes() {
        return pairs.bytes();
    }
}
