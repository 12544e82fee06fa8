// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Rows as CSV records (RFC 4180, lines end in LF). Values are as {@link ValueText} writes them. NULL is the null literal, or empty; a text that would
 * read as NULL is in quotes, as are texts with delimiters, quotes and line ends. Arrays, maps and rows are text that is JSON. The kind of change is a first column {@code op}.
 */
public final class CsvRowWriter implements RowWriter {

    private final List<String> names;
    private final CellWriter[] cells;
    private final byte delimiter;
    private final byte[] nullLiteral;
    private final boolean header;

    /**
     * @param names of the columns
     * @param types of the columns
     * @param options how CSV is written; a header is left out only if they say so
     * @param zone where a TIMESTAMP_LTZ is shown; with UTC it is followed by a {@code Z}
     */
    public CsvRowWriter(List<String> names, List<Type> types, CsvOptions options, ZoneId zone) {
        this.names = names;
        delimiter = options.delimiter();
        nullLiteral = Objects.requireNonNullElse(options.nullLiteral(), "").getBytes(UTF_8);
        header = !Boolean.FALSE.equals(options.header());
        cells = new CellWriter[types.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(types.get(i), zone);
        }
    }

    @Override
    public void header(TextBuffer out) {
        if (header) {
            putNames(out, 0);
        }
    }

    @Override
    public void headerWithOp(TextBuffer out) {
        if (header) {
            out.put(JsonRowWriter.opName(names));
            putNames(out, 1);
        }
    }

    private void putNames(TextBuffer out, int before) {
        for (int i = 0; i < names.size(); i++) {
            if (i + before > 0) {
                out.put((char) delimiter);
            }
            byte[] name = names.get(i).getBytes(UTF_8);
            putText(name, 0, name.length, out);
        }
        out.put('\n');
    }

    @Override
    public void row(ChangeBatch batch, int row, TextBuffer out) {
        for (int i = 0; i < cells.length; i++) {
            if (i > 0) {
                out.put((char) delimiter);
            }
            putCell(batch.column(i), row, i, out);
        }
        out.put('\n');
    }

    @Override
    public void row(ChangeBatch batch, int row, String op, TextBuffer out) {
        out.put(op);
        for (int i = 0; i < cells.length; i++) {
            out.put((char) delimiter);
            putCell(batch.column(i), row, i, out);
        }
        out.put('\n');
    }

    private void putCell(Column column, int row, int index, TextBuffer out) {
        if (column.isNull(row)) {
            out.put(nullLiteral);
        } else {
            cells[index].write(column, row, out);
        }
    }

    private CellWriter cell(Type type, ZoneId zone) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, NULL -> NumberCells.integer();
            case DECIMAL -> NumberCells.decimal(type);
            case FLOAT, DOUBLE -> NumberCells.floating(type, "");
            case BOOLEAN -> NumberCells.bool("TRUE", "FALSE");
            case CHAR, VARCHAR ->
                (column, row, out) -> {
                    BytesColumn text = (BytesColumn) column;
                    putText(text.data(), text.starts()[row], text.lengths()[row], out);
                };
            case DATE -> TimeCells.date(type);
            case TIME -> TimeCells.time(type);
            case TIMESTAMP -> TimeCells.timestamp(type, ' ', ZoneOffset.UTC, "");
            case TIMESTAMP_LTZ ->
                TimeCells.timestamp(type, ' ', zone, zone.normalized().equals(ZoneOffset.UTC) ? "Z" : "");
            case ARRAY, MAP, ROW -> {
                CellWriter json = JsonRowWriter.cell(type, ' ');
                yield (column, row, out) -> {
                    TextBuffer text = new TextBuffer();
                    json.write(column, row, text);
                    byte[] bytes = text.toString().getBytes(UTF_8);
                    putText(bytes, 0, bytes.length, out);
                };
            }
            case BINARY, VARBINARY, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME ->
                (column, row, out) ->
                        out.put(ValueText.format(Objects.requireNonNull(Datum.get(column, row, type)), type, zone));
        };
    }

    private void putText(byte[] data, int start, int length, TextBuffer out) {
        if (!needsQuotes(data, start, length)) {
            out.put(data, start, length);
            return;
        }
        out.put('"');
        for (int at = start; at < start + length; at++) {
            if (data[at] == '"') {
                out.put('"');
            }
            out.put((char) data[at]);
        }
        out.put('"');
    }

    private boolean needsQuotes(byte[] data, int start, int length) {
        if (length == nullLiteral.length && Arrays.equals(data, start, start + length, nullLiteral, 0, length)) {
            return true;
        }
        for (int at = start; at < start + length; at++) {
            byte b = data[at];
            if (b == delimiter || b == '"' || b == '\n' || b == '\r') {
                return true;
            }
        }
        return length == 0;
    }
}
