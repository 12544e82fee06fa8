// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowLists;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/** Finds stored rows by the columns in which they are matched, the oldest first of those that are the same in these. */
final class RowIndex {

    private static final int OLDEST = 0;
    private static final int LATEST = 1;

    private final Keys keys;
    private final RecordTable table;

    /** By row number: the number of the next row with the same columns, plus 1; 0 for none. */
    private int[] nextSame = new int[64];

    /** An index of all rows of the lists. */
    RowIndex(Schema schema, int[] columns, RowLists lists) {
        keys = Keys.of(schema, columns, 2);
        table = keys.table();
        table.reserve(lists.table().live());
        BatchBuilder builder = new BatchBuilder(schema);
        int[] numbers = new int[ChangeBatch.ROWS_MAX];
        for (int at : lists.table().recordsIn(0, StateWriter.PARTITIONS - 1)) {
            for (int number = lists.first(at); number != LiveRows.NONE; number = lists.next(number)) {
                numbers[builder.rows()] = number;
                lists.rows().append(number, builder);
                builder.endRow(RowKind.PLUS_I, 0);
                if (builder.rows() == numbers.length) {
                    addAll(builder.build(Watermarks.absent()), numbers);
                }
            }
        }
        addAll(builder.build(Watermarks.absent()), numbers);
    }

    private void addAll(ChangeBatch batch, int[] numbers) {
        for (int row = 0; row < batch.rows(); row++) {
            add(batch, row, numbers[row]);
        }
    }

    /** The number of the oldest stored row that is the same as a row of a batch, or {@link LiveRows#NONE}. */
    int oldest(ChangeBatch batch, int row) {
        return link(keys.locate(batch, row), OLDEST);
    }

    /** Adds a row that was stored under a number, as the latest. */
    void add(ChangeBatch batch, int row, int number) {
        if (number >= nextSame.length) {
            nextSame = Arrays.copyOf(nextSame, Math.max(number + 1, nextSame.length * 2));
        }
        nextSame[number] = 0;
        int at = keys.locate(batch, row);
        int latest = link(at, LATEST);
        if (latest == LiveRows.NONE) {
            setLink(at, OLDEST, number);
            table.addLive(1);
        } else {
            nextSame[latest] = number + 1;
        }
        setLink(at, LATEST, number);
    }

    /** Removes the oldest row that is the same as a row of a batch. */
    void removeOldest(ChangeBatch batch, int row) {
        int at = keys.locate(batch, row);
        int next = nextSame[link(at, OLDEST)] - 1;
        setLink(at, OLDEST, next);
        if (next == LiveRows.NONE) {
            setLink(at, LATEST, LiveRows.NONE);
            table.addLive(-1);
        }
    }

    /** Puts another number in the place of the oldest row that is the same as a row of a batch. */
    void replaceOldest(ChangeBatch batch, int row, int number) {
        int at = keys.locate(batch, row);
        int replaced = link(at, OLDEST);
        int next = nextSame[replaced];
        if (number >= nextSame.length) {
            nextSame = Arrays.copyOf(nextSame, Math.max(number + 1, nextSame.length * 2));
        }
        nextSame[number] = next;
        setLink(at, OLDEST, number);
        if (link(at, LATEST) == replaced) {
            setLink(at, LATEST, number);
        }
    }

    long bytes() {
        return table.bytes() + (long) nextSame.length * Integer.BYTES;
    }

    private int link(int at, int word) {
        return (int) table.records()[at + table.valueOffset() + word] - 1;
    }

    private void setLink(int at, int word, int number) {
        table.records()[at + table.valueOffset() + word] = number + 1L;
    }
}
