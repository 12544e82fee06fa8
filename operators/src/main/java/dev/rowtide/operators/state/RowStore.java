// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;

/**
 * Whole rows, known by number. A row is a fixed run of {@code long} in one array:
 *
 * <pre>
 *   extra words ... | null bits ... | a word per column, two for a wide number
 * </pre>
 *
 * A byte string's word is its handle in an arena. The extra words are the owner's: links, counters. Numbers of freed rows are used again.
 */
public final class RowStore {

    private static final int TOUCH_BYTES = 512 * 1024;

    private final Storage[] storages;
    private final int[] offsets;
    private final int extraWords;
    private final int width;
    private final boolean[] isBytes;
    private final boolean hasBytes;

    /** By column, whether some row ever had NULL in it: where none had, nobody looks at its null bits. */
    private final boolean[] hasNulls;

    private long[] words = {};
    private int end;
    private int[] freed = new int[16];
    private int freedCount;
    private Arena arena = new Arena();

    /** An empty store of rows of the schema, with {@code extraWords} words per row that are the owner's. */
    public RowStore(Schema schema, int extraWords) {
        this.extraWords = extraWords;
        storages = new Storage[schema.size()];
        offsets = new int[storages.length];
        isBytes = new boolean[storages.length];
        hasNulls = new boolean[storages.length];
        int offset = extraWords + Math.max(1, (storages.length + 63) >>> 6);
        boolean bytes = false;
        for (int c = 0; c < storages.length; c++) {
            storages[c] = schema.type(c).storage();
            offsets[c] = offset;
            offset += storages[c] == Storage.WIDE ? 2 : 1;
            isBytes[c] = storages[c] == Storage.BYTES;
            bytes |= isBytes[c];
        }
        width = offset;
        hasBytes = bytes;
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
        for (int c = 0; c < storages.length; c++) {
            fill(c, batch.column(c), rows, n, numbers);
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
     * @param numbers the rows to replace; a negative number is one of a new row then
     */
    public void put(ChangeBatch batch, int[] rows, int n, int[] numbers) {
        for (int i = 0; i < n; i++) {
            if (numbers[i] < 0) {
                numbers[i] = allocate();
            } else {
                releaseText(numbers[i]);
                nullBits(numbers[i], 0);
            }
        }
        for (int c = 0; c < storages.length; c++) {
            fill(c, batch.column(c), rows, n, numbers);
        }
        compactIfWasteful();
    }

    /** A row of NULLs; its number. */
    public int addNulls() {
        int number = allocate();
        nullBits(number, -1);
        Arrays.fill(hasNulls, true);
        return number;
    }

    /** A copy of a stored row, without its extra words; its number. */
    public int copy(int number) {
        int copy = addNulls();
        for (int c = 0; c < storages.length; c++) {
            set(copy, c, this, number, c);
        }
        return copy;
    }

    /** Sets a column that is NULL to the value of a column of the same storage of another row. */
    public void set(int number, int column, RowStore other, int row, int otherColumn) {
        if (other.isNull(row, otherColumn)) {
            return;
        }
        long word = other.word(row, otherColumn);
        if (isBytes[column]) {
            setWord(number, column, arena.addFrom(other.arena, word));
        } else {
            setWord(number, column, word);
            if (storages[column] == Storage.WIDE) {
                words[number * width + offsets[column] + 1] = other.lowWord(row, otherColumn);
            }
        }
    }

    /** Sets a column to a number, in two words if it is wide. */
    public void set(int number, int column, long word, long low) {
        setWord(number, column, word);
        if (storages[column] == Storage.WIDE) {
            words[number * width + offsets[column] + 1] = low;
        }
    }

    private void setWord(int number, int column, long word) {
        words[number * width + extraWords + (column >>> 6)] &= ~(1L << column);
        words[number * width + offsets[column]] = word;
    }

    /** Sets a column that is NULL to the byte string that a handle refers to in {@code data}. */
    public void set(int number, int column, byte[] data, long handle) {
        setWord(number, column, arena.add(data, Arena.start(handle), Arena.length(handle)));
    }

    /** Whether a column that is not NULL holds the byte string that a handle refers to in {@code data}. */
    public boolean hasBytes(int number, int column, byte[] data, long handle) {
        return arena.equals(word(number, column), data, Arena.start(handle), Arena.length(handle));
    }

    /** Sets a column to NULL. */
    public void setNull(int number, int column) {
        int at = number * width + offsets[column];
        if (isBytes[column] && !isNull(number, column)) {
            arena.release(words[at]);
        }
        noteNull(number, column);
        words[at] = 0;
    }

    private void noteNull(int number, int column) {
        words[number * width + extraWords + (column >>> 6)] |= 1L << column;
        hasNulls[column] = true;
    }

    /** Gives a row up. */
    public void free(int number) {
        releaseText(number);
        nullBits(number, -1);
        freed = freedCount == freed.length ? Arrays.copyOf(freed, freedCount * 2) : freed;
        freed[freedCount++] = number;
        compactIfWasteful();
    }

    private void compactIfWasteful() {
        if (hasBytes && arena.isWasteful()) {
            compact();
        }
    }

    /** Whether the rows do not fit into the second-level cache, so that it pays off to {@link #touch} those of a batch. */
    public boolean isTouchWorthwhile() {
        return bytes() > TOUCH_BYTES;
    }

    /** Reads the first and the last word of a row, so that the cache misses of many rows overlap; the sum is of no meaning. */
    public long touch(int number) {
        return words[number * width] + words[(number + 1) * width - 1];
    }

    /** An extra word of a row. */
    public long extra(int number, int index) {
        return words[number * width + index];
    }

    /** Sets an extra word of a row. */
    public void setExtra(int number, int index, long value) {
        words[number * width + index] = value;
    }

    /** Whether a column of a stored row is NULL. */
    public boolean isNull(int number, int column) {
        return hasNulls[column] && hasNullBit(number, column);
    }

    private boolean hasNullBit(int number, int column) {
        return (words[number * width + extraWords + (column >>> 6)] >>> column & 1) != 0;
    }

    /** Whether a stored row equals a row of a batch in all columns, NULL being equal to NULL, 0.0 to -0.0, NaN to NaN. */
    public boolean equals(int number, ChangeBatch batch, int row) {
        for (int c = 0; c < storages.length; c++) {
            if (!equals(number, c, batch.column(c), row)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a stored row equals a row of a batch in the given columns, as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int number, ChangeBatch batch, int row, int[] columns) {
        for (int c : columns) {
            if (!equals(number, c, batch.column(c), row)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two stored rows are equal, as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int a, int b) {
        for (int c = 0; c < storages.length; c++) {
            if (!equals(a, b, c)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two stored rows are equal in the given columns. */
    public boolean equals(int a, int b, int[] columns) {
        for (int c : columns) {
            if (!equals(a, b, c)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a column that is not NULL holds the number that {@link #set(int, int, long, long)} would put there. */
    public boolean hasNumber(int number, int column, long word, long low) {
        return word(number, column) == word && (storages[column] != Storage.WIDE || lowWord(number, column) == low);
    }

    /** Whether two columns of stored rows, of the same storage, are equal as {@link #equals(int, ChangeBatch, int)} says. */
    public boolean equals(int number, int column, RowStore other, int row, int otherColumn) {
        if (isNull(number, column) || other.isNull(row, otherColumn)) {
            return isNull(number, column) && other.isNull(row, otherColumn);
        }
        long a = word(number, column);
        long b = other.word(row, otherColumn);
        return switch (storages[column]) {
            case LONG, BOOLEAN -> a == b;
            case DOUBLE -> KeyWords.of(Double.longBitsToDouble(a)) == KeyWords.of(Double.longBitsToDouble(b));
            case BYTES -> arena.equals(a, other.arena.data(), Arena.start(b), Arena.length(b));
            case WIDE -> a == b && lowWord(number, column) == other.lowWord(row, otherColumn);
        };
    }

    /** Appends all columns of a stored row to a builder of the same schema; the row is not ended. */
    public void append(int number, BatchBuilder builder) {
        for (int c = 0; c < storages.length; c++) {
            append(number, c, builder.column(c));
        }
    }

    /** Appends one column of a stored row. */
    public void append(int number, int column, ColumnBuilder builder) {
        if (isNull(number, column)) {
            builder.appendNull();
            return;
        }
        int at = number * width + offsets[column];
        switch (storages[column]) {
            case LONG -> builder.appendLong(words[at]);
            case DOUBLE -> builder.appendDouble(Double.longBitsToDouble(words[at]));
            case BOOLEAN -> builder.appendBoolean(words[at] != 0);
            case BYTES -> builder.appendBytes(arena.data(), Arena.start(words[at]), Arena.length(words[at]));
            case WIDE -> builder.appendWide(words[at], words[at + 1]);
        }
    }

    /** The word of a column of a stored row, the upper one of a wide number, the handle of a byte string. */
    public long word(int number, int column) {
        return words[number * width + offsets[column]];
    }

    /** The lower word of a wide number. */
    public long lowWord(int number, int column) {
        return words[number * width + offsets[column] + 1];
    }

    /** What the byte strings lie in, until a row is freed. */
    Arena arena() {
        return arena;
    }

    /**
     * A column of many stored rows, text by reference.
     *
     * @param numbers the rows' numbers, of which the first {@code n} count; NULL stands where one is negative
     */
    public Column column(int column, int[] numbers, int n) {
        StoredColumn stored =
                new StoredColumn(words, width, extraWords + (column >>> 6), column & 63, offsets[column], arena);
        return stored.gather(storages[column], hasNulls[column], numbers, n);
    }

    /** The hash of a stored row's values in some columns, the same as {@link #hash(ChangeBatch, int, int[])} has for an equal row. */
    public long hash(int number, int[] columns) {
        long hash = 0;
        for (int c : columns) {
            long value = Hashing.ofNull();
            int at = number * width + offsets[c];
            if (!isNull(number, c)) {
                value = switch (storages[c]) {
                    case LONG, BOOLEAN -> Hashing.hash(words[at]);
                    case DOUBLE -> Hashing.hash(KeyWords.of(Double.longBitsToDouble(words[at])));
                    case BYTES -> Hashing.hash(arena.data(), Arena.start(words[at]), Arena.length(words[at]));
                    case WIDE -> Hashing.hash(words[at], words[at + 1]);
                };
            }
            hash = Hashing.hash(hash, value);
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

    /** Writes a row with its extra words. */
    public void write(int number, StateWriter writer) {
        int at = number * width;
        writer.writeLongs(words, at, width);
        for (int c = 0; hasBytes && c < storages.length; c++) {
            if (isBytes[c]) {
                arena.write(words[at + offsets[c]], writer);
            }
        }
    }

    /** Adds the row that {@link #write} wrote; its number. */
    public int read(StateReader reader) {
        int number = allocate();
        int at = number * width;
        reader.readLongs(words, at, width);
        for (int c = 0; c < storages.length; c++) {
            hasNulls[c] |= hasNullBit(number, c);
            if (isBytes[c]) {
                words[at + offsets[c]] = arena.read(reader);
            }
        }
        return number;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) words.length * Long.BYTES + arena.bytes();
    }

    private int allocate() {
        if (freedCount > 0) {
            int number = freed[--freedCount];
            Arrays.fill(words, number * width, (number + 1) * width, 0);
            return number;
        }
        int number = end++;
        long needed = (long) end * width;
        if (needed > words.length) {
            words = Arrays.copyOf(words, Capacity.grown(words.length, needed, "a store of rows"));
        }
        return number;
    }

    private void fill(int number, ChangeBatch batch, int row) {
        nullBits(number, 0);
        int first = number * width;
        for (int c = 0; c < storages.length; c++) {
            Column column = batch.column(c);
            int at = first + offsets[c];
            if (column.isNull(row)) {
                noteNull(number, c);
                words[at] = 0;
                continue;
            }
            switch (storages[c]) {
                case LONG, BOOLEAN -> words[at] = KeyWords.of(column, row);
                case DOUBLE -> words[at] = Double.doubleToRawLongBits(((DoubleColumn) column).values()[row]);
                case BYTES -> {
                    BytesColumn bytes = (BytesColumn) column;
                    words[at] = arena.add(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
                }
                case WIDE -> {
                    WideColumn wide = (WideColumn) column;
                    words[at] = wide.high()[row];
                    words[at + 1] = wide.low()[row];
                }
            }
        }
    }

    private void fill(int c, Column column, int[] rows, int n, int[] numbers) {
        int offset = offsets[c];
        switch (storages[c]) {
            case LONG -> {
                long[] values = ((LongColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[numbers[i] * width + offset] = values[rows[i]];
                }
            }
            case DOUBLE -> {
                double[] values = ((DoubleColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[numbers[i] * width + offset] = Double.doubleToRawLongBits(values[rows[i]]);
                }
            }
            case BOOLEAN -> {
                boolean[] values = ((BooleanColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[numbers[i] * width + offset] = values[rows[i]] ? 1 : 0;
                }
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                for (int i = 0; i < n; i++) {
                    int row = rows[i];
                    if (!bytes.isNull(row)) {
                        words[numbers[i] * width + offset] =
                                arena.add(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
                    }
                }
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                for (int i = 0; i < n; i++) {
                    words[numbers[i] * width + offset] = wide.high()[rows[i]];
                    words[numbers[i] * width + offset + 1] = wide.low()[rows[i]];
                }
            }
        }
        for (int i = 0; column.nulls() != null && i < n; i++) {
            if (column.isNull(rows[i])) {
                noteNull(numbers[i], c);
                words[numbers[i] * width + offset] = 0;
            }
        }
    }

    private boolean equals(int number, int c, Column column, int row) {
        boolean isNull = isNull(number, c);
        if (isNull || column.isNull(row)) {
            return isNull && column.isNull(row);
        }
        int at = number * width + offsets[c];
        return switch (storages[c]) {
            case LONG, BOOLEAN -> words[at] == KeyWords.of(column, row);
            case DOUBLE -> KeyWords.of(Double.longBitsToDouble(words[at])) == KeyWords.of(column, row);
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                yield arena.equals(words[at], bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                yield words[at] == wide.high()[row] && words[at + 1] == wide.low()[row];
            }
        };
    }

    private boolean equals(int a, int b, int c) {
        if (isNull(a, c) || isNull(b, c)) {
            return isNull(a, c) && isNull(b, c);
        }
        int atA = a * width + offsets[c];
        int atB = b * width + offsets[c];
        return switch (storages[c]) {
            case LONG, BOOLEAN -> words[atA] == words[atB];
            case DOUBLE ->
                KeyWords.of(Double.longBitsToDouble(words[atA])) == KeyWords.of(Double.longBitsToDouble(words[atB]));
            case BYTES -> arena.compare(words[atA], words[atB]) == 0;
            case WIDE -> words[atA] == words[atB] && words[atA + 1] == words[atB + 1];
        };
    }

    private void nullBits(int number, long bits) {
        int first = number * width;
        Arrays.fill(words, first + extraWords, first + offsetOfColumns(), bits);
    }

    private int offsetOfColumns() {
        return storages.length == 0 ? width : offsets[0];
    }

    private void releaseText(int number) {
        for (int c = 0; hasBytes && c < storages.length; c++) {
            if (isBytes[c] && !isNull(number, c)) {
                arena.release(words[number * width + offsets[c]]);
            }
        }
    }

    /** Moves the text of all rows to a fresh arena. Freed rows have all null bits set, so that they have none. */
    private void compact() {
        Arena compact = new Arena();
        for (int number = 0; number < end; number++) {
            for (int c = 0; c < storages.length; c++) {
                if (isBytes[c] && !hasNullBit(number, c)) {
                    int at = number * width + offsets[c];
                    words[at] = compact.addFrom(arena, words[at]);
                }
            }
        }
        arena = compact;
    }
}
