// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of rows, printed when all are there: columns are as wide as what stands in them. Prose is broken into lines where it is wider than its column may be; of other
 * values the rest is left out.
 */
final class RowTablePrinter extends ResultPrinter {

    private final Cells cells;
    private final String[] names;
    private final int columnWidthMax;
    private final boolean isProse;
    private final List<String[]> lines = new ArrayList<>();

    RowTablePrinter(Schema schema, ZoneId zone, int columnWidthMax, boolean isProse, OutputStream out) {
        super(out);
        this.columnWidthMax = columnWidthMax;
        this.isProse = isProse;
        cells = new Cells(schema, zone, TableGrid.NULL);
        names = new String[schema.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = Cells.printable(schema.name(i));
        }
    }

    @Override
    void printStart() {}

    @Override
    void print(ChangeBatch batch) {
        for (int i = 0, n = batch.size(); i < n; i++) {
            String[] line = new String[names.length];
            for (int c = 0; c < line.length; c++) {
                line[c] = cells.text(batch, batch.row(i), c);
            }
            lines.add(line);
        }
    }

    @Override
    void printEnd(boolean cancelled) {
        if (lines.isEmpty()) {
            text.put(cancelled ? "Query terminated, received a total of 0 rows\n" : "Empty set\n");
            return;
        }
        int[] widths = widths();
        TableGrid grid = new TableGrid(widths, isProse);
        grid.border(text);
        grid.row(names, text);
        grid.border(text);
        for (String[] line : lines) {
            if (isProse) {
                putBroken(line, widths, grid);
            } else {
                grid.row(line, text);
            }
        }
        grid.border(text);
        text.put(TableGrid.count(lines.size()));
        text.put(" in set\n");
    }

    private int[] widths() {
        int[] widths = new int[names.length];
        for (int c = 0; c < widths.length; c++) {
            int width = DisplayWidth.of(names[c]);
            for (String[] line : lines) {
                width = Math.max(width, DisplayWidth.of(line[c]));
            }
            widths[c] = Math.min(width, isProse ? Math.max(columnWidthMax, longestWord(c)) : columnWidthMax);
        }
        return widths;
    }

    private int longestWord(int column) {
        return lines.stream()
                .flatMap(line -> Stream.of(line[column].split(" ")))
                .mapToInt(DisplayWidth::of)
                .max()
                .orElse(0);
    }

    private void putBroken(String[] cells, int[] widths, TableGrid grid) {
        String[] rest = cells.clone();
        boolean more;
        do {
            more = false;
            String[] line = new String[cells.length];
            for (int c = 0; c < line.length; c++) {
                int end = lineEnd(rest[c], widths[c]);
                line[c] = rest[c].substring(0, end);
                rest[c] = rest[c].substring(Math.min(rest[c].length(), end + 1));
                more |= !rest[c].isEmpty();
            }
            grid.row(line, text);
        } while (more);
    }

    /** The blank at which a text is broken, or its end. */
    private static int lineEnd(String text, int width) {
        int end = DisplayWidth.prefix(text, width);
        return end == text.length() || text.charAt(end) == ' ' ? end : text.lastIndexOf(' ', end);
    }
}
