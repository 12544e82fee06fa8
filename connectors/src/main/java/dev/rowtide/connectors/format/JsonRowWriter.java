// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;

/**
 * Rows as JSON objects, one a line. Decimals are plain numbers; dates and times are text, a TIMESTAMP_LTZ in UTC with a {@code Z}; NaN and infinities,
 * which JSON has not, are text; binary strings are Base64. The kind of change is a first field {@code op}.
 */
public final class JsonRowWriter implements RowWriter {

    private static final byte[] NULL = "null".getBytes(UTF_8);
    private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);

    private final byte[][] keys;
    private final CellWriter[] cells;
    private final String opKey;

    /**
     * @param names of the columns
     * @param types of the columns
     * @param isoTimestamps whether timestamps have a {@code T} between date and time, else a blank
     */
    public JsonRowWriter(List<String> names, List<Type> types, boolean isoTimestamps) {
        this(names, types, isoTimestamps, false);
    }

    /** A writer that writes decimals as text, for readers to which every number is a floating one. */
    public static JsonRowWriter withDecimalsAsText(List<String> names, List<Type> types, boolean isoTimestamps) {
        return new JsonRowWriter(names, types, isoTimestamps, true);
    }

    private JsonRowWriter(List<String> names, List<Type> types, boolean isoTimestamps, boolean decimalsAsText) {
        keys = new byte[names.size()][];
        cells = new CellWriter[names.size()];
        for (int i = 0; i < cells.length; i++) {
            TextBuffer key = new TextBuffer();
            putString(names.get(i), key);
            key.put(':');
            keys[i] = key.toString().getBytes(UTF_8);
            CellWriter cell = cell(types.get(i), isoTimestamps ? 'T' : ' ');
            cells[i] = decimalsAsText && types.get(i).kind() == TypeKind.DECIMAL ? quoted(cell) : cell;
        }
        opKey = "{\"" + opName(names) + "\":\"";
    }

    /** The name of the field that holds the kind of change: {@code op}, unless a column is called so. */
    public static String opName(List<String> columns) {
        String name = "op";
        while (containsIgnoreCase(columns, name)) {
            name = "_" + name;
        }
        return name;
    }

    private static boolean containsIgnoreCase(List<String> columns, String name) {
        for (String column : columns) {
            if (column.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void row(ChangeBatch batch, int row, TextBuffer out) {
        object(batch, row, out);
        out.put('\n');
    }

    @Override
    public void row(ChangeBatch batch, int row, String op, TextBuffer out) {
        out.put(opKey);
        out.put(op);
        out.put('"');
        for (int i = 0; i < cells.length; i++) {
            out.put(',');
            member(batch, row, i, out);
        }
        out.put('}');
        out.put('\n');
    }

    /** Writes the row as an object, without a line end. */
    public void object(ChangeBatch batch, int row, TextBuffer out) {
        out.put('{');
        for (int i = 0; i < cells.length; i++) {
            if (i > 0) {
                out.put(',');
            }
            member(batch, row, i, out);
        }
        out.put('}');
    }

    /** Writes some of the row's columns as an object, without a line end. */
    public void object(ChangeBatch batch, int row, int[] columns, TextBuffer out) {
        out.put('{');
        for (int i = 0; i < columns.length; i++) {
            if (i > 0) {
                out.put(',');
            }
            member(batch, row, columns[i], out);
        }
        out.put('}');
    }

    private void member(ChangeBatch batch, int row, int index, TextBuffer out) {
        out.put(keys[index]);
        Column column = batch.column(index);
        if (column.isNull(row)) {
            out.put(NULL);
        } else {
            cells[index].write(column, row, out);
        }
    }

    /**
     * Writes values as JSON.
     *
     * @param between what stands between date and time
     */
    static CellWriter cell(Type type, char between) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, NULL, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME ->
                NumberCells.integer();
            case DECIMAL -> NumberCells.decimal(type);
            case FLOAT, DOUBLE -> NumberCells.floating(type, "\"");
            case BOOLEAN -> NumberCells.bool("true", "false");
            case CHAR, VARCHAR ->
                (column, row, out) -> {
                    BytesColumn text = (BytesColumn) column;
                    putString(text.data(), text.starts()[row], text.lengths()[row], out);
                };
            case BINARY, VARBINARY ->
                (column, row, out) -> {
                    out.put('"');
                    out.put(Base64.getEncoder().encode(((BytesColumn) column).bytes(row)));
                    out.put('"');
                };
            case DATE -> quoted(TimeCells.date(type));
            case TIME -> quoted(TimeCells.time(type));
            case TIMESTAMP -> quoted(TimeCells.timestamp(type, between, ZoneOffset.UTC, ""));
            case TIMESTAMP_LTZ -> quoted(TimeCells.timestamp(type, between, ZoneOffset.UTC, "Z"));
            case ARRAY -> NestedCells.array(type, between);
            case MAP -> NestedCells.map(type, between);
            case ROW -> NestedCells.row(type, between);
        };
    }

    private static CellWriter quoted(CellWriter cell) {
        return (column, row, out) -> {
            out.put('"');
            cell.write(column, row, out);
            out.put('"');
        };
    }

    /** Writes a text as a JSON string. */
    public static void putString(String text, TextBuffer out) {
        byte[] bytes = text.getBytes(UTF_8);
        putString(bytes, 0, bytes.length, out);
    }

    static void putString(byte[] data, int start, int length, TextBuffer out) {
        out.put('"');
        int end = start + length;
        int from = start;
        for (int at = start; at < end; at++) {
            byte b = data[at];
            if ((b >= 0 && b < ' ') || b == '"' || b == '\\') {
                out.put(data, from, at - from);
                putEscape(b, out);
                from = at + 1;
            }
        }
        out.put(data, from, end - from);
        out.put('"');
    }

    private static void putEscape(byte b, TextBuffer out) {
        out.put('\\');
        switch (b) {
            case '"', '\\' -> out.put((char) b);
            case '\n' -> out.put('n');
            case '\r' -> out.put('r');
            case '\t' -> out.put('t');
            case '\b' -> out.put('b');
            case '\f' -> out.put('f');
            default -> {
                out.put("u00");
                out.put((char) HEX[b >> 4]);
                out.put((char) HEX[b & 15]);
            }
        }
    }
}
