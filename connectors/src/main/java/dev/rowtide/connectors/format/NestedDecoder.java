// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Field;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * ARRAY, MAP and ROW: what is in them is decoded into columns of its own, and put together when the column is built. A text that holds JSON is taken as that JSON, so that
 * CSV can hold nested values too.
 */
abstract class NestedDecoder extends ColumnDecoder {

    private static final int BYTES_PER_ROW_GUESS = 32;

    final JsonScanner scanner = new JsonScanner();
    final JsonValues values = new JsonValues(scanner);
    private int rows;
    private int capacity;
    private byte[] copied = {};

    NestedDecoder(Field field) {
        super(field);
    }

    /** The options for what is in a nested value, which is JSON whatever the record's format is. */
    static DecodeOptions within(DecodeOptions options) {
        return new DecodeOptions(
                options.zone(), options.epochUnit(), true, options.dayNumbers(), options.failOnUnknownField());
    }

    @Override
    final void beginValues(byte[] block, int capacity) {
        rows = 0;
        this.capacity = capacity;
        beginParts(block, capacity);
    }

    @Override
    final void growValues(int capacity) {
        this.capacity = capacity;
        growRows(capacity);
    }

    @Override
    final void writeText(byte[] data, int start, int end, int row) {
        int length = end - start;
        if (copied.length < length + 1 + JsonScanner.SLACK) {
            copied = new byte[2 * length + 1 + JsonScanner.SLACK];
        }
        System.arraycopy(data, start, copied, 0, length);
        Arrays.fill(copied, length, length + 1 + JsonScanner.SLACK, (byte) '\n');
        for (int at = 0; at < length; at++) {
            if (copied[at] == '\n') {
                copied[at] = ' ';
            }
        }
        int at = JsonScanner.skipBlanks(copied, 0);
        try {
            int behind = scanner.value(copied, at);
            if (JsonScanner.skipBlanks(copied, behind) != length) {
                throw MalformedRecord.notA(type, data, start, end);
            }
            writeNested(copied, at, behind, row);
        } catch (MalformedRecord e) {
            throw e.at() == MalformedRecord.NOWHERE ? e : MalformedRecord.notA(type, data, start, end);
        }
    }

    @Override
    final void writeNested(byte[] data, int start, int end, int row) {
        rows = Math.max(rows, row + 1);
        if (data[start] != opening()) {
            super.writeNested(data, start, end, row);
        }
        writeParts(data, start, row);
    }

    /** The bracket that a value starts with. */
    abstract char opening();

    /** Decodes what is in the well-formed value that starts at {@code start}. */
    abstract void writeParts(byte[] data, int start, int row);

    abstract void beginParts(byte[] block, int capacity);

    abstract void growRows(int capacity);

    /** Completes the columns of the parts. */
    abstract void buildParts();

    /** Writes the value of a row. */
    abstract void put(int row, NestedWriter writer);

    @Override
    final Column column(long @Nullable [] nulls) {
        buildParts();
        int[] starts = new int[capacity];
        int[] lengths = new int[capacity];
        NestedWriter writer = new NestedWriter(BYTES_PER_ROW_GUESS * rows);
        for (int row = 0; row < rows; row++) {
            starts[row] = writer.used();
            if (!Nulls.get(nulls, row)) {
                put(row, writer);
            }
            lengths[row] = writer.used() - starts[row];
        }
        return new BytesColumn(writer.data(), starts, lengths, nulls);
    }
}
