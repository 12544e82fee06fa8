// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.type.Field;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CSV records. A record with more or fewer fields than the table's is malformed. An unquoted empty field is NULL (or
 * the null literal, where one is set); a quoted empty field is an empty text, and NULL for other types. A blank line is
 * skipped, but is a NULL in a file of one column.
 */
public final class CsvRecordDecoder extends RecordDecoder {

    private final CsvScanner scanner;
    private final byte @Nullable [] nullLiteral;

    /** The column that each field of a record is for, or -1. */
    private final int[] columnOf;

    /** The field that says the kind of change; -1 without. */
    private final int opField;

    private final boolean[] isKey;
    private byte[] unquoted = new byte[256];
    private int recordEnd;

    /**
     * @param fields the columns to decode
     * @param fieldOf for each column the index of its field in a record
     * @param fieldCount the number of fields of a record
     */
    public CsvRecordDecoder(List<Field> fields, int[] fieldOf, int fieldCount, CsvOptions csv, DecodeOptions options) {
        this(fields, fieldOf, fieldCount, csv, options, null, -1);
    }

    /**
     * @param op what says the kind of change; null when every record is an insert
     * @param opField the index of that field in a record
     */
    public CsvRecordDecoder(
            List<Field> fields,
            int[] fieldOf,
            int fieldCount,
            CsvOptions csv,
            DecodeOptions options,
            @Nullable OpField op,
            int opField) {
        super(fields, options, op == null ? null : new KindDecoder(op.name(), op.words()));
        this.opField = opField;
        isKey = new boolean[fields.size()];
        if (op != null) {
            for (int column : op.key()) {
                isKey[column] = true;
            }
        }
        scanner = new CsvScanner(csv.delimiter());
        String literal = csv.nullLiteral();
        nullLiteral = literal == null ? null : literal.getBytes(UTF_8);
        columnOf = new int[fieldCount];
        Arrays.fill(columnOf, -1);
        for (int i = 0; i < fieldOf.length; i++) {
            columnOf[fieldOf[i]] = i;
        }
    }

    @Override
    public int decode(byte[] data, int start, int end) {
        recordEnd = INCOMPLETE;
        recordEnd = scanner.scan(data, start, end);
        if (recordEnd == INCOMPLETE) {
            return INCOMPLETE;
        }
        int count = scanner.fields();
        if (count == 0 && columnOf.length != 1) {
            return recordEnd;
        }
        int row = openRow();
        try {
            scanner.checkUtf8(data, start, recordEnd);
            if (count == 0) {
                writeBlank(row);
            } else if (count != columnOf.length) {
                throw MalformedRecord.unfit(
                        (count == 1 ? "1 field" : count + " fields") + " where the table has " + columnOf.length);
            } else {
                writeFields(data, count, row);
            }
        } catch (MalformedRecord e) {
            abandonRow();
            throw e;
        }
        endRow();
        return recordEnd;
    }

    private void writeFields(byte[] data, int count, int row) {
        boolean keyOnly = false;
        if (kinds != null) {
            write(kinds, data, opField, row);
            keyOnly = kinds.isKeyOnlyDelete(row);
        }
        for (int i = 0; i < count; i++) {
            int column = columnOf[i];
            if (column >= 0) {
                if (keyOnly && !isKey[column]) {
                    columns[column].writeAbsent(row);
                } else {
                    write(columns[column], data, i, row);
                }
            }
        }
    }

    @Override
    public int lines() {
        return scanner.lines();
    }

    /** The record can't be read because a quote that it opens has no end. */
    public static MalformedRecord quoteNotClosed(boolean fileEnded, long bytesMax) {
        return MalformedRecord.unfit("a quoted field is not closed before "
                + (fileEnded
                        ? "the file ends"
                        : "the record is longer than 'record.max-bytes' = '" + bytesMax + "' allows"));
    }

    /** A record whose end is known is passed over whole; where quotes went wrong, the next line is the next try. */
    @Override
    public int resume(byte[] data, int start, int end) {
        return recordEnd == INCOMPLETE ? nextLine(data, start) : recordEnd;
    }

    private void writeBlank(int row) {
        if (columnOf[0] >= 0) {
            writeNull(columns[columnOf[0]], row);
        }
    }

    private static void writeNull(ColumnDecoder column, int row) {
        try {
            column.writeNull(row);
        } catch (MalformedRecord e) {
            throw e.inField(column.field.name());
        }
    }

    private void write(ColumnDecoder column, byte[] data, int field, int row) {
        int start = scanner.start(field);
        int end = scanner.end(field);
        if (isNull(column, data, field, start, end)) {
            writeNull(column, row);
            return;
        }
        try {
            if (scanner.hasDoubledQuotes(field)) {
                if (unquoted.length < end - start) {
                    unquoted = new byte[Math.max(end - start, 2 * unquoted.length)];
                }
                column.writeText(unquoted, 0, scanner.unquote(data, field, unquoted), row);
            } else {
                column.writeText(data, start, end, row);
            }
        } catch (MalformedRecord e) {
            throw e.inField(column.field.name());
        }
    }

    private boolean isNull(ColumnDecoder column, byte[] data, int field, int start, int end) {
        if (scanner.isQuoted(field)) {
            return start == end && !column.type.kind().isText();
        }
        byte[] literal = nullLiteral;
        if (start == end) {
            return literal == null || literal.length == 0 || !column.type.kind().isText();
        }
        return literal != null && Arrays.equals(data, start, end, literal, 0, literal.length);
    }
}
