// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Turns the fields of records into the values of one column, written by row: a row may be written again until {@link #build}, so a record that turns
 * out bad leaves nothing behind but what the next one overwrites. The methods take slices of a block; the kind of token decides which one.
 */
abstract class ColumnDecoder {

    final Field field;
    final Type type;
    private int capacity;
    private long @Nullable [] nulls;

    ColumnDecoder(Field field) {
        this.field = field;
        this.type = field.type();
    }

    /**
     * The decoder for a column.
     *
     * @throws EngineException if records can't hold the column's type
     */
    static ColumnDecoder of(Field field, DecodeOptions options) {
        return switch (field.type().kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> new IntegerDecoder(field);
            case DECIMAL -> new DecimalDecoder(field);
            case FLOAT, DOUBLE -> new FloatingDecoder(field);
            case BOOLEAN -> new BooleanDecoder(field);
            case CHAR, VARCHAR -> new TextDecoder(field);
            case BINARY, VARBINARY -> new BinaryDecoder(field, options.base64());
            case DATE -> new DateDecoder(field, options.dayNumbers());
            case TIME -> new TimeDecoder(field);
            case TIMESTAMP, TIMESTAMP_LTZ -> new TimestampDecoder(field, options);
            case ARRAY, MAP -> new ElementsDecoder(field, options);
            case ROW -> new RowFieldsDecoder(field, options);
            case INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, NULL ->
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED,
                        "column \"" + field.name() + "\" has type "
                                + field.type().name() + ", which records of text can't hold");
        };
    }

    /** Starts a batch of up to {@code capacity} rows; text may be taken from {@code block} by reference. */
    final void begin(byte[] block, int capacity) {
        this.capacity = capacity;
        nulls = null;
        beginValues(block, capacity);
    }

    /** Makes room for more rows. */
    final void grow(int capacity) {
        this.capacity = capacity;
        if (nulls != null) {
            nulls = Arrays.copyOf(nulls, (capacity + 63) >>> 6);
        }
        growValues(capacity);
    }

    /** Whether columns refer to the block they were decoded from. */
    boolean refersToBlock() {
        return false;
    }

    /** Writes NULL. */
    final void writeNull(int row) {
        if (!type.nullable()) {
            throw MalformedRecord.unfit("NULL in a column that is NOT NULL");
        }
        writeAbsent(row);
    }

    /** Writes that the row has no such value, be the column NOT NULL: of a delete by key nothing but the key counts. */
    final void writeAbsent(int row) {
        if (nulls == null) {
            nulls = Nulls.allocate(capacity);
        }
        Nulls.set(nulls, row);
    }

    final boolean isNull(int row) {
        return nulls != null && (nulls[row >>> 6] & (1L << row)) != 0;
    }

    /** Whether the row's value is this text; false where values are no text. */
    boolean holds(byte[] text, int row) {
        return false;
    }

    /** Whether two rows, both written, have the same value; of arrays, maps and rows it is not told. */
    final boolean isSame(int row, int other) {
        return isNull(row) || isNull(other) ? isNull(row) == isNull(other) : isSameValue(row, other);
    }

    /** The same where neither is NULL. */
    boolean isSameValue(int row, int other) {
        return true;
    }

    /** Forgets that the row was NULL. */
    final void clearNull(int row) {
        if (nulls != null) {
            nulls[row >>> 6] &= ~(1L << row);
        }
    }

    /** Writes the value of a CSV field, or of a JSON string without its quotes and escapes. */
    abstract void writeText(byte[] data, int start, int end, int row);

    /** Writes a JSON number. */
    void writeNumber(byte[] data, int start, int end, int row) {
        throw MalformedRecord.notA(type, data, start, end);
    }

    /** Writes the number that a text is but for blanks around it. */
    final void writeNumberBetweenBlanks(byte[] data, int start, int end, int row) {
        int first = NumberText.skipBlanks(data, start, end);
        int stop = NumberText.cutBlanks(data, first, end);
        if (first == stop) {
            throw MalformedRecord.notA(type, data, start, end);
        }
        writeNumber(data, first, stop, row);
    }

    /** Writes a JSON {@code true} or {@code false}. */
    void writeBoolean(byte[] data, int start, int end, int row) {
        throw MalformedRecord.notA(type, data, start, end);
    }

    /** Writes a JSON object or array. */
    void writeNested(byte[] data, int start, int end, int row) {
        throw MalformedRecord.unfit(
                (data[start] == '{' ? "an object" : "an array") + " is not " + MalformedRecord.withArticle(type));
    }

    /** The column of the rows written. The decoder must be begun anew. */
    final Column build() {
        return column(nulls);
    }

    abstract void beginValues(byte[] block, int capacity);

    abstract void growValues(int capacity);

    abstract Column column(long @Nullable [] nulls);
}
