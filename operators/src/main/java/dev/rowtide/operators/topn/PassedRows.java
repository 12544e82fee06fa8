// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.operators.merge.ColumnGather;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/**
 * Changes whose new rows are rows of a batch. An old row is one of the batch, too, or a stored one.
 *
 * <p>Where old rows are not told, the batch goes on with other kinds. Else rows are gathered from it: text by reference, as long as there is no stored row among them;
 * with one, the texts of all are copied together, each once.
 */
final class PassedRows {

    private static final int NONE = -1;
    private static final int OF_BATCH = 0;
    private static final int STORED = 1;

    private final RowStore rows;
    private final boolean updateBefore;

    // By change: its row, of the batch, or the complement of its place among the stored ones; and the row of the batch
    // whose position it has.
    private int[] changed = {};
    private byte[] kinds = {};
    private int[] causes = {};
    private int size;

    private int[] stored = {};
    private int storedCount;

    PassedRows(RowStore rows, boolean updateBefore) {
        this.rows = rows;
        this.updateBefore = updateBefore;
    }

    /** Forgets what was collected; as many rows of a batch may change something now. */
    void begin(int rowsMax) {
        if (stored.length < rowsMax) {
            stored = new int[rowsMax];
            changed = new int[2 * rowsMax];
            kinds = new byte[2 * rowsMax];
            causes = new int[2 * rowsMax];
        }
        size = 0;
        storedCount = 0;
    }

    void insert(int row) {
        add(RowKind.PLUS_I, row, row);
    }

    /** A row of the batch replaces another one of it. */
    void update(int before, int row) {
        if (updateBefore) {
            add(RowKind.MINUS_U, before, row);
        }
        add(RowKind.PLUS_U, row, row);
    }

    /** A row of the batch replaces a stored one, which must stay until the changes are {@linkplain #build built}. */
    void updateStored(int number, int row) {
        if (updateBefore) {
            stored[storedCount] = number;
            add(RowKind.MINUS_U, ~storedCount++, row);
        }
        add(RowKind.PLUS_U, row, row);
    }

    private void add(byte kind, int row, int cause) {
        changed[size] = row;
        kinds[size] = kind;
        causes[size++] = cause;
    }

    /** The changes, of the batch that their rows were of. */
    ChangeBatch build(ChangeBatch batch) {
        if (!updateBefore) {
            byte[] byRow = new byte[batch.rows()];
            for (int i = 0; i < size; i++) {
                byRow[changed[i]] = kinds[i];
            }
            return batch.withKinds(byRow).withSelection(Arrays.copyOf(changed, size), size);
        }
        long[] positions = new long[size];
        for (int i = 0; i < size; i++) {
            positions[i] = batch.position(causes[i]);
        }
        ChangeBatch from = batch.isDeferred() ? takeChanged(batch) : batch;
        Column[] columns = storedCount == 0 ? gather(from.columns().toArray(Column[]::new), changed) : gatherAll(from);
        return ChangeBatch.of(size, columns, Arrays.copyOf(kinds, size), positions, batch.watermarks());
    }

    /** The rows of a deferred batch that are in a change, each once, which the changes refer to then. */
    private ChangeBatch takeChanged(ChangeBatch batch) {
        int[] placeOf = new int[batch.rows()];
        Arrays.fill(placeOf, NONE);
        int[] taken = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int row = changed[i];
            if (row < 0) {
                continue;
            }
            if (placeOf[row] == NONE) {
                placeOf[row] = count;
                taken[count++] = row;
            }
            changed[i] = placeOf[row];
        }
        return batch.take(taken, count);
    }

    private Column[] gather(Column[] from, int[] rowOf) {
        int[] one = new int[size];
        Column[] gathered = new Column[from.length];
        for (int c = 0; c < gathered.length; c++) {
            gathered[c] = ColumnGather.gather(new Column[] {from[c]}, one, rowOf, size);
        }
        return gathered;
    }

    /** Puts the rows of the batch and the stored ones together, each once, and gathers from there. */
    private Column[] gatherAll(ChangeBatch batch) {
        int[] placeOf = new int[batch.rows()];
        Arrays.fill(placeOf, NONE);
        int[] places = new int[size];
        int[] sourceOf = new int[size];
        int[] rowOf = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int row = changed[i];
            if (row >= 0 && placeOf[row] != NONE) {
                places[i] = placeOf[row];
                continue;
            }
            sourceOf[count] = row >= 0 ? OF_BATCH : STORED;
            rowOf[count] = row >= 0 ? row : ~row;
            if (row >= 0) {
                placeOf[row] = count;
            }
            places[i] = count++;
        }
        Column[] together = new Column[batch.columnCount()];
        for (int c = 0; c < together.length; c++) {
            Column[] sources = {batch.column(c), rows.column(c, stored, storedCount)};
            together[c] = ColumnGather.gather(sources, sourceOf, rowOf, count);
        }
        return gather(together, places);
    }
}
