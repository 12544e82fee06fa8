// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Whole rows, known by number: a value per column, and <em>extra words</em>, which are the owner's: links, counters. Numbers of freed rows are used again.
 *
 * <p>A row is
 *
 * <pre>
 *   extra words ... | a cell per column, two for a wide number and for a byte string: address and length | null bits, eight to a cell
 * </pre>
 *
 * in {@link PackedRows}; the bytes are {@link StoredText}.
 */
public final class RowStore {

    private static final int TOUCH_BYTES = 512 * 1024;

    private final int extraWords;
    private final PackedRows packed;
    private final StoredText text = new StoredText();
    private final StoredColumn[] columns;
    private final StoredTexts[] texts;

    private int end;
    private int[] freed = new int[16];
    private int freedCount;

    /** An empty store of rows of the schema, with {@code extraWords} words per row that are the owner's. */
    public RowStore(Schema schema, int extraWords) {
        this.extraWords = extraWords;
        Storage[] storages = new Storage[schema.size()];
        int nullCells = extraWords;
        for (int c = 0; c < storages.length; c++) {
            storages[c] = schema.type(c).storage();
            nullCells += StoredColumn.cells(storages[c]);
        }
        int cells = nullCells + StoredColumn.nullCells(storages.length);
        packed = new PackedRows(cells);
        for (int i = 0; i < extraWords; i++) {
            packed.countFromZero(i);
        }
        for (int i = nullCells; i < cells; i++) {
            packed.countFromZero(i);
        }
        columns = new StoredColumn[storages.length];
        int cell = extraWords;
        for (int c = 0; c < storages.length; c++) {
            columns[c] = storages[c] == Storage.BYTES
                    ? new StoredTexts(packed, text, cell, nullCells, c)
                    : new StoredNumbers(packed, storages[c], cell, nullCells, c);
            cell += StoredColumn.cells(storages[c]);
        }
        texts = Arrays.stream(columns).filter(StoredTexts.class::isInstance).toArray(StoredTexts[]::new);
    }

    /**
     * Rows are neither given up nor replaced from now on: what keeps rows made of {@linkplain #columns columns} of this store may refer to their texts in place of copying
     * them.
     */
    public void lendTexts() {
        text.lend();
    }

    /** The rows in the store. */
    public int size() {
        return end - freedCount;
    }

    /** Copies a row in; its number. Its extra words are 0. */
    public int add(ChangeBatch batch, int row) {
        int number = allocate();
        fill(number, batch, row);
        return number;
    }

    /**
     * Copies many rows in, column by column. Their extra words are 0.
     *
     * @param rows the physical rows to take, of which the first {@code n} count
     * @param numbers receives the rows' numbers
     */
    public void add(ChangeBatch batch, int[] rows, int n, int[] numbers) {
        for (int i = 0; i < n; i++) {
            numbers[i] = allocate();
        }
        fill(batch, rows, n, numbers);
    }

    /** The number of a row that {@link #fill} will bring. Its extra words are 0. */
    public int reserve() {
        return allocate();
    }

    /**
     * Copies many rows in, column by column, under numbers that were {@linkplain #reserve reserved}.
     *
     * @param rows the physical rows to take, of which the first {@code n} count
     */
    public void fill(ChangeBatch batch, int[] rows, int n, int[] numbers) {
        ChangeBatch from = batch;
        int[] of = rows;
        if (batch.isDeferred() && n < batch.rows()) {
            from = batch.take(rows, n);
            of = new int[n];
            Arrays.setAll(of, i -> i);
        }
        long[] words = new long[n];
        for (int c = 0; c < columns.length; c++) {
            columns[c].fill(from.column(c), of, n, numbers, words);
        }
    }

    /** Replaces the values of a stored row; its number and extra words stay. */
    public void set(int number, ChangeBatch batch, int row) {
        releaseText(number);
        fill(number, batch, row);
        compactIfWasteful();
    }

    /**
     * Puts many rows in the place of stored ones, column by column; their extra words stay.
     *
     * @param rows the physical rows to take, of which the first {@code n} count
     * @param numbers the rows to replace, none twice; a negative number is one of a new row then
     */
    public void put(ChangeBatch batch, int[] rows, int n, int[] numbers) {
        for (int i = 0; i < n; i++) {
            if (numbers[i] < 0) {
                numbers[i] = allocate();
            } else {
                releaseText(numbers[i]);
            }
        }
        fill(batch, rows, n, numbers);
        compactIfWasteful();
    }

    /** A row of NULLs; its number. */
    public int addNulls() {
        int number = allocate();
        for (StoredColumn column : columns) {
            column.setNull(number);
        }
        return number;
    }

