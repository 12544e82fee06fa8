// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the rows of a scenario lie in the bytes of a batch. An operator must not tell the difference. */
enum BatchLayout {
    /** As a source writes them: no selection, no kinds nor positions where they can be left out; the watermarks those of the whole round. */
    PLAIN,

    /**
     * As they may look deep in a plan: rows that don't belong to the batch lie before, between and after those that do, wrong in every respect; under
     * each NULL, and past the last row, is some other value. The watermarks are those of the batch's own positions.
     */
    DISGUISED;

    private static final long SOME_LONG = 0x5EED_BAD5_EED5L;
    private static final byte[] SOME_BYTES = {'?', (byte) 0xC3, '?', 0, '?'};

    /**
     * A batch of rows {@code from} to {@code to - 1} of an input.
     *
     * @param position the first position that the batch stands for
     * @param end the position after the last that it stands for
     * @param roundEnd the position after the last of the round
     */
    ChangeBatch lay(ScenarioInput input, int from, int to, long position, long end, long roundEnd) {
        ChangeBatch source = input.rows();
        int[] real = new int[to - from];
        int[] physical = new int[3 * real.length + 1];
        int rows = 0;
        for (int i = 0; i < real.length; i++) {
            for (int strangers = this == PLAIN ? 0 : (from + i + 1) % 3; strangers > 0; strangers--) {
                physical[rows++] = -1;
            }
            real[i] = rows;
            physical[rows++] = from + i;
        }
        if (this == DISGUISED) {
            physical[rows++] = -1;
        }
        physical = Arrays.copyOf(physical, rows);

        Column[] columns = new Column[input.schema().size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = column(
                    source.column(c),
                    source.rows(),
                    physical,
                    input.schema().type(c).storage());
        }
        byte[] kinds = new byte[rows];
        long[] positions = new long[rows];
        long before = to > from ? source.position(from) : position;
        boolean inserts = true;
        boolean consecutive = true;
        for (int row = 0; row < rows; row++) {
            boolean belongs = physical[row] >= 0;
            kinds[row] = belongs ? source.kind(physical[row]) : (byte) ((row + from) & 3);
            positions[row] = belongs ? source.position(physical[row]) : before;
            before = positions[row];
            inserts &= kinds[row] == RowKind.PLUS_I;
            consecutive &= positions[row] == positions[0] + row;
        }
        Watermarks watermarks = watermarks(source.watermarks(), position, this == PLAIN ? roundEnd : end);
        if (this == PLAIN) {
            return inserts && consecutive && rows > 0
                    ? ChangeBatch.inserts(rows, columns, positions[0], watermarks)
                    : ChangeBatch.of(rows, columns, inserts ? null : kinds, positions, watermarks);
        }
        return ChangeBatch.of(rows, columns, kinds, positions, watermarks)
                .withSelection(Arrays.copyOf(real, real.length + 2), real.length);
    }

    private static Watermarks watermarks(Watermarks source, long from, long to) {
        WatermarkRuns runs = new WatermarkRuns(source.before(from));
        for (int run = 0; run < source.runs() && source.end(run) <= to; run++) {
            runs.raise(source.end(run), source.value(run + 1));
        }
        return runs.build();
    }

    private Column column(Column source, int sourceRows, int[] physical, Storage storage) {
        ColumnBuilder builder = ColumnBuilder.of(storage);
        for (int row = 0; row < physical.length; row++) {
            if (physical[row] >= 0) {
                builder.append(source, physical[row]);
            } else if (row % 2 == 0 || sourceRows == 0) {
                builder.appendNull();
            } else {
                builder.append(source, (row * 7 + 3) % sourceRows);
            }
        }
        Column column = builder.build();
        return this == PLAIN ? column : disguised(column, physical.length);
    }

    private static Column disguised(Column column, int rows) {
        long @Nullable [] nulls = column.nulls();
        int length = rows + 2;
        if (column instanceof LongColumn longs) {
            long[] values = Arrays.copyOf(longs.values(), length);
            for (int row = 0; row < length; row++) {
                values[row] = row >= rows || column.isNull(row) ? SOME_LONG + row : values[row];
            }
            return new LongColumn(values, nulls);
        }
        if (column instanceof DoubleColumn doubles) {
            double[] values = Arrays.copyOf(doubles.values(), length);
            for (int row = 0; row < length; row++) {
                values[row] = row >= rows || column.isNull(row) ? Double.NaN : values[row];
            }
            return new DoubleColumn(values, nulls);
        }
        if (column instanceof BooleanColumn booleans) {
            boolean[] values = Arrays.copyOf(booleans.values(), length);
            for (int row = 0; row < length; row++) {
                values[row] = row >= rows || column.isNull(row) || values[row];
            }
            return new BooleanColumn(values, nulls);
        }
        if (column instanceof WideColumn wides) {
            long[] high = Arrays.copyOf(wides.high(), length);
            long[] low = Arrays.copyOf(wides.low(), length);
            for (int row = 0; row < length; row++) {
                high[row] = row >= rows || column.isNull(row) ? SOME_LONG : high[row];
                low[row] = row >= rows || column.isNull(row) ? SOME_LONG + row : low[row];
            }
            return new WideColumn(high, low, nulls);
        }
        return disguised((BytesColumn) column, rows, length);
    }

    private static Column disguised(BytesColumn column, int rows, int length) {
        byte[] data = Arrays.copyOf(SOME_BYTES, SOME_BYTES.length + column.data().length);
        System.arraycopy(column.data(), 0, data, SOME_BYTES.length, column.data().length);
        int[] starts = new int[length];
        int[] lengths = new int[length];
        for (int row = 0; row < length; row++) {
            boolean undefined = row >= rows || column.isNull(row);
            starts[row] = undefined ? row % 2 : column.starts()[row] + SOME_BYTES.length;
            lengths[row] = undefined ? 1 + row % 3 : column.lengths()[row];
        }
        return new BytesColumn(data, starts, lengths, column.nulls());
    }
}
