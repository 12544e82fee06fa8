// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** One column of stored rows: cells of {@link PackedRows}, and a null bit, which takes no room as long as no row has NULL. */
abstract sealed class StoredColumn permits StoredNumbers, StoredTexts {

    private static final int BITS = Byte.SIZE;

    final PackedRows packed;
    final Storage storage;

    /** The first of the column's cells. */
    final int cell;

    private final int nullCell;
    private final long nullBit;

    /** Whether some row ever had NULL in the column: if none had, nobody looks at null bits. */
    private boolean hasNulls;

    /**
     * @param cell the first of its cells
     * @param nullCells the first of the cells of null bits
     * @param column which column it is
     */
    StoredColumn(PackedRows packed, Storage storage, int cell, int nullCells, int column) {
        this.packed = packed;
        this.storage = storage;
        this.cell = cell;
        nullCell = nullCells + column / BITS;
        nullBit = 1L << column % BITS;
    }

    /** The cells that a column takes. */
    static int cells(Storage storage) {
        return storage == Storage.WIDE || storage == Storage.BYTES ? 2 : 1;
    }

    /** The cells that the null bits of so many columns take. */
    static int nullCells(int columns) {
        return (columns + BITS - 1) / BITS;
    }

    final boolean isNull(int number) {
        return hasNulls && (packed.get(number, nullCell) & nullBit) != 0;
    }

    final void setNull(int number) {
        packed.put(number, nullCell, packed.get(number, nullCell) | nullBit);
        hasNulls = true;
    }

    final void setNotNull(int number) {
        if (hasNulls) {
            packed.put(number, nullCell, packed.get(number, nullCell) & ~nullBit);
        }
    }

    /** The word of a number, the upper one of a wide one; 0 of NULL. */
    final long word(int number) {
        return isNull(number) ? 0 : packed.get(number, cell);
    }

    /** The lower word of a wide number; 0 of NULL. */
    final long lowWord(int number) {
        return isNull(number) ? 0 : packed.get(number, cell + 1);
    }

    /** Gives up what a row has in the column besides its cells. */
    abstract void release(int number);

    /** Sets a row that has nothing to be released to the value of a physical row. */
    final void set(int number, Column column, int row) {
        if (column.isNull(row)) {
            setNull(number);
        } else {
            setNotNull(number);
            setValue(number, column, row);
        }
    }

    abstract void setValue(int number, Column column, int row);

    /** Sets a row that has nothing to be released to the value of a row of a column of the same storage, which is not NULL. */
    abstract void set(int number, StoredColumn other, int row);

    /**
     * Sets many rows that have nothing to be released to values of physical rows.
     *
     * @param rows the physical rows to take, of which the first {@code n} count
     * @param numbers the stored rows, none twice
     * @param words room for {@code n}
     */
    final void fill(Column column, int[] rows, int n, int[] numbers, long[] words) {
        fillValues(column, rows, n, numbers, words);
        if (!hasNulls && column.nulls() == null) {
            return;
        }
        for (int i = 0; i < n; i++) {
            if (column.isNull(rows[i])) {
                setNull(numbers[i]);
            } else {
                setNotNull(numbers[i]);
            }
        }
    }

    /** Sets the cells of many rows; those of NULL to what takes no room. */
    abstract void fillValues(Column column, int[] rows, int n, int[] numbers, long[] words);

    /** Whether a value equals that of a physical row, NULL being equal to NULL, 0.0 to -0.0, NaN to NaN. */
    final boolean equals(int number, Column column, int row) {
        boolean isNull = isNull(number);
        if (isNull || column.isNull(row)) {
            return isNull && column.isNull(row);
        }
        return equalsValue(number, column, row);
    }

    abstract boolean equalsValue(int number, Column column, int row);

    /** Whether a value equals that of a row of a column of the same storage, as {@link #equals(int, Column, int)} says. */
    final boolean equals(int number, StoredColumn other, int row) {
        boolean isNull = isNull(number);
        if (isNull || other.isNull(row)) {
            return isNull && other.isNull(row);
        }
        return equalsValue(number, other, row);
    }

    abstract boolean equalsValue(int number, StoredColumn other, int row);

    /** The hash of a value, the same as {@link RowStore#hash} has for an equal one of a batch. */
    final long hash(int number) {
        return isNull(number) ? Hashing.ofNull() : hashOfValue(number);
    }

    abstract long hashOfValue(int number);

    /** Appends a value. */
    final void append(int number, ColumnBuilder builder) {
        if (isNull(number)) {
            builder.appendNull();
        } else {
            appendValue(number, builder);
        }
    }

    abstract void appendValue(int number, ColumnBuilder builder);

    /**
     * The values of the first {@code n} rows in {@code numbers} as a column, text by reference; NULL where a number is negative.
     *
     * @param padded whether some number is negative
     */
    final Column gather(int[] numbers, int n, boolean padded) {
        return gatherValues(numbers, n, hasNulls || padded ? nulls(numbers, n) : null);
    }

    abstract Column gatherValues(int[] numbers, int n, long @Nullable [] nulls);

    /** Whether some number is negative: all signs in one, so that there are no branches. */
    static boolean isNegative(int[] numbers, int n) {
        int signs = 0;
        for (int i = 0; i < n; i++) {
            signs |= numbers[i];
        }
        return signs < 0;
    }

    private long @Nullable [] nulls(int[] numbers, int n) {
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            if (numbers[i] < 0 || isNull(numbers[i])) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }
}
