// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of a column, row by row, growing as needed; {@link #build()} hands the arrays to a column and leaves the builder empty.
 * The storage says which of the {@code append} methods fits; another throws {@link ClassCastException} or {@link UnsupportedOperationException}.
 */
public abstract sealed class ColumnBuilder {

    int rows;
    long @Nullable [] nulls;
    private final int rowsExpected;

    private ColumnBuilder(int rowsExpected) {
        this.rowsExpected = Math.max(1, rowsExpected);
    }

    /** A builder for values of the given storage. */
    public static ColumnBuilder of(Storage storage) {
        return of(storage, ChangeBatch.ROWS_MAX);
    }

    /** A builder for so many values, or more, of the given storage. */
    public static ColumnBuilder of(Storage storage, int rowsExpected) {
        return switch (storage) {
            case LONG -> new Longs(rowsExpected);
            case DOUBLE -> new Doubles(rowsExpected);
            case BOOLEAN -> new Booleans(rowsExpected);
            case BYTES -> new Bytes(rowsExpected);
            case WIDE -> new Wides(rowsExpected);
        };
    }

    /** The rows appended so far. */
    public final int rows() {
        return rows;
    }

    /** Appends a NULL. */
    public final void appendNull() {
        long[] bits = nulls;
        if (bits == null) {
            bits = Nulls.allocate(Math.max(rows + 1, rowsExpected));
        } else if (rows >>> 6 >= bits.length) {
            bits = Arrays.copyOf(bits, Math.max(bits.length * 2, (rows >>> 6) + 1));
        }
        nulls = bits;
        Nulls.set(bits, rows);
        appendZero();
    }

    /** Appends the value of {@code column} at {@code row}, a column of the same storage. */
    public final void append(Column column, int row) {
        if (column.isNull(row)) {
            appendNull();
        } else {
            appendValue(column, row);
        }
    }

    /** Takes rows back until {@code rows} are left, as after half a record turned out bad. */
    public final void truncate(int rows) {
        while (this.rows > rows) {
            this.rows--;
            if (nulls != null && this.rows >>> 6 < nulls.length) {
                nulls[this.rows >>> 6] &= ~(1L << this.rows);
            }
        }
        truncated();
    }

    public void appendLong(long value) {
        throw unfit("long");
    }

    public void appendDouble(double value) {
        throw unfit("double");
    }

    public void appendBoolean(boolean value) {
        throw unfit("boolean");
    }

    public void appendBytes(byte[] source, int start, int length) {
        throw unfit("bytes");
    }

    public void appendWide(long high, long low) {
        throw unfit("wide");
    }

    /** Appends a number of at most 127 bits. */
    public final void appendWide(BigInteger value) {
        appendWide(value.shiftRight(64).longValue(), value.longValue());
    }

    /** The column of what was appended; the builder is empty afterwards. */
    public final Column build() {
        long[] bits = nulls;
        if (bits != null && bits.length < (rows + 63) >>> 6) {
            bits = Arrays.copyOf(bits, (rows + 63) >>> 6);
        }
        Column column = column(bits);
        rows = 0;
        nulls = null;
        reset();
        return column;
    }

    abstract void appendZero();

    abstract void appendValue(Column column, int row);

    abstract Column column(long @Nullable [] nulls);

    abstract void reset();

    void truncated() {}

    private UnsupportedOperationException unfit(String what) {
        return new UnsupportedOperationException("a " + getClass().getSimpleName() + " builder takes no " + what);
    }

    final int grown(int length) {
        return length == 0 ? rowsExpected : length * 2;
    }

    private static final class Longs extends ColumnBuilder {
        private long[] values = {};

        Longs(int rowsExpected) {
            super(rowsExpected);
        }

        @Override
        public void appendLong(long value) {
            if (rows == values.length) {
                values = Arrays.copyOf(values, grown(rows));
            }
            values[rows++] = value;
        }

        @Override
        void appendZero() {
            appendLong(0);
        }

