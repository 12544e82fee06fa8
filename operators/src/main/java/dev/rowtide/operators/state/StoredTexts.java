// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stored column of byte strings: their addresses in {@link StoredText} and their lengths. Those that come again and again are kept once. */
final class StoredTexts extends StoredColumn {

    private final StoredText text;
    private final RepeatedText repeated;

    /** The latest array of others that is not lasting. */
    private byte @Nullable [] refused;

    StoredTexts(PackedRows packed, StoredText text, int cell, int nullCells, int column) {
        super(packed, Storage.BYTES, cell, nullCells, column);
        this.text = text;
        repeated = new RepeatedText(text);
        packed.countFromZero(cell);
        packed.countFromZero(cell + 1);
    }

    private long address(int number) {
        return packed.get(number, cell);
    }

    /** The array that a text lies in. */
    byte[] data(int number) {
        return text.data(address(number));
    }

    /** Where a text starts in its array. */
    int start(int number) {
        return StoredText.start(address(number));
    }

    /** The length of a text, bytes. */
    int length(int number) {
        return (int) packed.get(number, cell + 1);
    }

    @Override
    void release(int number) {
        if (!isNull(number)) {
            text.release(address(number), length(number));
        }
    }

    /** Moves a text if those around it have mostly been given up. */
    void moveIfSparse(int number) {
        if (!isNull(number) && text.isSparse(address(number))) {
            packed.put(number, cell, text.move(address(number), length(number)));
        }
    }

    /** Sets a row that has no text to one. */
    void set(int number, byte[] data, int start, int length) {
        setNotNull(number);
        put(number, data, start, length);
    }

    private void put(int number, byte[] data, int start, int length) {
        long address = repeated.isWorthwhile(1) ? repeated.find(data, start, length) : RepeatedText.NOT_FOUND;
        packed.put(number, cell, address == RepeatedText.NOT_FOUND ? text.add(data, start, length) : address);
        packed.put(number, cell + 1, length);
    }

    @Override
    void set(int number, StoredColumn other, int row) {
        StoredTexts texts = (StoredTexts) other;
        set(number, texts.data(row), texts.start(row), texts.length(row));
    }

    @Override
    void setValue(int number, Column column, int row) {
        BytesColumn bytes = (BytesColumn) column;
        long address = borrow(bytes, row);
        if (address == StoredText.NO_ROOM) {
            put(number, bytes.array(row), bytes.startInArray(row), bytes.lengths()[row]);
        } else {
            packed.put(number, cell, address);
            packed.put(number, cell + 1, bytes.lengths()[row]);
        }
    }

    /** The address of a text that need not be copied; {@link StoredText#NO_ROOM} of others. */
    private long borrow(BytesColumn column, int row) {
        BytesColumn.LastingArrays lasting = column.lasting();
        if (lasting == null || column.lengths()[row] == 0) {
            return StoredText.NO_ROOM;
        }
        byte[] array = column.array(row);
        if (array == refused) {
            return StoredText.NO_ROOM;
        }
        long address = text.borrow(lasting, array, column.startInArray(row));
        refused = address == StoredText.NO_ROOM ? array : refused;
        return address;
    }

    @Override
    void fillValues(Column column, int[] rows, int n, int[] numbers, long[] words) {
        BytesColumn bytes = (BytesColumn) column;
        long highest = bytes.isOfOneArray() && bytes.lasting() == null
                ? addressesOfOneArray(bytes, rows, n, words)
                : addresses(bytes, rows, n, words);
        packed.scatter(cell, numbers, n, words, 0, highest);
        int[] lengths = bytes.lengths();
        boolean isNullable = column.nulls() != null;
        int longest = 0;
        for (int i = 0; i < n; i++) {
            int row = rows[i];
            int length = isNullable && column.isNull(row) ? 0 : lengths[row];
            words[i] = length;
            longest = Math.max(longest, length);
        }
        packed.scatter(cell + 1, numbers, n, words, 0, longest);
    }

    /** Stores texts that may lie in several arrays, or need not be copied; the highest of their addresses. */
    private long addresses(BytesColumn column, int[] rows, int n, long[] addresses) {
        boolean areRepeated = repeated.isWorthwhile(n);
        long highest = 0;
        for (int i = 0; i < n; i++) {
            int row = rows[i];
            if (column.isNull(row)) {
                addresses[i] = StoredText.EMPTY;
                continue;
            }
            long address = borrow(column, row);
            if (address == StoredText.NO_ROOM) {
                byte[] array = column.array(row);
                int start = column.startInArray(row);
                int length = column.lengths()[row];
                address = areRepeated ? repeated.findAnywhere(array, start, length) : RepeatedText.NOT_FOUND;
                address = address == RepeatedText.NOT_FOUND ? text.add(array, start, length) : address;
            }
            addresses[i] = address;
            highest = Math.max(highest, address);
        }
        return highest;
    }

