// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** A stored column of numbers: a cell, or two for wide ones. */
final class StoredNumbers extends StoredColumn {

    StoredNumbers(PackedRows packed, Storage storage, int cell, int nullCells, int column) {
        super(packed, storage, cell, nullCells, column);
        if (storage == Storage.DOUBLE) {
            packed.setBytes(cell, Double.BYTES);
        } else if (storage == Storage.BOOLEAN) {
            packed.countFromZero(cell);
        }
    }

    @Override
    void release(int number) {}

    /** Sets a row to a number, in two words if it is wide. */
    void set(int number, long word, long low) {
        setNotNull(number);
        packed.put(number, cell, word);
        if (storage == Storage.WIDE) {
            packed.put(number, cell + 1, low);
        }
    }

    @Override
    void set(int number, StoredColumn other, int row) {
        set(number, other.word(row), storage == Storage.WIDE ? other.lowWord(row) : 0);
    }

    @Override
    void setValue(int number, Column column, int row) {
        if (column instanceof WideColumn wide) {
            packed.put(number, cell, wide.high()[row]);
            packed.put(number, cell + 1, wide.low()[row]);
        } else if (column instanceof DoubleColumn doubles) {
            packed.put(number, cell, Double.doubleToRawLongBits(doubles.values()[row]));
        } else {
            packed.put(number, cell, KeyWords.of(column, row));
        }
    }

    @Override
    void fillValues(Column column, int[] rows, int n, int[] numbers, long[] words) {
        switch (storage) {
            case LONG -> fill(cell, ((LongColumn) column).values(), column, rows, n, numbers, words);
            case DOUBLE -> {
                double[] values = ((DoubleColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[i] = Double.doubleToRawLongBits(values[rows[i]]);
                }
                packed.scatter(cell, numbers, n, words, 0, 0);
            }
            case BOOLEAN -> {
                boolean[] values = ((BooleanColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[i] = values[rows[i]] ? 1 : 0;
                }
                packed.scatter(cell, numbers, n, words, 0, 1);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                fill(cell, wide.high(), column, rows, n, numbers, words);
                fill(cell + 1, wide.low(), column, rows, n, numbers, words);
            }
            case BYTES -> throw new IllegalArgumentException("text is no number");
        }
    }

    private void fill(int filled, long[] values, Column column, int[] rows, int n, int[] numbers, long[] words) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        if (column.nulls() == null) {
            for (int i = 0; i < n; i++) {
                long value = values[rows[i]];
                words[i] = value;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        } else {
            for (int i = 0; i < n; i++) {
                if (!column.isNull(rows[i])) {
                    low = Math.min(low, values[rows[i]]);
                    high = Math.max(high, values[rows[i]]);
                }
            }
            for (int i = 0; i < n; i++) {
                words[i] = column.isNull(rows[i]) ? low : values[rows[i]];
            }
        }
        if (low <= high) {
            packed.scatter(filled, numbers, n, words, low, high);
        }
    }

    @Override
    boolean equalsValue(int number, Column column, int row) {
        long word = packed.get(number, cell);
        if (column instanceof WideColumn wide) {
            return word == wide.high()[row] && packed.get(number, cell + 1) == wide.low()[row];
        }
        return keyWord(word) == KeyWords.of(column, row);
    }

    @Override
    boolean equalsValue(int number, StoredColumn other, int row) {
        return keyWord(packed.get(number, cell)) == keyWord(other.word(row))
                && (storage != Storage.WIDE || packed.get(number, cell + 1) == other.lowWord(row));
    }

    /** What is the same for equal values. */
    private long keyWord(long word) {
        return storage == Storage.DOUBLE ? KeyWords.of(Double.longBitsToDouble(word)) : word;
    }

    @Override
    long hashOfValue(int number) {
        long word = packed.get(number, cell);
        return storage == Storage.WIDE ? Hashing.hash(word, packed.get(number, cell + 1)) : Hashing.hash(keyWord(word));
    }

    @Override
    void appendValue(int number, ColumnBuilder builder) {
        long word = packed.get(number, cell);
        switch (storage) {
            case LONG -> builder.appendLong(word);
            case DOUBLE -> builder.appendDouble(Double.longBitsToDouble(word));
            case BOOLEAN -> builder.appendBoolean(word != 0);
            case WIDE -> builder.appendWide(word, packed.get(number, cell + 1));
            case BYTES -> throw new IllegalArgumentException("text is no number");
        }
    }

    @Override
    Column gatherValues(int[] numbers, int n, long @Nullable [] nulls) {
        long[] words = new long[n];
        packed.gather(cell, numbers, n, words);
        return switch (storage) {
            case LONG -> new LongColumn(words, nulls);
            case DOUBLE -> {
                double[] values = new double[n];
                for (int i = 0; i < n; i++) {
                    values[i] = Double.longBitsToDouble(words[i]);
                }
                yield new DoubleColumn(values, nulls);
            }
            case BOOLEAN -> {
                boolean[] values = new boolean[n];
                for (int i = 0; i < n; i++) {
                    values[i] = words[i] != 0;
                }
                yield new BooleanColumn(values, nulls);
            }
            case WIDE -> {
                long[] low = new long[n];
                packed.gather(cell + 1, numbers, n, low);
                yield new WideColumn(words, low, nulls);
            }
            case BYTES -> throw new IllegalArgumentException("text is no number");
        };
    }
}
