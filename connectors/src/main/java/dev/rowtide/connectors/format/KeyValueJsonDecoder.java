// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import java.util.List;

/**
 * Puts and tombstones as JSON, {@code {"key":{...},"value":{...}}} a line: a value is put, {@code null} for a value deletes what has the key. The key columns
 * are read from the value, and from the key where there is no value. Where there are both they must agree: else it is not known what was put.
 */
public final class KeyValueJsonDecoder extends JsonRecordDecoder {

    private static final int KEY = 0;
    private static final int VALUE = 1;

    private final JsonMembers members = new JsonMembers(scanner, "key", "value");
    private final int[] key;

    /**
     * @param key the key columns, as indices of {@code fields}
     */
    public KeyValueJsonDecoder(List<Field> fields, List<String> tableColumns, DecodeOptions options, int[] key) {
        super(fields, tableColumns, options, new KindDecoder("op", OpWords.PUTS), key, false);
        this.key = key;
    }

    @Override
    public int decode(byte[] data, int start, int end) {
        int at = JsonScanner.skipBlanks(data, start);
        if (data[at] == '\n') {
            return at + 1;
        }
        if (data[at] != '{') {
            throw JsonScanner.unexpected(data, at, "'{'");
        }
        scanner.beginRecord();
        at = JsonScanner.skipBlanks(data, members.find(data, at));
        if (data[at] != '\n') {
            throw JsonScanner.unexpected(data, at, "the end of the line");
        }
        scanner.checkUtf8(data, start, at);
        int row = openRow();
        try {
            write(data, row);
            endRow();
            checkKey(data, row);
        } catch (MalformedRecord e) {
            abandonRows(row);
            throw e;
        }
        return at + 1;
    }

    private void write(byte[] data, int row) {
        if (!members.has(VALUE)) {
            throw MalformedRecord.unfit("the record has no field value; a tombstone says null");
        }
        if (data[members.start(VALUE)] != 'n') {
            writeRow(data, members.start(VALUE), row);
            setKind(row, RowKind.PLUS_U);
            return;
        }
        if (!members.has(KEY)) {
            throw MalformedRecord.unfit("the record is a tombstone and has no field key");
        }
        writeKey(data, members.start(KEY), row);
        setKind(row, RowKind.MINUS_D);
    }

    private void checkKey(byte[] data, int row) {
        if (data[members.start(VALUE)] == 'n' || !members.has(KEY) || data[members.start(KEY)] != '{') {
            return;
        }
        int ofKey = openRow();
        writeKey(data, members.start(KEY), ofKey);
        for (int column : key) {
            if (!columns[column].isSame(row, ofKey)) {
                throw MalformedRecord.unfit("the key has another value than the field of the value")
                        .inField(columns[column].field.name());
            }
        }
        abandonRow();
    }
}
