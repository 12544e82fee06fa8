// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowStore;
import java.util.stream.IntStream;

/** The stored row of each unique key, for an input whose changes name rows by one that is not the join key. No part of the state: the rows tell it. */
final class RowKeys {

    private final int[] columns;
    private final Schema schema;
    private final Keys keys;
    private final RecordTable table;
    private int[] at = {};
    private int[] located = {};

    RowKeys(JoinInput input) {
        columns = input.rowKey();
        schema = input.schema().project(columns);
        keys = Keys.of(schema, IntStream.range(0, columns.length).toArray(), 1);
        table = keys.table();
    }

    /** Finds the addresses of the keys of all merged rows that come from an input. */
    void locate(MergedRows rows, int input) {
        int n = rows.rows();
        if (at.length < n) {
            at = new int[n];
            located = new int[n];
        }
        ColumnBuilder[] builders = new ColumnBuilder[columns.length];
        for (int c = 0; c < columns.length; c++) {
            builders[c] = ColumnBuilder.of(schema.type(c).storage());
            for (int i = 0; i < n; i++) {
                if (rows.input(i) == input) {
                    builders[c].append(rows.batch(i).column(columns[c]), rows.row(i));
                }
            }
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            count += rows.input(i) == input ? 1 : 0;
        }
        Column[] built = new Column[columns.length];
        for (int c = 0; c < columns.length; c++) {
            built[c] = builders[c].build();
        }
        keys.locate(ChangeBatch.inserts(count, built, 0, Watermarks.absent()), null, count, located);
        count = 0;
        for (int i = 0; i < n; i++) {
            if (rows.input(i) == input) {
                at[i] = located[count++];
            }
        }
    }

    /** The address of the key of a merged row. */
    int address(int i) {
        return at[i];
    }

    /** The number of the row of the key at an address, or {@link JoinSide#NONE}. */
    int row(int address) {
        return (int) table.records()[address + table.valueOffset()] - 1;
    }

    /** Sets the row of the key at an address, {@link JoinSide#NONE} for none. */
    void setRow(int address, int number) {
        int word = address + table.valueOffset();
        long[] records = table.records();
        table.addLive((number >= 0 ? 1 : 0) - (records[word] != 0 ? 1 : 0));
        records[word] = number + 1L;
    }

    /** Notes a row that was read back. */
    void restored(int number, RowStore rows) {
        int[] one = {number};
        Column[] key = new Column[columns.length];
        for (int c = 0; c < columns.length; c++) {
            key[c] = rows.column(columns[c], one, 1);
        }
        setRow(keys.locate(ChangeBatch.inserts(1, key, 0, Watermarks.absent()), 0), number);
    }

    /** A stored row is taken out. */
    void remove(int number, RowStore rows) {
        int[] one = {number};
        Column[] key = new Column[columns.length];
        for (int c = 0; c < columns.length; c++) {
            key[c] = rows.column(columns[c], one, 1);
        }
        setRow(keys.find(ChangeBatch.inserts(1, key, 0, Watermarks.absent()), 0), JoinSide.NONE);
    }

    long bytes() {
        return table.bytes();
    }
}
