// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** Puts a column together from rows of others, as the branches of a CASE give them. */
public abstract sealed class ColumnAssembler {

    final int bound;
    long @Nullable [] nulls;

    ColumnAssembler(int bound) {
        this.bound = bound;
    }

    /** An assembler for a column of the given storage. */
    public static ColumnAssembler of(Storage storage, Rows rows) {
        return switch (storage) {
            case LONG -> new Longs(rows);
            case DOUBLE -> new Doubles(rows);
            case BOOLEAN -> new Booleans(rows);
            case BYTES -> new Bytes(rows);
            case WIDE -> new Wides(rows);
        };
    }

    /** Takes the given rows of {@code source}, a column of the same storage. */
    public final void take(Column source, Rows rows) {
        takeValues(source, rows);
        if (source.nulls() != null) {
            for (int i = 0; i < rows.size(); i++) {
                if (source.isNull(rows.row(i))) {
                    setNull(rows.row(i));
                }
            }
        }
    }

    /** Gives the rows the value that {@code source} has everywhere. */
    public void takeConstant(Column source, Rows rows) {
        take(source, rows);
    }

    /** Makes a row NULL. */
    public final void setNull(int row) {
        long[] bits = nulls;
        if (bits == null) {
            bits = Nulls.allocate(bound);
            nulls = bits;
        }
        Nulls.set(bits, row);
    }

    /** The column of what was taken; the assembler is not used afterwards. */
    public abstract Column column();

    abstract void takeValues(Column source, Rows rows);

    private static final class Longs extends ColumnAssembler {
        private final long[] values;

        Longs(Rows rows) {
            super(rows.bound());
            values = new long[rows.bound()];
        }

        @Override
        void takeValues(Column source, Rows rows) {
            long[] taken = ((LongColumn) source).values();
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                values[row] = taken[row];
            }
        }

        @Override
        public Column column() {
            return new LongColumn(values, nulls);
        }
    }

    private static final class Doubles extends ColumnAssembler {
        private final double[] values;

        Doubles(Rows rows) {
            super(rows.bound());
            values = new double[rows.bound()];
        }

        @Override
        void takeValues(Column source, Rows rows) {
            double[] taken = ((DoubleColumn) source).values();
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                values[row] = taken[row];
            }
        }

        @Override
        public Column column() {
            return new DoubleColumn(values, nulls);
        }
    }

    private static final class Booleans extends ColumnAssembler {
        private final boolean[] values;

        Booleans(Rows rows) {
            super(rows.bound());
            values = new boolean[rows.bound()];
        }

        @Override
        void takeValues(Column source, Rows rows) {
            boolean[] taken = ((BooleanColumn) source).values();
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                values[row] = taken[row];
            }
        }

        @Override
        public Column column() {
            return new BooleanColumn(values, nulls);
        }
    }

    private static final class Bytes extends ColumnAssembler {
        private final TextWriter writer;

        Bytes(Rows rows) {
            super(rows.bound());
            writer = new TextWriter(rows, 0);
        }

        @Override
        void takeValues(Column source, Rows rows) {
            BytesColumn taken = (BytesColumn) source;
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                if (!source.isNull(row)) {
                    writer.begin();
                    writer.write(taken.data(), taken.starts()[row], taken.lengths()[row]);
                    writer.end(row);
                }
            }
        }

        @Override
        public void takeConstant(Column source, Rows rows) {
            if (rows.size() == 0) {
                return;
            }
            int first = rows.row(0);
            take(source, new Rows(new int[] {first}, 1, bound));
            writer.repeatFirst(rows);
            if (source.isNull(first)) {
                for (int i = 1; i < rows.size(); i++) {
                    setNull(rows.row(i));
                }
            }
        }

        @Override
        public Column column() {
            return writer.column(nulls);
        }
    }

    private static final class Wides extends ColumnAssembler {
        private final long[] high;
        private final long[] low;

        Wides(Rows rows) {
            super(rows.bound());
            high = new long[rows.bound()];
            low = new long[rows.bound()];
        }

        @Override
        void takeValues(Column source, Rows rows) {
            long[] takenHigh = ((WideColumn) source).high();
            long[] takenLow = ((WideColumn) source).low();
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                high[row] = takenHigh[row];
                low[row] = takenLow[row];
            }
        }

        @Override
        public Column column() {
            return new WideColumn(high, low, nulls);
        }
    }
}
