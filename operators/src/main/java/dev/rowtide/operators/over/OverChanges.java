// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.GivenUpRows;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/**
 * Changes as numbers of stored rows and of their results, until a batch goes out: column by column, text by reference. Until then both must stay, so those that are
 * given up are freed here.
 */
final class OverChanges {

    private final RowStore rows;
    private final RowStore results;
    private final GivenUpRows givenUpRows;
    private final GivenUpRows givenUpResults;
    private final int rowColumns;
    private final int resultColumns;
    private final boolean updateBefore;

    private int[] rowNumbers = new int[64];
    private int[] resultNumbers = new int[64];
    private byte[] kinds = new byte[64];
    private long[] positions = new long[64];
    private int size;
    private boolean insertsOnly = true;

    private long position;
    private long emittedWatermark = Watermarks.NONE;

    /** @param updateBefore whether {@code -U} is emitted */
    OverChanges(RowStore rows, int rowColumns, RowStore results, int resultColumns, boolean updateBefore) {
        this.rows = rows;
        givenUpRows = new GivenUpRows(rows);
        this.rowColumns = rowColumns;
        this.results = results;
        givenUpResults = new GivenUpRows(results);
        this.resultColumns = resultColumns;
        this.updateBefore = updateBefore;
    }

    /** The changes that follow have this position. */
    void at(long position) {
        this.position = position;
    }

    void insert(int row, int result) {
        add(RowKind.PLUS_I, row, result);
    }

    void delete(int row, int result) {
        add(RowKind.MINUS_D, row, result);
    }

    /** What makes one row with its result another; nothing if they are equal. */
    void update(int before, int resultBefore, int after, int resultAfter) {
        if ((before == after || rows.equals(before, after)) && results.equals(resultBefore, resultAfter)) {
            return;
        }
        if (updateBefore) {
            add(RowKind.MINUS_U, before, resultBefore);
        }
        add(RowKind.PLUS_U, after, resultAfter);
    }

    /** How many changes are collected. */
    int size() {
        return size;
    }

    /** Takes back the last changes, so that {@code size} are left. */
    void truncate(int size) {
        this.size = size;
    }

    /** Gives a row up once what was collected of it has gone out. */
    void freeRow(int row) {
        givenUpRows.add(row);
    }

    /** Gives a result up once what was collected of it has gone out. */
    void freeResult(int result) {
        givenUpResults.add(result);
    }

    /** Whether a batch is full. */
    boolean isFull() {
        return size >= ChangeBatch.ROWS_MAX;
    }

    /** Emits what was collected, also when that is only a risen watermark. */
    void flush(Watermarks watermarks, Output output) {
        int from = 0;
        while (from < size || watermarks.after() > emittedWatermark) {
            int to = end(from);
            output.emit(build(from, to, watermarks));
            emittedWatermark = Math.max(emittedWatermark, watermarks.after());
            from = to;
        }
        discard();
    }

    /** The watermark that went out last. */
    long emittedWatermark() {
        return emittedWatermark;
    }

    /** Forgets what was collected, and frees what was given up. */
    void discard() {
        size = 0;
        insertsOnly = true;
        givenUpRows.free();
        givenUpResults.free();
    }

    /** Where a batch from {@code from} on ends: an update is not parted. */
    private int end(int from) {
        int to = Math.min(size, from + ChangeBatch.ROWS_MAX);
        return to < size && kinds[to - 1] == RowKind.MINUS_U ? to + 1 : to;
    }

    private ChangeBatch build(int from, int to, Watermarks watermarks) {
        int n = to - from;
        int[] chosenRows = from == 0 ? rowNumbers : Arrays.copyOfRange(rowNumbers, from, to);
        int[] chosenResults = from == 0 ? resultNumbers : Arrays.copyOfRange(resultNumbers, from, to);
        Column[] built = new Column[rowColumns + resultColumns];
        for (int c = 0; c < rowColumns; c++) {
            built[c] = rows.column(c, chosenRows, n);
        }
        for (int c = 0; c < resultColumns; c++) {
            built[rowColumns + c] = results.column(c, chosenResults, n);
        }
        return ChangeBatch.of(
                n,
                built,
                insertsOnly ? null : Arrays.copyOfRange(kinds, from, to),
                Arrays.copyOfRange(positions, from, to),
                watermarks);
    }

    private void add(byte kind, int row, int result) {
        if (size == rowNumbers.length) {
            rowNumbers = Arrays.copyOf(rowNumbers, size * 2);
            resultNumbers = Arrays.copyOf(resultNumbers, size * 2);
            kinds = Arrays.copyOf(kinds, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
        }
        rowNumbers[size] = row;
        resultNumbers[size] = result;
        kinds[size] = kind;
        positions[size++] = position;
        insertsOnly &= kind == RowKind.PLUS_I;
    }
}
