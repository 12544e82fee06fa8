// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A columnar micro-batch of changes: columns × physical rows, with a kind and a position per row, the watermark as of each position, and an optional
 * selection vector. Immutable: neither the batch nor what its columns cover of the arrays under it is written once it
 * is handed on.
 *
 * <p><b>Selection.</b> Columns, kinds and positions are indexed by <em>physical</em> row. Where there is a selection only the rows in it belong to the
 * batch, in its order, which rises. A loop over the rows is
 *
 * <pre>{@code
 * int[] selection = batch.selection();
 * for (int i = 0, n = batch.size(); i < n; i++) {
 *     int row = selection == null ? i : selection[i];
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Kinds.</b> {@link RowKind} codes; absent when all are {@code +I}.
 *
 * <p><b>Positions.</b> The number of the input change that a row derives from; they never fall within a batch, nor from one batch of a stream to the
 * next. The halves of an update share theirs. Absent when they are consecutive from {@link #firstPosition()}, as they are behind a source.
 *
 * <p><b>Deferred columns.</b> The columns of a {@linkplain #deferred deferred} batch are made when they are first read, so that those of rows that are turned away before
 * are never made. Such a batch stays with the thread that made it until all are {@linkplain #made made}.
 */
public final class ChangeBatch {

    /** The rows that a batch usually has at most; operators that expand rows cut their output about here. */
    public static final int ROWS_MAX = 4096;

    private static final byte[] UPDATE_PAIRS = new byte[2 * ROWS_MAX];

    static {
        for (int i = 0; i < UPDATE_PAIRS.length; i++) {
            UPDATE_PAIRS[i] = i % 2 == 0 ? RowKind.MINUS_U : RowKind.PLUS_U;
        }
    }

    private final int rows;

    /** Null where a deferred column was not read yet; batches of the same rows share them. */
    private final @Nullable Column[] columns;

    private final @Nullable DeferredColumns deferred;
    private final byte @Nullable [] kinds;
    private final long firstPosition;
    private final long @Nullable [] positions;
    private final int @Nullable [] selection;
    private final int size;
    private final Watermarks watermarks;

    private ChangeBatch(
            int rows,
            @Nullable Column[] columns,
            @Nullable DeferredColumns deferred,
            byte @Nullable [] kinds,
            long firstPosition,
            long @Nullable [] positions,
            int @Nullable [] selection,
            int size,
            Watermarks watermarks) {
        this.rows = rows;
        this.columns = columns;
        this.deferred = deferred;
        this.kinds = kinds;
        this.firstPosition = firstPosition;
        this.positions = positions;
        this.selection = selection;
        this.size = size;
        this.watermarks = watermarks;
    }

    /** A batch of inserts with consecutive positions, as an append-only source makes it. */
    public static ChangeBatch inserts(int rows, Column[] columns, long firstPosition, Watermarks watermarks) {
        return new ChangeBatch(rows, columns, null, null, firstPosition, null, null, rows, watermarks);
    }

    /**
     * A batch with explicit kinds and positions.
     *
     * @param rows the number of rows; all arrays are at least that long
     * @param kinds a {@link RowKind} code per row, or null when all are {@code +I}
     * @param positions a position per row, never falling
     */
    public static ChangeBatch of(
            int rows, Column[] columns, byte @Nullable [] kinds, long[] positions, Watermarks watermarks) {
        return of(rows, columns, null, kinds, positions, watermarks);
    }

    /** A batch as {@link #of} makes it, whose columns, so many, are made when they are first read. */
    public static ChangeBatch deferred(
            int rows,
            int columnCount,
            DeferredColumns columns,
            byte @Nullable [] kinds,
            long[] positions,
            Watermarks watermarks) {
        return of(rows, new Column[columnCount], columns, kinds, positions, watermarks);
    }

    private static ChangeBatch of(
            int rows,
            @Nullable Column[] columns,
            @Nullable DeferredColumns deferred,
            byte @Nullable [] kinds,
            long[] positions,
            Watermarks watermarks) {
        long first = rows == 0 ? 0 : positions[0];
        return new ChangeBatch(rows, columns, deferred, kinds, first, positions, null, rows, watermarks);
    }

    /**
     * Kinds for a batch of nothing but whole updates: {@code -U} and {@code +U} in turn, the two of an update at one position. It is one array for all such batches,
     * of 2 × {@link #ROWS_MAX} rows and never written, so that {@link #isUpdatePairs()} need not look at any row.
     */
    public static byte[] updatePairKinds() {
        return UPDATE_PAIRS;
    }

    /** The number of physical rows; see {@link #size()} for those that count. */
    public int rows() {
        return rows;
    }

    /** The number of rows that belong to the batch. */
    public int size() {
        return size;
    }

    /** The physical rows that belong to the batch, rising, of which the first {@link #size()} count; null when all do. */
    public int @Nullable [] selection() {
        return selection;
    }

    /** The physical row of the {@code i}-th row of the batch. */
    public int row(int i) {
        return selection == null ? i : selection[i];
    }

    public int columnCount() {
        return columns.length;
    }

    public Column column(int index) {
        Column known = columns[index];
        return known != null ? known : make(index);
    }

    private Column make(int index) {
        if (deferred == null) {
            throw new IllegalStateException("a batch without column " + index);
        }
        Column made = deferred.make(index);
        columns[index] = made;
        return made;
    }

    /** Whether there are columns that are made when they are read. */
    public boolean isDeferred() {
        return deferred != null;
    }

    /** Some physical rows of a deferred batch, the first {@code n} of those given, as rows 0 on of a batch without selection: of columns no more is made. */
    public ChangeBatch take(int[] taken, int n) {
        if (deferred == null) {
            throw new IllegalStateException("the columns are made");
        }
        byte[] takenKinds = kinds == null ? null : new byte[n];
        long[] takenPositions = new long[n];
        for (int i = 0; i < n; i++) {
            takenPositions[i] = position(taken[i]);
            if (takenKinds != null) {
                takenKinds[i] = kind(taken[i]);
            }
        }
        return deferred(n, columns.length, deferred.take(taken, n), takenKinds, takenPositions, watermarks);
    }

    /** The same rows with all columns made, of rows that are not selected no more than before. */
    public ChangeBatch made() {
        if (deferred == null) {
            return this;
        }
        ChangeBatch batch = selection == null ? this : take(selection, size);
        for (int c = 0; c < columns.length; c++) {
            batch.column(c);
        }
        return new ChangeBatch(
                batch.rows,
                batch.columns,
                null,
                batch.kinds,
                batch.firstPosition,
                batch.positions,
                null,
                size,
                watermarks);
    }

    /** The long values of a column that is known to hold some. */
    public LongColumn longs(int index) {
        return (LongColumn) column(index);
    }

    /** The slices of a column that is known to hold some. */
    public BytesColumn bytes(int index) {
        return (BytesColumn) column(index);
    }

    /** All columns, in order. */
    public List<Column> columns() {
        Column[] all = new Column[columns.length];
        Arrays.setAll(all, this::column);
        return List.of(all);
    }

    /** The kinds by physical row, or null when all are {@code +I}. */
    public byte @Nullable [] kinds() {
        return kinds;
    }

    /** Whether the rows are whole updates, by their kinds being {@link #updatePairKinds()}; a batch may be of such rows without being told so. */
    public boolean isUpdatePairs() {
        return kinds == UPDATE_PAIRS && selection == null && size % 2 == 0;
    }

    /** The kind code of a physical row. */
    public byte kind(int row) {
        return kinds == null ? RowKind.PLUS_I : kinds[row];
    }

    /** The positions by physical row, or null when they are consecutive from {@link #firstPosition()}. */
    public long @Nullable [] positions() {
        return positions;
    }

    /** The position of physical row 0. */
    public long firstPosition() {
        return firstPosition;
    }

    /** The position of a physical row. */
    public long position(int row) {
        return positions == null ? firstPosition + row : positions[row];
    }

    /** The watermark before each position of the batch, and after them. */
    public Watermarks watermarks() {
        return watermarks;
    }

    /** The same rows with other columns, indexed by the same physical rows. */
    public ChangeBatch withColumns(Column[] columns) {
        return new ChangeBatch(rows, columns, null, kinds, firstPosition, positions, selection, size, watermarks);
    }

    /** The same rows with other kinds, by physical row; null for all {@code +I}. */
    public ChangeBatch withKinds(byte @Nullable [] kinds) {
        return new ChangeBatch(rows, columns, deferred, kinds, firstPosition, positions, selection, size, watermarks);
    }

    /**
     * The first {@code size} of the physical rows in {@code selection}; their order rises.
     *
     * @param selection physical rows of this batch, not selection indices
     */
    public ChangeBatch withSelection(int[] selection, int size) {
        return new ChangeBatch(rows, columns, deferred, kinds, firstPosition, positions, selection, size, watermarks);
    }

    /** The same rows under other watermarks. */
    public ChangeBatch withWatermarks(Watermarks watermarks) {
        return new ChangeBatch(rows, columns, deferred, kinds, firstPosition, positions, selection, size, watermarks);
    }
}