    /** A copy of a stored row, without its extra words; its number. */
    public int copy(int number) {
        int copy = allocate();
        for (StoredColumn column : columns) {
            if (column.isNull(number)) {
                column.setNull(copy);
            } else {
                column.set(copy, column, number);
            }
        }
        return copy;
    }

    /** Sets a column that is NULL to the value of a column of the same storage of another row. */
    public void set(int number, int column, RowStore other, int row, int otherColumn) {
        if (!other.isNull(row, otherColumn)) {
            columns[column].set(number, other.columns[otherColumn], row);
        }
    }

    /** Sets a column to a number, in two words if it is wide. */
    public void set(int number, int column, long word, long low) {
        ((StoredNumbers) columns[column]).set(number, word, low);
    }

    /** Sets a column that is NULL to the byte string that a handle refers to in {@code data}. */
    public void set(int number, int column, byte[] data, long handle) {
        text(column).set(number, data, Arena.start(handle), Arena.length(handle));
    }

    /** Whether a column that is not NULL holds the byte string that a handle refers to in {@code data}. */
    public boolean hasBytes(int number, int column, byte[] data, long handle) {
        return text(column).equals(number, data, Arena.start(handle), Arena.length(handle));
    }

    /** A column of byte strings. */
    StoredTexts text(int column) {
        return (StoredTexts) columns[column];
    }

    /** Sets a column to NULL. */
    public void setNull(int number, int column) {
        columns[column].release(number);
        columns[column].setNull(number);
    }

    /** Gives a row up. */
    public void free(int number) {
        releaseText(number);
        freed = freedCount == freed.length ? Arrays.copyOf(freed, freedCount * 2) : freed;
        freed[freedCount++] = number;
        compactIfWasteful();
    }

    private void releaseText(int number) {
        for (StoredTexts column : texts) {
            column.release(number);
        }
    }

    private void compactIfWasteful() {
        if (!text.isWasteful()) {
            return;
        }
        BitSet isFreed = new BitSet(end);
        for (int i = 0; i < freedCount; i++) {
            isFreed.set(freed[i]);
        }
        text.close();
        for (int number = isFreed.nextClearBit(0); number < end; number = isFreed.nextClearBit(number + 1)) {
            for (StoredTexts column : texts) {
                column.moveIfSparse(number);
            }
        }
    }

    /** Whether the rows do not fit into the second-level cache, so that it pays off to {@link #touch} those of a batch. */
    public boolean isTouchWorthwhile() {
        return bytes() > TOUCH_BYTES;
    }

    /** Reads a row from one end to the other, so that the cache misses of many rows overlap; the sum is of no meaning. */
    public long touch(int number) {
        return packed.touch(number);
    }

    /** An extra word of a row. */
    public long extra(int number, int index) {
        return packed.get(number, index);
    }

    /** Sets an extra word of a row. */
    public void setExtra(int number, int index, long value) {
        packed.put(number, index, value);
    }

    /** Whether a column of a stored row is NULL. */
    public boolean isNull(int number, int column) {
        return columns[column].isNull(number);
    }