    /** Stores texts that lie in one array; the highest of their addresses. */
    private long addressesOfOneArray(BytesColumn bytes, int[] rows, int n, long[] words) {
        byte[] data = bytes.data();
        int[] starts = bytes.starts();
        int[] lengths = bytes.lengths();
        if (repeated.isWorthwhile(n)) {
            repeated.find(bytes, rows, n, words);
        } else {
            Arrays.fill(words, 0, n, RepeatedText.NOT_FOUND);
        }
        boolean isNullable = bytes.nulls() != null;
        long highest = 0;
        for (int i = 0; i < n; i++) {
            int row = rows[i];
            if (words[i] == RepeatedText.NOT_FOUND) {
                words[i] =
                        isNullable && bytes.isNull(row) ? StoredText.EMPTY : text.add(data, starts[row], lengths[row]);
            }
            highest = Math.max(highest, words[i]);
        }
        return highest;
    }

    /** Whether a row that is not NULL has a text. */
    boolean equals(int number, byte[] data, int start, int length) {
        return length(number) == length && Hashing.equal(data(number), start(number), data, start, length);
    }

    @Override
    boolean equalsValue(int number, Column column, int row) {
        BytesColumn bytes = (BytesColumn) column;
        return equals(number, bytes.array(row), bytes.startInArray(row), bytes.lengths()[row]);
    }

    @Override
    boolean equalsValue(int number, StoredColumn other, int row) {
        StoredTexts texts = (StoredTexts) other;
        return equals(number, texts.data(row), texts.start(row), texts.length(row));
    }

    /** Compares texts of two rows that are not NULL byte by byte, unsigned, which for UTF-8 is the order of the code points. */
    int compare(int a, int b) {
        return compare(a, data(b), start(b), length(b));
    }

    /** Compares a text with another, as {@link #compare(int, int)} does. */
    int compare(int number, byte[] data, int start, int length) {
        int own = start(number);
        return Arrays.compareUnsigned(data(number), own, own + length(number), data, start, start + length);
    }

    @Override
    long hashOfValue(int number) {
        return Hashing.hash(data(number), start(number), length(number));
    }

    @Override
    void appendValue(int number, ColumnBuilder builder) {
        builder.appendBytes(data(number), start(number), length(number));
    }

    @Override
    Column gatherValues(int[] numbers, int n, long @Nullable [] nulls) {
        long[] addresses = new long[n];
        long[] words = new long[n];
        packed.gather(cell, numbers, n, addresses);
        packed.gather(cell + 1, numbers, n, words);
        int[] starts = new int[n];
        int[] lengths = new int[n];
        long differences = 0;
        for (int i = 0; i < n; i++) {
            if (Nulls.get(nulls, i)) {
                addresses[i] = i == 0 ? StoredText.EMPTY : addresses[i - 1];
            } else {
                lengths[i] = (int) words[i];
            }
            starts[i] = StoredText.start(addresses[i]);
            differences |= addresses[i] ^ addresses[0];
        }
        if (StoredText.segment(differences) == 0) {
            byte[] data = text.data(n == 0 ? StoredText.EMPTY : addresses[0]);
            return new BytesColumn(data, starts, lengths, nulls).withLasting(text.lent());
        }
        byte[][] arrays = new byte[n][];
        for (int i = 0; i < n; i++) {
            arrays[i] = text.data(addresses[i]);
        }
        return new BytesColumn(arrays, starts, lengths, nulls).withLasting(text.lent());
    }

    /** Writes a text, or NULL. */
    void write(int number, StateWriter writer) {
        boolean isNull = isNull(number);
        writer.writeLong(isNull ? -1 : length(number));
        if (!isNull) {
            writer.writeBytes(data(number), start(number), length(number));
        }
    }

    /** Reads what {@link #write} wrote to a row that has no text; NULL stays what it is. */
    void read(int number, StateReader reader) {
        long length = reader.readLong();
        if (length >= 0) {
            byte[] bytes = new byte[Math.toIntExact(length)];
            reader.readBytes(bytes, 0, bytes.length);
            set(number, bytes, 0, bytes.length);
        }
    }

    /** The heap occupied besides cells and text, bytes. */
    long bytes() {
        return repeated.bytes();
    }
}
