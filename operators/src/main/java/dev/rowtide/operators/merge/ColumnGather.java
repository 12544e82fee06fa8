// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.batch.WideColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes one column of rows that lie in several. Output row {@code i} is row {@code rowOf[i]} of {@code sources[sourceOf[i]]}. */
public final class ColumnGather {

    private final Column[] sources;
    private final int[] sourceOf;
    private final int[] rowOf;
    private final int rows;

    private ColumnGather(Column[] sources, int[] sourceOf, int[] rowOf, int rows) {
        this.sources = sources;
        this.sourceOf = sourceOf;
        this.rowOf = rowOf;
        this.rows = rows;
    }

    /** The rows at {@code rowOf} of a column, of which the first {@code rows} count. */
    public static Column gather(Column source, int[] rowOf, int rows) {
        return gather(new Column[] {source}, new int[rows], rowOf, rows);
    }

    /**
     * Changes of several batches as one batch.
     *
     * @param sourceOf by row of the result, the batch that it is of
     * @param rowOf by row of the result, its row in that batch
     * @param positions by row of the result; says how many there are
     */
    public static ChangeBatch gather(
            ChangeBatch[] sources, int[] sourceOf, int[] rowOf, long[] positions, Watermarks watermarks) {
        int rows = positions.length;
        Column[] columns = new Column[sources[0].columnCount()];
        for (int c = 0; c < columns.length; c++) {
            Column[] from = new Column[sources.length];
            for (int i = 0; i < from.length; i++) {
                from[i] = sources[i].column(c);
            }
            columns[c] = gather(from, sourceOf, rowOf, rows);
        }
        byte[] kinds = new byte[rows];
        boolean insertsOnly = true;
        for (int i = 0; i < rows; i++) {
            kinds[i] = sources[sourceOf[i]].kind(rowOf[i]);
            insertsOnly &= kinds[i] == RowKind.PLUS_I;
        }
        return ChangeBatch.of(rows, columns, insertsOnly ? null : kinds, positions, watermarks);
    }

    /**
     * The column of the first {@code rows} output rows; all sources have the same storage, and there is at least one. A column that is wanted as it is, is not
     * copied.
     */
    public static Column gather(Column[] sources, int[] sourceOf, int[] rowOf, int rows) {
        if (rows > 0 && isOneAsItIs(sourceOf, rowOf, rows)) {
            return sources[sourceOf[0]];
        }
        ColumnGather gather = new ColumnGather(sources, sourceOf, rowOf, rows);
        return switch (sources[0].storage()) {
            case LONG -> gather.longs();
            case DOUBLE -> gather.doubles();
            case BOOLEAN -> gather.booleans();
            case BYTES -> gather.bytes();
            case WIDE -> gather.wides();
        };
    }

    private static boolean isOneAsItIs(int[] sourceOf, int[] rowOf, int rows) {
        int source = sourceOf[0];
        for (int i = 0; i < rows; i++) {
            if (sourceOf[i] != source || rowOf[i] != i) {
                return false;
            }
        }
        return true;
    }

    private Column longs() {
        long[][] from = Arrays.stream(sources)
                .map(source -> ((LongColumn) source).values())
                .toArray(long[][]::new);
        return new LongColumn(longs(from), nulls());
    }

    private Column wides() {
        long[][] high = Arrays.stream(sources)
                .map(source -> ((WideColumn) source).high())
                .toArray(long[][]::new);
        long[][] low = Arrays.stream(sources)
                .map(source -> ((WideColumn) source).low())
                .toArray(long[][]::new);
        return new WideColumn(longs(high), longs(low), nulls());
    }

    private long[] longs(long[][] from) {
        long[] values = new long[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = from[sourceOf[i]][rowOf[i]];
        }
        return values;
    }

    private Column doubles() {
        double[][] from = Arrays.stream(sources)
                .map(source -> ((DoubleColumn) source).values())
                .toArray(double[][]::new);
        double[] values = new double[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = from[sourceOf[i]][rowOf[i]];
        }
        return new DoubleColumn(values, nulls());
    }

    private Column booleans() {
        boolean[][] from = Arrays.stream(sources)
                .map(source -> ((BooleanColumn) source).values())
                .toArray(boolean[][]::new);
        boolean[] values = new boolean[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = from[sourceOf[i]][rowOf[i]];
        }
        return new BooleanColumn(values, nulls());
    }

    /** Slices by reference where all sources lie in one array, as behind branches of one source; else the bytes are copied together. */
    private Column bytes() {
        int[] starts = new int[rows];
        int[] lengths = new int[rows];
        long[] nulls = nulls();
        byte[] shared = ((BytesColumn) sources[0]).data();
        boolean byReference = true;
        for (Column source : sources) {
            byReference &= ((BytesColumn) source).data() == shared;
        }
        long total = 0;
        for (int i = 0; i < rows; i++) {
            if (!Nulls.get(nulls, i)) {
                BytesColumn from = (BytesColumn) sources[sourceOf[i]];
                starts[i] = from.starts()[rowOf[i]];
                lengths[i] = from.lengths()[rowOf[i]];
                total += lengths[i];
            }
        }
        if (byReference) {
            return new BytesColumn(shared, starts, lengths, nulls);
        }
        byte[] data = new byte[Math.toIntExact(total)];
        int used = 0;
        for (int i = 0; i < rows; i++) {
            System.arraycopy(((BytesColumn) sources[sourceOf[i]]).data(), starts[i], data, used, lengths[i]);
            starts[i] = used;
            used += lengths[i];
        }
        return new BytesColumn(data, starts, lengths, nulls);
    }

    private long @Nullable [] nulls() {
        boolean some = false;
        for (Column source : sources) {
            some |= source.nulls() != null;
        }
        if (!some) {
            return null;
        }
        long[] nulls = Nulls.allocate(rows);
        for (int i = 0; i < rows; i++) {
            if (sources[sourceOf[i]].isNull(rowOf[i])) {
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }
}
