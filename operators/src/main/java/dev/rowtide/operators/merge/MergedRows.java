// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a round by position, some at a time: where each lies, and columns of them. */
public final class MergedRows {

    private static final int NONE = -1;

    private final RoundInput[] inputs;
    private final int rowsWanted;
    private final boolean partsPositions;
    private final ChangeBatch[] sources;
    private final int[] firstSource;
    private final int[] inputOfSource;

    private int rows;
    private int[] sourceOf;
    private int[] rowOf;
    private long[] positions = {};

    /** Merges about a batch of rows at a time. */
    public MergedRows(RoundInput[] inputs, boolean partsPositions) {
        this(inputs, ChangeBatch.ROWS_MAX, partsPositions);
    }

    /**
     * @param rowsWanted how many rows are merged at a time
     * @param partsPositions whether the rows of a position may be parted so that there are no more than that
     */
    public MergedRows(RoundInput[] inputs, int rowsWanted, boolean partsPositions) {
        this.inputs = inputs;
        this.rowsWanted = rowsWanted;
        this.partsPositions = partsPositions;
        firstSource = new int[inputs.length];
        List<ChangeBatch> batches = new ArrayList<>();
        int received = 0;
        for (int i = 0; i < inputs.length; i++) {
            firstSource[i] = batches.size();
            batches.addAll(inputs[i].batches());
            received += inputs[i].rows();
        }
        sources = batches.toArray(ChangeBatch[]::new);
        inputOfSource = new int[sources.length];
        for (int i = 1; i < inputs.length; i++) {
            Arrays.fill(inputOfSource, firstSource[i], inputOfSource.length, i);
        }
        sourceOf = new int[Math.min(received, rowsWanted)];
        rowOf = new int[sourceOf.length];
    }

    /** Merges the next rows; false when none are left. */
    public boolean next() {
        rows = 0;
        positions = new long[rowOf.length];
        for (int i = lowestInput(); i != NONE && !isFull(inputs[i].position()); i = lowestInput()) {
            take(i, limit(i));
        }
        return rows > 0;
    }

    private boolean isFull(long nextPosition) {
        return rows >= rowsWanted && (partsPositions || positions[rows - 1] < nextPosition);
    }

    /** The first of the inputs whose next position is the lowest. */
    private int lowestInput() {
        int lowest = NONE;
        long lowestPosition = RoundInput.AT_END;
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
        long limit = RoundInput.AT_END - 1;
        for (int i = 0; i < inputs.length; i++) {
            if (i != index) {
                long position = inputs[i].position();
                limit = Math.min(limit, i < index || position == RoundInput.AT_END ? position - 1 : position);
            }
        }
        return limit;
    }

    private void take(int index, long limit) {
        RoundInput input = inputs[index];
        while (input.position() <= limit && rows < rowOf.length) {
            int run = input.runTo(limit, rowOf.length - rows);
            if (run == 0) {
                break;
            }
            takeRun(firstSource[index] + input.batchIndex(), input.row(), input.position(), run);
            input.skipRows(run);
        }
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

    private void takeRun(int source, int row, long position, int count) {
        Arrays.fill(sourceOf, rows, rows + count, source);
        for (int i = 0; i < count; i++) {
            rowOf[rows + i] = row + i;
        }
        for (int i = 0; i < count; i++) {
            positions[rows + i] = position + i;
        }
        rows += count;
    }

    /** The rows merged by the last {@link #next}. */
    public int rows() {
        return rows;
    }

    /** The input that a merged row comes from. */
    public int input(int i) {
        return inputOfSource[sourceOf[i]];
    }

    /** The batch that a merged row lies in. */
    public ChangeBatch batch(int i) {
        return sources[sourceOf[i]];
    }

    /** The physical row of a merged row in its batch. */
    public int row(int i) {
        return rowOf[i];
    }

    /** The position of a merged row. */
    public long position(int i) {
        return positions[i];
    }

    /** The kind of a merged row. */
    public byte kind(int i) {
        return sources[sourceOf[i]].kind(rowOf[i]);
    }

    /**
     * A column of the merged rows, which are rows 0 on.
     *
     * @param columnOf the column of each input; they have the same storage
     */
    public Column column(int[] columnOf) {
        Column[] from = new Column[sources.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = sources[i].column(columnOf[inputOfSource[i]]);
        }
        return ColumnGather.gather(from, sourceOf, rowOf, rows);
    }

    /** A column of the merged rows {@code first} to {@code end - 1}, which are of one input: they are rows 0 on. */
    public Column column(int column, int first, int end) {
        Column[] from = new Column[sources.length];
        int input = input(first);
        for (int i = 0; i < from.length; i++) {
            // Of sources of another input no row is asked for; any column will do that has the storage.
            from[i] = sources[inputOfSource[i] == input ? i : sourceOf[first]].column(column);
        }
        return ColumnGather.gather(
                from, Arrays.copyOfRange(sourceOf, first, end), Arrays.copyOfRange(rowOf, first, end), end - first);
    }

    /** The batch of the merged rows, where all inputs have the same columns. */
    public ChangeBatch batch(Watermarks watermarks) {
        Column[] columns = new Column[sources[0].columnCount()];
        int[] columnOf = new int[inputs.length];
        for (int c = 0; c < columns.length; c++) {
            Arrays.fill(columnOf, c);
            columns[c] = column(columnOf);
        }
        return ChangeBatch.of(rows, columns, kinds(), positions, watermarks);
    }

    private byte @Nullable [] kinds() {
        byte[] kinds = new byte[rows];
        boolean insertsOnly = true;
        for (int i = 0; i < rows; i++) {
            kinds[i] = kind(i);
            insertsOnly &= kinds[i] == RowKind.PLUS_I;
        }
        return insertsOnly ? null : kinds;
    }
}
