// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.type.Field;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines: one object a line. Only the fields wanted are decoded, the others are walked over; all of the line is checked to be JSON. Of a field
 * that stands twice the last counts. A field that is missing is NULL. Field names match column names exactly, or else but for their case.
 */
public class JsonRecordDecoder extends RecordDecoder {

    final JsonScanner scanner = new JsonScanner();

    /** What is decoded of an object: the columns, and the kind of change where the row itself says it. */
    private final ColumnDecoder[] members;

    private final boolean[] isKey;

    /** Whether only key columns are decoded, since nothing else of the row counts. */
    private boolean keyOnly;

    private final JsonValues values = new JsonValues(scanner);
    private final JsonKeys keys;
    private final boolean failOnUnknownField;
    private final Set<String> tableColumns = new HashSet<>();

    /** For each column the record in which its field was met last. */
    private final long[] metIn;

    private final boolean[] metExactly;
    private long record;
    private int met;

    /**
     * @param fields the columns to decode
     * @param tableColumns the names of all columns of the table, which are known fields though not decoded
     */
    public JsonRecordDecoder(List<Field> fields, List<String> tableColumns, DecodeOptions options) {
        this(fields, tableColumns, options, null, new int[0], false);
    }

    /** Rows that say in a field of theirs what kind of change they are. */
    public JsonRecordDecoder(List<Field> fields, List<String> tableColumns, DecodeOptions options, OpField op) {
        this(fields, tableColumns, options, new KindDecoder(op.name(), op.words()), op.key(), true);
    }

    /**
     * @param kinds null when every record is an insert
     * @param key the key columns, as indices of {@code fields}
     * @param kindIsMember whether the kind is a field of the row
     */
    JsonRecordDecoder(
            List<Field> fields,
            List<String> tableColumns,
            DecodeOptions options,
            @Nullable KindDecoder kinds,
            int[] key,
            boolean kindIsMember) {
        super(fields, options, kinds);
        members = Arrays.copyOf(columns, columns.length + (kindIsMember ? 1 : 0));
        tableColumns.forEach(name -> this.tableColumns.add(name.toLowerCase(Locale.ROOT)));
        if (kindIsMember && kinds != null) {
            members[columns.length] = kinds;
            this.tableColumns.add(kinds.field.name().toLowerCase(Locale.ROOT));
        }
        keys = new JsonKeys(members, this.tableColumns);
        failOnUnknownField = options.failOnUnknownField();
        metIn = new long[members.length];
        metExactly = new boolean[members.length];
        isKey = new boolean[members.length];
        for (int column : key) {
            isKey[column] = true;
        }
    }

    @Override
    public int decode(byte[] data, int start, int end) {
        int at = JsonScanner.skipBlanks(data, start);
        if (data[at] == '\n') {
            return at + 1;
        }
        int row = openRow();
        try {
            at = object(data, at, row);
            if (data[at] != '\n') {
                throw JsonScanner.unexpected(data, at, "the end of the line");
            }
            scanner.checkUtf8(data, start, at);
            if (met < members.length) {
                fillMissing(row);
            }
        } catch (MalformedRecord e) {
            abandonRow();
            throw e;
        }
        endRow();
        return at + 1;
    }

    @Override
    public boolean metNoColumn() {
        return keys.areAllUnknown();
    }

    @Override
    public int resume(byte[] data, int start, int end) {
        return nextLine(data, start);
    }

    /** Decodes an object as the row, of which a field that is missing is NULL. */
    final void writeRow(byte[] data, int start, int row) {
        object(data, start, row);
        if (met < members.length) {
            fillMissing(row);
        }
    }

    /** Decodes an object as the row, which must have every column: a value that is not there is not known. */
    final void writeWholeRow(byte[] data, int start, int row) {
        object(data, start, row);
        for (int i = 0; i < members.length; i++) {
            if (metIn[i] != record) {
                throw MalformedRecord.unfit("missing in the image before, so that the old row is not known whole")
                        .inField(members[i].field.name());
            }
        }
    }

    /** Decodes the key columns of an object as the row; nothing else of it counts. */
    final void writeKey(byte[] data, int start, int row) {
        keyOnly = true;
        try {
            writeRow(data, start, row);
        } finally {
            keyOnly = false;
        }
    }

    /** Behind the record's object and the blanks after it. */
    private int object(byte[] data, int start, int row) {
        if (data[start] != '{') {
            throw JsonScanner.unexpected(data, start, "'{'");
        }
        record++;
        met = 0;
        scanner.beginRecord();
        int at = JsonScanner.skipBlanks(data, start + 1);
        if (data[at] == '}') {
            return JsonScanner.skipBlanks(data, at + 1);
        }
        for (int ordinal = 0; ; ordinal++) {
            at = JsonScanner.key(data, at);
            JsonKeys.Key key = keys.expected(ordinal);
            if (key != null && key.isAt(data, at)) {
                at += key.length();
            } else {
                int close = scanner.string(data, at);
                key = keys.find(data, at, close, scanner.escaped(), ordinal);
                at = close;
            }
            at = JsonScanner.colon(data, at + 1);
            at = isWanted(key) ? field(data, at, key.column, row) : skip(data, at, key);
            at = JsonScanner.skipBlanks(data, at);
            if (data[at] == '}') {
                return JsonScanner.skipBlanks(data, at + 1);
            }
            at = JsonScanner.skipBlanks(data, JsonScanner.comma(data, at, "'}'"));
        }
    }

    private boolean isWanted(JsonKeys.Key key) {
        int column = key.column;
        if (column < 0 || keyOnly && !isKey[column]) {
            return false;
        }
        if (metIn[column] != record) {
            metIn[column] = record;
            met++;
        } else if (metExactly[column] && !key.exact) {
            return false;
        } else {
            members[column].clearNull(rows());
        }
        metExactly[column] = key.exact;
        return true;
    }

    private int skip(byte[] data, int at, JsonKeys.Key key) {
        // No column can be declared for a field whose name is empty.
        if (failOnUnknownField && !key.name.isEmpty() && !tableColumns.contains(key.name.toLowerCase(Locale.ROOT))) {
            throw MalformedRecord.unknownField("field " + key.name + " is not a column of the table");
        }
        return scanner.value(data, at);
    }

    /** Decodes the value of a wanted field. */
    private int field(byte[] data, int start, int index, int row) {
        ColumnDecoder column = members[index];
        try {
            return values.decode(data, start, column, row);
        } catch (MalformedRecord e) {
            throw e.inField(column.field.name());
        }
    }

    private void fillMissing(int row) {
        for (int i = 0; i < members.length; i++) {
            if (metIn[i] != record) {
                if (keyOnly) {
                    writeAbsent(i, row);
                    continue;
                }
                if (!members[i].type.nullable()) {
                    throw MalformedRecord.unfit("missing in the record, and its column is NOT NULL")
                            .inField(members[i].field.name());
                }
                members[i].writeNull(row);
            }
        }
    }

    private void writeAbsent(int index, int row) {
        if (isKey[index]) {
            throw MalformedRecord.unfit("missing in the record, and its column is of the key")
                    .inField(members[index].field.name());
        }
        members[index].writeAbsent(row);
    }
}
