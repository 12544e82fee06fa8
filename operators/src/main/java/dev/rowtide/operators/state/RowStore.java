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
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Whole rows, known by number. A row is a run of cells:
 *
 * <pre>
 *   extra words ... | null bits ... | a cell per column, two for a wide number
 * </pre>
 *
 * The cell of a byte string is its handle in an arena or, in a column whose strings come again and again, its code in a dictionary. The extra words are the owner's:
 * links, counters. Numbers of freed rows are used again.
 */
public final class RowStore {

    private static final long MICROS_PER_MILLI = 1_000;

    private final Storage[] storages;
    private final int extraWords;
    private final int nullCells;

    /** By column: its cell. */
    private final int[] cells;

    private final PackedRows rows;
    private int end;
    private int[] freed = new int[16];
    private int freedCount;

    private final boolean hasBytes;
    private final @Nullable TextDictionary[] dictionaries;
    private Arena arena = new Arena();

    /** An empty store of rows of the schema, with {@code extraWords} words per row that are the owner's. */
    public RowStore(Schema schema, int extraWords) {
        this(schema, extraWords, TextDictionary.ENTRIES_MIN);
    }

    /** @param dictionaryMin so many strings are kept in a dictionary, however seldom each is used */
    RowStore(Schema schema, int extraWords, int dictionaryMin) {
        this.extraWords = extraWords;
        storages = new Storage[schema.size()];
        cells = new int[storages.length];
        dictionaries = new @Nullable TextDictionary[storages.length];
        nullCells = Math.max(1, (storages.length + Integer.SIZE - 1) / Integer.SIZE);
        int cell = extraWords + nullCells;
        long[] units = new long[cell + 2 * storages.length];
        Arrays.fill(units, 1);
        for (int c = 0; c < storages.length; c++) {
            storages[c] = schema.type(c).storage();
            cells[c] = cell;
            units[cell] = unit(schema.type(c));
            cell += storages[c] == Storage.WIDE ? 2 : 1;
        }
        rows = new PackedRows(Arrays.copyOf(units, cell));
        for (int extra = 0; extra < extraWords + nullCells; extra++) {
            rows.setBaseZero(extra);
        }
        boolean bytes = false;
        for (int c = 0; c < storages.length; c++) {
            if (storages[c] == Storage.BYTES) {
                bytes = true;
                rows.setBaseZero(cells[c]);
                dictionaries[c] = new TextDictionary(dictionaryMin);
            }
        }
        hasBytes = bytes;
    }

    private static long unit(Type type) {
        if (type.storage() == Storage.DOUBLE) {
            return 0;
        }
        return type.kind().isTimestamp() && type.precision() <= 3 ? MICROS_PER_MILLI : 1;
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
        for (int c = 0; c < storages.length; c++) {
            fill(c, batch.column(c), rows, n, numbers);
        }
    }

    /** Replaces the values of a stored row; its number and extra words stay. */
    public void set(int number, ChangeBatch batch, int row) {
        releaseText(number);
        fill(number, batch, row);
    }

    /** Gives a row up. */
    public void free(int number) {
        releaseText(number);
        nullBits(number, -1);
        freed = freedCount == freed.length ? Arrays.copyOf(freed, freedCount * 2) : freed;
        freed[freedCount++] = number;
        if (hasBytes && arena.isWasteful()) {
            compact();
        }
    }

    /** Reads the first and the last word of a row, so that the cache misses of many rows overlap; the sum is of no meaning. */
    public long touch(int number) {
        return rows.touch(number);
    }

    /** An extra word of a row. */
    public long extra(int number, int index) {
        return rows.get(number, index);
    }

    /** Sets an extra word of a row. */
    public void setExtra(int number, int index, long value) {
        rows.put(number, index, value);
    }

    /** Whether a column of a stored row is NULL. */
    public boolean isNull(int number, int column) {
        return ((int) rows.get(number, extraWords + column / Integer.SIZE) >>> column & 1) != 0;
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
        long word = word(number, column);
        switch (storages[column]) {
            case LONG -> builder.appendLong(word);
            case DOUBLE -> builder.appendDouble(Double.longBitsToDouble(word));
            case BOOLEAN -> builder.appendBoolean(word != 0);
            case BYTES -> builder.appendBytes(arena.data(), Arena.start(word), Arena.length(word));
            case WIDE -> builder.appendWide(word, lowWord(number, column));
        }
    }

