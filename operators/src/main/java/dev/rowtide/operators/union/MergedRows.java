// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a round by position: where each lies, and batches of them, column by column. */
final class MergedRows {

    private static final int NONE = -1;

    private final UnionInput[] inputs;
    private final boolean partsPositions;
    private final List<ChangeBatch> sources = new ArrayList<>();
    private final int[] firstSource;

    private int rows;
    private int[] sourceOf = new int[ChangeBatch.ROWS_MAX];
    private int[] rowOf = new int[ChangeBatch.ROWS_MAX];
    private long[] positions = {};

    /**
     * @param partsPositions whether the rows of a position may come in several batches
     */
    MergedRows(UnionInput[] inputs, boolean partsPositions) {
        this.inputs = inputs;
        this.partsPositions = partsPositions;
        firstSource = new int[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            firstSource[i] = sources.size();
            sources.addAll(inputs[i].batches());
        }
    }

    /** Merges the next rows, about a batch of them; false when none are left. */
    boolean next() {
        rows = 0;
        positions = new long[rowOf.length];
        for (int i = lowestInput(); i != NONE && !isFull(inputs[i].position()); i = lowestInput()) {
            take(i, limit(i));
        }
        return rows > 0;
    }

    private boolean isFull(long nextPosition) {
        return rows >= ChangeBatch.ROWS_MAX && (partsPositions || positions[rows - 1] < nextPosition);
    }

    /** The first of the inputs whose next position is the lowest. */
    private int lowestInput() {
        int lowest = NONE;
        long lowestPosition = UnionInput.AT_END;
        for (int i = 0; i < inputs.length; i++) {
            long position = inputs[i].position();
            if (position < lowestPosition) {
                lowest = i;
                lowestPosition = position;
            }
        }
        return lowest;
    }

    /** The last position up to which rows of an input come before those of all others. */
    private long limit(int index) {
        long limit = UnionInput.AT_END - 1;
        for (int i = 0; i < inputs.length; i++) {
            if (i != index) {
                long position = inputs[i].position();
                limit = Math.min(limit, i < index || position == UnionInput.AT_END ? position - 1 : position);
            }
        }
        return limit;
    }

    private void take(int index, long limit) {
        UnionInput input = inputs[index];
        for (long position = input.position(); position <= limit && !isFull(position); position = input.position()) {
            if (rows == rowOf.length) {
                sourceOf = Arrays.copyOf(sourceOf, rows * 2);
                rowOf = Arrays.copyOf(rowOf, rows * 2);
                positions = Arrays.copyOf(positions, rows * 2);
            }
            sourceOf[rows] = firstSource[index] + input.batchIndex();
            rowOf[rows] = input.row();
            positions[rows++] = position;
            input.skipRow();
        }
    }

    /** The batch of the rows merged by the last {@link #next}. */
    ChangeBatch batch(Watermarks watermarks) {
        Column[] columns = new Column[sources.get(0).columnCount()];
        Column[] from = new Column[sources.size()];
        for (int c = 0; c < columns.length; c++) {
            for (int i = 0; i < from.length; i++) {
                from[i] = sources.get(i).column(c);
            }
            columns[c] = ColumnGather.gather(from, sourceOf, rowOf, rows);
        }
        return ChangeBatch.of(rows, columns, kinds(), positions, watermarks);
    }

    private byte @Nullable [] kinds() {
        byte[] kinds = new byte[rows];
        boolean insertsOnly = true;
        for (int i = 0; i < rows; i++) {
            kinds[i] = sources.get(sourceOf[i]).kind(rowOf[i]);
            insertsOnly &= kinds[i] == RowKind.PLUS_I;
        }
        return insertsOnly ? null : kinds;
    }
}