    /** Whether a stored row equals a row of a batch in all columns, NULL being equal to NULL, 0.0 to -0.0, NaN to NaN. */
    public boolean equals(int number, ChangeBatch batch, int row) {
        for (int c = 0; c < columns.length; c++) {
            if (!columns[c].equals(number, batch.column(c), row)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a stored row equals a row of a batch in the given columns, as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int number, ChangeBatch batch, int row, int[] columns) {
        for (int c : columns) {
            if (!this.columns[c].equals(number, batch.column(c), row)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two stored rows are equal, as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int a, int b) {
        for (StoredColumn column : columns) {
            if (!column.equals(a, column, b)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two stored rows are equal in the given columns. */
    public boolean equals(int a, int b, int[] columns) {
        for (int c : columns) {
            if (!this.columns[c].equals(a, this.columns[c], b)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two columns of stored rows, of the same storage, are equal as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int number, int column, RowStore other, int row, int otherColumn) {
        return columns[column].equals(number, other.columns[otherColumn], row);
    }

    /** Whether a column that is not NULL holds the number that {@link #set(int, int, long, long)} would put there. */
    public boolean hasNumber(int number, int column, long word, long low) {
        return word(number, column) == word
                && (columns[column].storage != Storage.WIDE || lowWord(number, column) == low);
    }

    /** Appends all columns of a stored row to a builder of the same schema; the row is not ended. */
    public void append(int number, BatchBuilder builder) {
        for (int c = 0; c < columns.length; c++) {
            columns[c].append(number, builder.column(c));
        }
    }

    /** Appends one column of a stored row. */
    public void append(int number, int column, ColumnBuilder builder) {
        columns[column].append(number, builder);
    }

    /** The word of a column of a stored row that is no byte string, the upper one of a wide number; 0 of NULL. */
    public long word(int number, int column) {
        return columns[column].word(number);
    }

    /** The lower word of a wide number; 0 of NULL. */
    public long lowWord(int number, int column) {
        return columns[column].lowWord(number);
    }

    /**
     * A column of many stored rows, text by reference.
     *
     * @param numbers the rows' numbers, of which the first {@code n} count; NULL stands where one is negative
     */
    public Column column(int column, int[] numbers, int n) {
        return columns[column].gather(numbers, n, StoredColumn.isNegative(numbers, n));
    }

    /**
     * All columns of many stored rows, text by reference.
     *
     * @param numbers the rows' numbers, of which the first {@code n} count; NULLs stand where one is negative
     * @param columns receives the columns, the first at {@code at}
     */
    public void columns(int[] numbers, int n, Column[] columns, int at) {
        boolean padded = StoredColumn.isNegative(numbers, n);
        for (int c = 0; c < this.columns.length; c++) {
            columns[at + c] = this.columns[c].gather(numbers, n, padded);
        }
    }

    /** The hash of a stored row's values in some columns, the same as {@link #hash(ChangeBatch, int, int[])} has for an equal row. */
    public long hash(int number, int[] columns) {
        long hash = 0;
        for (int c : columns) {
            hash = Hashing.hash(hash, this.columns[c].hash(number));
        }
        return hash;
    }

    /** The hash of a physical row's values in some columns. */
    public static long hash(ChangeBatch batch, int row, int[] columns) {
        long hash = 0;
        for (int c : columns) {
            Column column = batch.column(c);
            long value = Hashing.ofNull();
            if (!column.isNull(row)) {
                value = switch (column.storage()) {
                    case LONG, DOUBLE, BOOLEAN -> Hashing.hash(KeyWords.of(column, row));
                    case BYTES -> {
                        BytesColumn bytes = (BytesColumn) column;
                        yield Hashing.hash(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
                    }
                    case WIDE -> {
                        WideColumn wide = (WideColumn) column;
                        yield Hashing.hash(wide.high()[row], wide.low()[row]);
                    }
                };
            }
            hash = Hashing.hash(hash, value);
        }
        return hash;
    }

    /** Writes a row: extra words, null bits, a word or two per column, 0 for NULL and for text, and then the texts. */
    public void write(int number, StateWriter writer) {
        for (int i = 0; i < extraWords; i++) {
            writer.writeLong(extra(number, i));
        }
        long[] nulls = nullWords();
        for (int c = 0; c < columns.length; c++) {
            if (isNull(number, c)) {
                Nulls.set(nulls, c);
            }
        }
        writer.writeLongs(nulls, 0, nulls.length);
        for (StoredColumn column : columns) {
            writer.writeLong(column.storage == Storage.BYTES ? 0 : column.word(number));
            if (column.storage == Storage.WIDE) {
                writer.writeLong(column.lowWord(number));
            }
        }
        for (StoredTexts column : texts) {
            column.write(number, writer);
        }
    }

    private long[] nullWords() {
        return Nulls.allocate(Math.max(1, columns.length));
    }

    /** Adds the row that {@link #write} wrote; its number. */
    public int read(StateReader reader) {
        int number = allocate();
        for (int i = 0; i < extraWords; i++) {
            setExtra(number, i, reader.readLong());
        }
        long[] nulls = nullWords();
        reader.readLongs(nulls, 0, nulls.length);
        for (int c = 0; c < columns.length; c++) {
            long word = reader.readLong();
            long low = columns[c].storage == Storage.WIDE ? reader.readLong() : 0;
            if (Nulls.get(nulls, c)) {
                columns[c].setNull(number);
            } else if (columns[c].storage != Storage.BYTES) {
                set(number, c, word, low);
            }
        }
        for (StoredTexts column : texts) {
            column.read(number, reader);
        }
        return number;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        long bytes = packed.bytes() + text.bytes() + (long) freed.length * Integer.BYTES;
        for (StoredTexts column : texts) {
            bytes += column.bytes();
        }
        return bytes;
    }

    private int allocate() {
        if (freedCount > 0) {
            int number = freed[--freedCount];
            packed.clear(number);
            return number;
        }
        packed.ensure(end);
        return end++;
    }

    private void fill(int number, ChangeBatch batch, int row) {
        for (int c = 0; c < columns.length; c++) {
            columns[c].set(number, batch.column(c), row);
        }
    }
}
