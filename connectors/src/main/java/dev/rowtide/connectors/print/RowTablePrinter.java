// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A table of rows, printed when all are there: columns are as wide as what stands in them. */
final class RowTablePrinter extends ResultPrinter {

    private final Cells cells;
    private final String[] names;
    private final int columnWidthMax;
    private final boolean alignsLeft;
    private final List<String[]> lines = new ArrayList<>();

    RowTablePrinter(Schema schema, ZoneId zone, int columnWidthMax, boolean alignsLeft, OutputStream out) {
        super(out);
        this.columnWidthMax = columnWidthMax;
        this.alignsLeft = alignsLeft;
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
        TableGrid grid = new TableGrid(widths(), alignsLeft);
        grid.border(text);
        grid.row(names, text);
        grid.border(text);
        for (String[] line : lines) {
            grid.row(line, text);
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
            widths[c] = Math.min(width, columnWidthMax);
        }
        return widths;
    }
}
