// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.DoubleColumn;
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

    private final Storage[] storages;
    private final int[] offsets;
    private final int extraWords;
    private final int width;
    private final boolean[] isBytes;
    private final boolean hasBytes;

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
        for (int c = 0; hasBytes && c < storages.length; c++) {
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
                words[first + extraWords + (c >>> 6)] |= 1L << c;
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
                if (isBytes[c] && !isNull(number, c)) {
                    int at = number * width + offsets[c];
                    words[at] = compact.addFrom(arena, words[at]);
                }
            }
        }
        arena = compact;
    }
}
