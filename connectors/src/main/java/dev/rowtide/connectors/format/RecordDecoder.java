// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the records of a block into columns, of which it has one per field that is wanted and no other. The life of a
 * batch: {@link #begin}, {@link #decode} record by record, {@link #build}.
 */
public abstract class RecordDecoder {

    /** Bytes that a block must reach beyond its last record; what they hold does not matter. */
    public static final int SLACK = JsonScanner.SLACK;

    /** What {@link #decode} returns when the record does not end within the bytes given. */
    public static final int INCOMPLETE = -1;

    final ColumnDecoder[] columns;

    /** The kinds of the rows; null where every record is an insert. */
    final @Nullable KindDecoder kinds;

    private int capacity;
    private int rows;

    RecordDecoder(List<Field> fields, DecodeOptions options) {
        this(fields, options, null);
    }

    RecordDecoder(List<Field> fields, DecodeOptions options, @Nullable KindDecoder kinds) {
        this.kinds = kinds;
        columns = new ColumnDecoder[fields.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ColumnDecoder.of(fields.get(i), options);
        }
    }

    /**
     * Makes sure that records can hold values of these columns.
     *
     * @throws dev.rowtide.core.error.EngineException if not
     */
    public static void checkTypes(List<Field> fields) {
        DecodeOptions options = new DecodeOptions(ZoneOffset.UTC, EpochUnit.NONE, false, false, false);
        for (Field field : fields) {
            ColumnDecoder.of(field, options);
        }
    }

    /** Whether the columns built refer to the block, so that it can't be used again. */
    public final boolean refersToBlock() {
        for (ColumnDecoder column : columns) {
            if (column.refersToBlock()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts a batch.
     *
     * @param block the bytes that the records of the batch lie in
     * @param rowsExpected the rows to make room for at first
     */
    public final void begin(byte[] block, int rowsExpected) {
        capacity = Math.max(1, rowsExpected);
        rows = 0;
        for (ColumnDecoder column : columns) {
            column.begin(block, capacity);
        }
        if (kinds != null) {
            kinds.begin(block, capacity);
        }
    }

    /** The rows decoded since {@link #begin}. */
    public final int rows() {
        return rows;
    }

    /**
     * Decodes one record, mostly to one row, or skips a blank line. After a {@link MalformedRecord} the batch goes on at {@link #resume}.
     *
     * @param data the block
     * @param start where the record starts
     * @param end behind the last whole line of the block: {@code data[end - 1]} is a line feed
     * @return the index behind the record and its line end, or {@link #INCOMPLETE}
     * @throws MalformedRecord if it is not a record of the table
     */
    public abstract int decode(byte[] data, int start, int end);

    /** The lines that the record decoded last took. */
    public int lines() {
        return 1;
    }

    /** Where to go on behind the record at {@code start} that turned out malformed. */
    public abstract int resume(byte[] data, int start, int end);

    /** The columns of the rows decoded. */
    public final Column[] build() {
        Column[] built = new Column[columns.length];
        for (int i = 0; i < built.length; i++) {
            built[i] = columns[i].build();
        }
        return built;
    }

    /** The kinds of the rows decoded, for the caller to keep; null when every row is an insert. */
    public final byte @Nullable [] kinds() {
        return kinds == null ? null : kinds.kinds();
    }

    /** Whether the last row is the first half of an update, of which the second may follow. */
    public final boolean endsInHalf() {
        return kinds != null && rows > 0 && kinds.get(rows - 1) == RowKind.MINUS_U;
    }

    /** Says the kind of the open row; not for decoders of inserts. */
    final void setKind(int row, byte kind) {
        if (kinds == null) {
            throw new IllegalStateException("the records are inserts");
        }
        kinds.set(row, kind);
    }

    /** Whether records with fields were decoded, of which none was a column of the table. */
    public boolean metNoColumn() {
        return false;
    }

    /** Takes the last row back. */
    public final void undoRow() {
        rows--;
        abandonRow();
    }

    /** The row that the record being decoded will be, with room for its values. */
    final int openRow() {
        if (rows == capacity) {
            capacity *= 2;
            for (ColumnDecoder column : columns) {
                column.grow(capacity);
            }
            if (kinds != null) {
                kinds.grow(capacity);
            }
        }
        return rows;
    }

    final void endRow() {
        rows++;
    }

    /** Forgets what was written of the open row. */
    final void abandonRow() {
        for (ColumnDecoder column : columns) {
            column.clearNull(rows);
        }
    }

    /** Forgets the open row and those before it from {@code firstRow} on: the record that they are of is malformed. */
    final void abandonRows(int firstRow) {
        abandonRow();
        while (rows > firstRow) {
            undoRow();
        }
    }

    /** The record can't be read because its first line alone is longer than a record may be. */
    public static MalformedRecord tooLong(long bytesMax) {
        return MalformedRecord.unfit("the line is longer than 'record.max-bytes' = '" + bytesMax + "' allows");
    }

    /** The index behind the next line feed. */
    public static int nextLine(byte[] data, int start) {
        int at = start;
        while (data[at] != '\n') {
            at++;
        }
        return at + 1;
    }
}
