// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.core.type.Field;
import java.util.Arrays;

/** ROW, a JSON object. A field that is missing is NULL; field names match exactly, or else but for their case. */
final class RowFieldsDecoder extends NestedDecoder {

    private final ColumnDecoder[] fields;
    private final byte[][] names;
    private final boolean failOnUnknownField;
    private final boolean[] met;
    private final boolean[] metExactly;
    private Column[] built = {};

    RowFieldsDecoder(Field field, DecodeOptions options) {
        super(field);
        fields = type.fields().stream()
                .map(part -> ColumnDecoder.of(part, within(options)))
                .toArray(ColumnDecoder[]::new);
        names = type.fields().stream().map(part -> part.name().getBytes(UTF_8)).toArray(byte[][]::new);
        failOnUnknownField = options.failOnUnknownField();
        met = new boolean[fields.length];
        metExactly = new boolean[fields.length];
    }

    @Override
    void beginParts(byte[] block, int capacity) {
        for (ColumnDecoder field : fields) {
            field.begin(block, capacity);
        }
    }

    @Override
    void growRows(int capacity) {
        for (ColumnDecoder field : fields) {
            field.grow(capacity);
        }
    }

    @Override
    char opening() {
        return '{';
    }

    @Override
    void writeParts(byte[] data, int start, int row) {
        Arrays.fill(met, false);
        Arrays.fill(metExactly, false);
        int at = JsonScanner.skipBlanks(data, start + 1);
        for (int ordinal = 0; data[at] != '}'; ordinal++) {
            int close = scanner.string(data, at + 1);
            String name = scanner.escaped() ? JsonStrings.text(data, at + 1, close, true) : "";
            boolean escaped = scanner.escaped();
            int value = JsonScanner.colon(data, close + 1);
            int field = escaped ? find(name) : find(data, at + 1, close, ordinal);
            if (field < 0) {
                if (failOnUnknownField && close > at + 1) {
                    String unknown = JsonStrings.text(data, at + 1, close, escaped);
                    throw MalformedRecord.unknownField("the ROW has no such field")
                            .inField(unknown);
                }
                at = scanner.value(data, value);
            } else {
                at = field(data, value, field, isExactly(data, at + 1, close, field), row);
            }
            at = JsonScanner.skipBlanks(data, at);
            if (data[at] == ',') {
                at = JsonScanner.skipBlanks(data, at + 1);
            }
        }
        fillMissing(row);
    }

    /** Of a field that stands twice the last counts, but one whose name matches exactly before one that matches but for its case. */
    private int field(byte[] data, int start, int index, boolean exact, int row) {
        if (met[index] && metExactly[index] && !exact) {
            return scanner.value(data, start);
        }
        met[index] = true;
        metExactly[index] = exact;
        fields[index].clearNull(row);
        try {
            return values.decode(data, start, fields[index], row);
        } catch (MalformedRecord e) {
            throw e.inField(type.fields().get(index).name());
        }
    }

    private int find(byte[] data, int start, int end, int expected) {
        if (expected < names.length && isExactly(data, start, end, expected)) {
            return expected;
        }
        for (int i = 0; i < names.length; i++) {
            if (isExactly(data, start, end, i)) {
                return i;
            }
        }
        return find(new String(data, start, end - start, UTF_8));
    }

    private boolean isExactly(byte[] data, int start, int end, int field) {
        return Arrays.equals(data, start, end, names[field], 0, names[field].length);
    }

    private int find(String name) {
        int found = -1;
        for (int i = 0; i < fields.length; i++) {
            String other = type.fields().get(i).name();
            if (other.equals(name)) {
                return i;
            }
            found = found < 0 && other.equalsIgnoreCase(name) ? i : found;
        }
        return found;
    }

    private void fillMissing(int row) {
        for (int i = 0; i < fields.length; i++) {
            if (met[i]) {
                continue;
            }
            if (!fields[i].type.nullable()) {
                throw MalformedRecord.unfit("missing in the record, and it is NOT NULL")
                        .inField(type.fields().get(i).name());
            }
            fields[i].writeNull(row);
        }
    }

    @Override
    void buildParts() {
        built = Arrays.stream(fields).map(ColumnDecoder::build).toArray(Column[]::new);
    }

    @Override
    void put(int row, NestedWriter writer) {
        writer.row(built, row);
    }
}