    /** The word of a column of a stored row, the upper one of a wide number, the handle of a byte string. */
    long word(int number, int column) {
        long word = rows.get(number, cells[column]);
        TextDictionary dictionary = dictionaries[column];
        return dictionary == null ? word : dictionary.handle((int) word);
    }

    /** The lower word of a wide number. */
    long lowWord(int number, int column) {
        return rows.get(number, cells[column] + 1);
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
        long[] nulls = nulls(column, numbers, n);
        long[] words = rows.gather(cells[column], numbers, n);
        return switch (storages[column]) {
            case LONG -> new LongColumn(words, nulls);
            case DOUBLE -> new DoubleColumn(doubles(words), nulls);
            case BOOLEAN -> new BooleanColumn(booleans(words), nulls);
            case BYTES -> bytes(column, words, nulls);
            case WIDE -> new WideColumn(words, rows.gather(cells[column] + 1, numbers, n), nulls);
        };
    }

    private long @Nullable [] nulls(int column, int[] numbers, int n) {
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            if (numbers[i] < 0 || isNull(numbers[i], column)) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }

    private static double[] doubles(long[] words) {
        double[] values = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            values[i] = Double.longBitsToDouble(words[i]);
        }
        return values;
    }

    private static boolean[] booleans(long[] words) {
        boolean[] values = new boolean[words.length];
        for (int i = 0; i < words.length; i++) {
            values[i] = words[i] != 0;
        }
        return values;
    }

    private Column bytes(int column, long[] words, long @Nullable [] nulls) {
        TextDictionary dictionary = dictionaries[column];
        int[] starts = new int[words.length];
        int[] lengths = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            if (!Nulls.get(nulls, i)) {
                long handle = dictionary == null ? words[i] : dictionary.handle((int) words[i]);
                starts[i] = Arena.start(handle);
                lengths[i] = Arena.length(handle);
            }
        }
        return new BytesColumn(arena.data(), starts, lengths, nulls);
    }

    /** The hash of a stored row's values in some columns, the same as {@link #hash(ChangeBatch, int, int[])} has for an equal row. */
    public long hash(int number, int[] columns) {
        long hash = 0;
        for (int c : columns) {
            long value = Hashing.ofNull();
            if (!isNull(number, c)) {
                long word = word(number, c);
                value = switch (storages[c]) {
                    case LONG, BOOLEAN -> Hashing.hash(word);
                    case DOUBLE -> Hashing.hash(KeyWords.of(Double.longBitsToDouble(word)));
                    case BYTES -> Hashing.hash(arena.data(), Arena.start(word), Arena.length(word));
                    case WIDE -> Hashing.hash(word, lowWord(number, c));
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
        for (int cell = 0; cell < extraWords + nullCells; cell++) {
            writer.writeLong(rows.get(number, cell));
        }
        for (int c = 0; c < storages.length; c++) {
            if (isNull(number, c)) {
                continue;
            }
            if (storages[c] == Storage.BYTES) {
                arena.write(word(number, c), writer);
            } else {
                writer.writeLong(word(number, c));
            }
            if (storages[c] == Storage.WIDE) {
                writer.writeLong(lowWord(number, c));
            }
        }
    }

    /** Adds the row that {@link #write} wrote; its number. */
    public int read(StateReader reader) {
        int number = allocate();
        for (int cell = 0; cell < extraWords + nullCells; cell++) {
            rows.put(number, cell, reader.readLong());
        }
        for (int c = 0; c < storages.length; c++) {
            if (isNull(number, c)) {
                continue;
            }
            if (storages[c] == Storage.BYTES) {
                byte[] text = new byte[Math.toIntExact(reader.readLong())];
                reader.readBytes(text, 0, text.length);
                putText(number, c, text, 0, text.length);
            } else {
                rows.put(number, cells[c], reader.readLong());
            }
            if (storages[c] == Storage.WIDE) {
                rows.put(number, cells[c] + 1, reader.readLong());
            }
        }
        return number;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        long bytes = rows.bytes() + arena.bytes();
        for (TextDictionary dictionary : dictionaries) {
            bytes += dictionary == null ? 0 : dictionary.bytes();
        }
        return bytes;
    }

    private int allocate() {
        if (freedCount > 0) {
            int number = freed[--freedCount];
            rows.clear(number);
            return number;
        }
        rows.ensure(end);
        return end++;
    }

    private void fill(int number, ChangeBatch batch, int row) {
        nullBits(number, 0);
        for (int c = 0; c < storages.length; c++) {
            put(number, c, batch.column(c), row);
        }
    }

    private void fill(int c, Column column, int[] from, int n, int[] numbers) {
        if (storages[c] == Storage.LONG && column.nulls() == null) {
            long[] values = ((LongColumn) column).values();
            for (int i = 0; i < n; i++) {
                rows.put(numbers[i], cells[c], values[from[i]]);
            }
            return;
        }
        for (int i = 0; i < n; i++) {
            put(numbers[i], c, column, from[i]);
        }
    }

    private void put(int number, int c, Column column, int row) {
        if (column.isNull(row)) {
            int cell = extraWords + c / Integer.SIZE;
            rows.put(number, cell, (int) rows.get(number, cell) | 1 << c);
            return;
        }
        switch (storages[c]) {
            case LONG, BOOLEAN -> rows.put(number, cells[c], KeyWords.of(column, row));
            case DOUBLE ->
                rows.put(number, cells[c], Double.doubleToRawLongBits(((DoubleColumn) column).values()[row]));
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                putText(number, c, bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                rows.put(number, cells[c], wide.high()[row]);
                rows.put(number, cells[c] + 1, wide.low()[row]);
            }
        }
    }

    private void putText(int number, int c, byte[] data, int start, int length) {
        TextDictionary dictionary = dictionaries[c];
        if (dictionary != null) {
            if (dictionary.isWorthwhile(length, size())) {
                rows.put(number, cells[c], dictionary.add(arena, data, start, length));
                return;
            }
            dissolve(c, dictionary);
        }
        rows.put(number, cells[c], arena.add(data, start, length));
    }

    /** Gives each row a string of its own. A row that has none yet has code 0. */
    private void dissolve(int c, TextDictionary dictionary) {
        rows.widen(cells[c]);
        for (int number = 0; number < end; number++) {
            int code = isNull(number, c) ? 0 : (int) rows.get(number, cells[c]);
            if (code != 0) {
                rows.put(number, cells[c], dictionary.giveAway(arena, code));
            }
        }
        dictionaries[c] = null;
    }

    private boolean equals(int number, int c, Column column, int row) {
        boolean isNull = isNull(number, c);
        if (isNull || column.isNull(row)) {
            return isNull && column.isNull(row);
        }
        long word = word(number, c);
        return switch (storages[c]) {
            case LONG, BOOLEAN -> word == KeyWords.of(column, row);
            case DOUBLE -> KeyWords.of(Double.longBitsToDouble(word)) == KeyWords.of(column, row);
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                yield arena.equals(word, bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                yield word == wide.high()[row] && lowWord(number, c) == wide.low()[row];
            }
        };
    }

    private boolean equals(int a, int b, int c) {
        if (isNull(a, c) || isNull(b, c)) {
            return isNull(a, c) && isNull(b, c);
        }
        long wordA = word(a, c);
        long wordB = word(b, c);
        return switch (storages[c]) {
            case LONG, BOOLEAN -> wordA == wordB;
            case DOUBLE ->
                KeyWords.of(Double.longBitsToDouble(wordA)) == KeyWords.of(Double.longBitsToDouble(wordB));
            case BYTES -> wordA == wordB || arena.compare(wordA, wordB) == 0;
            case WIDE -> wordA == wordB && lowWord(a, c) == lowWord(b, c);
        };
    }

    private void nullBits(int number, int bits) {
        for (int cell = extraWords; cell < extraWords + nullCells; cell++) {
            rows.put(number, cell, bits);
        }
    }

    private void releaseText(int number) {
        for (int c = 0; hasBytes && c < storages.length; c++) {
            if (storages[c] == Storage.BYTES && !isNull(number, c)) {
                TextDictionary dictionary = dictionaries[c];
                if (dictionary == null) {
                    arena.release(word(number, c));
                } else {
                    dictionary.release(arena, (int) rows.get(number, cells[c]));
                }
                rows.put(number, cells[c], 0);
            }
        }
    }

    /** Moves the text of all rows to a fresh arena. Freed rows have all null bits set, so that they have none. */
    private void compact() {
        Arena compact = new Arena();
        for (int c = 0; c < storages.length; c++) {
            TextDictionary dictionary = dictionaries[c];
            if (dictionary != null) {
                dictionary.move(arena, compact);
                continue;
            }
            for (int number = 0; storages[c] == Storage.BYTES && number < end; number++) {
                if (!isNull(number, c)) {
                    rows.put(number, cells[c], compact.addFrom(arena, word(number, c)));
                }
            }
        }
        arena = compact;
    }
}