        @Override
        void appendValue(Column column, int row) {
            appendLong(((LongColumn) column).values()[row]);
        }

        @Override
        Column column(long @Nullable [] nulls) {
            return new LongColumn(values, nulls);
        }

        @Override
        void reset() {
            values = new long[] {};
        }
    }

    private static final class Doubles extends ColumnBuilder {
        private double[] values = {};

        Doubles(int rowsExpected) {
            super(rowsExpected);
        }

        @Override
        public void appendDouble(double value) {
            if (rows == values.length) {
                values = Arrays.copyOf(values, grown(rows));
            }
            values[rows++] = value;
        }

        @Override
        void appendZero() {
            appendDouble(0);
        }

        @Override
        void appendValue(Column column, int row) {
            appendDouble(((DoubleColumn) column).values()[row]);
        }

        @Override
        Column column(long @Nullable [] nulls) {
            return new DoubleColumn(values, nulls);
        }

        @Override
        void reset() {
            values = new double[] {};
        }
    }

    private static final class Booleans extends ColumnBuilder {
        private boolean[] values = {};

        Booleans(int rowsExpected) {
            super(rowsExpected);
        }

        @Override
        public void appendBoolean(boolean value) {
            if (rows == values.length) {
                values = Arrays.copyOf(values, grown(rows));
            }
            values[rows++] = value;
        }

        @Override
        void appendZero() {
            appendBoolean(false);
        }

        @Override
        void appendValue(Column column, int row) {
            appendBoolean(((BooleanColumn) column).values()[row]);
        }

        @Override
        Column column(long @Nullable [] nulls) {
            return new BooleanColumn(values, nulls);
        }

        @Override
        void reset() {
            values = new boolean[] {};
        }
    }

    private static final class Bytes extends ColumnBuilder {
        private byte[] data = {};
        private int used;
        private int[] starts = {};
        private int[] lengths = {};

        Bytes(int rowsExpected) {
            super(rowsExpected);
        }

        @Override
        public void appendBytes(byte[] source, int start, int length) {
            if (rows == starts.length) {
                starts = Arrays.copyOf(starts, grown(rows));
                lengths = Arrays.copyOf(lengths, grown(rows));
            }
            if (used + length > data.length) {
                data = Arrays.copyOf(data, Math.max(Math.max(starts.length, used + length), data.length * 2));
            }
            System.arraycopy(source, start, data, used, length);
            starts[rows] = used;
            lengths[rows++] = length;
            used += length;
        }

        @Override
        void appendZero() {
            appendBytes(data, 0, 0);
        }

        @Override
        void appendValue(Column column, int row) {
            BytesColumn bytes = (BytesColumn) column;
            appendBytes(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
        }

        @Override
        void truncated() {
            used = rows == 0 ? 0 : starts[rows - 1] + lengths[rows - 1];
        }

        @Override
        Column column(long @Nullable [] nulls) {
            return new BytesColumn(data, starts, lengths, nulls);
        }

        @Override
        void reset() {
            data = new byte[] {};
            used = 0;
            starts = new int[] {};
            lengths = new int[] {};
        }
    }

    private static final class Wides extends ColumnBuilder {
        private long[] high = {};
        private long[] low = {};

        Wides(int rowsExpected) {
            super(rowsExpected);
        }

        @Override
        public void appendWide(long high, long low) {
            if (rows == this.high.length) {
                this.high = Arrays.copyOf(this.high, grown(rows));
                this.low = Arrays.copyOf(this.low, grown(rows));
            }
            this.high[rows] = high;
            this.low[rows++] = low;
        }

        @Override
        void appendZero() {
            appendWide(0, 0);
        }

        @Override
        void appendValue(Column column, int row) {
            WideColumn wide = (WideColumn) column;
            appendWide(wide.high()[row], wide.low()[row]);
        }

        @Override
        Column column(long @Nullable [] nulls) {
            return new WideColumn(high, low, nulls);
        }

        @Override
        void reset() {
            high = new long[] {};
            low = new long[] {};
        }
    }
}
