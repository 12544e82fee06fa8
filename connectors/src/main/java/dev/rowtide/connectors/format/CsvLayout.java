// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which field of a CSV file's records is which column of a table, as the first record tells. */
public final class CsvLayout {

    private final List<Integer> fieldOfColumn;
    private final int fieldCount;
    private final int recordsStart;
    private final int headerLines;

    private CsvLayout(List<Integer> fieldOfColumn, int fieldCount, int recordsStart, int headerLines) {
        this.fieldOfColumn = fieldOfColumn;
        this.fieldCount = fieldCount;
        this.recordsStart = recordsStart;
        this.headerLines = headerLines;
    }

    /**
     * The layout of a file for a table. With a header columns are found by name, whatever their case and order; without, they are the fields in order.
     * Where the options leave it open, the first record is a header if it names a column of the table.
     *
     * @param data the head of the file
     * @param start where its first record starts
     * @param end behind a line feed
     * @param columns the names of the table's columns
     * @param file the file's name, for messages
     * @throws EngineException if there is a header that lacks a column of the table
     */
    public static CsvLayout read(
            byte[] data, int start, int end, CsvOptions options, List<String> columns, String file) {
        CsvScanner scanner = new CsvScanner(options.delimiter());
        int at = start;
        int lines = 0;
        while (at < end && !Boolean.FALSE.equals(options.header())) {
            int next = scanFirst(scanner, data, at, end);
            if (next == RecordDecoder.INCOMPLETE) {
                break;
            }
            lines += scanner.lines();
            if (scanner.fields() > 0) {
                List<String> names = names(data, scanner);
                boolean header = Boolean.TRUE.equals(options.header()) || namesSome(names, columns);
                if (header) {
                    return new CsvLayout(find(columns, names, file), names.size(), next, lines);
                }
                break;
            }
            at = next;
        }
        List<Integer> inOrder = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            inOrder.add(i);
        }
        return new CsvLayout(inOrder, columns.size(), start, 0);
    }

    /** The fields of the given columns of the table. */
    public int[] fieldsOf(List<Integer> columns) {
        int[] fields = new int[columns.size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = fieldOfColumn.get(columns.get(i));
        }
        return fields;
    }

    /** The number of fields that each record has. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Where the first record that is data starts. */
    public int recordsStart() {
        return recordsStart;
    }

    /** The lines before the first record that is data. */
    public int headerLines() {
        return headerLines;
    }

    /** The first record; quotes gone wrong are left for whoever reads it as data. */
    static int scanFirst(CsvScanner scanner, byte[] data, int start, int end) {
        try {
            return scanner.scan(data, start, end);
        } catch (MalformedRecord e) {
            return RecordDecoder.INCOMPLETE;
        }
    }

    /** The column names that a header gives: those missing are numbered, those repeated get a number too. */
    static List<String> names(byte[] data, CsvScanner header) {
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < header.fields(); i++) {
            String written = header.text(data, i).strip();
            String name = written.isEmpty() ? "column" + i : written;
            String unique = name;
            for (int n = 1; !taken.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = name + "_" + n;
            }
            names.add(unique);
        }
        return names;
    }

    private static boolean namesSome(List<String> names, List<String> columns) {
        for (String column : columns) {
            if (indexOf(names, column) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static List<Integer> find(List<String> columns, List<String> names, String file) {
        List<Integer> fields = new ArrayList<>();
        for (String column : columns) {
            int field = indexOf(names, column);
            if (field < 0) {
                throw new EngineException(
                                ErrorCode.UNDEFINED_COLUMN, "file '" + file + "' has no column \"" + column + "\"")
                        .withDetail("Its header has: " + String.join(", ", names))
                        .withHint(
                                "Declare the columns by the header's names, or say 'csv.header' = 'false' if it has no header.");
            }
            fields.add(field);
        }
        return fields;
    }

    private static int indexOf(List<String> names, String column) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }
}
