// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Schema;
import java.io.OutputStream;
import java.time.ZoneId;

/** A table of changes: the kind in a column {@code op}, columns as wide as their types since the rows are not known yet. */
final class ChangelogTablePrinter extends ResultPrinter {

    private static final String OP = "op";

    private final Cells cells;
    private final String[] names;
    private final TableGrid grid;

    ChangelogTablePrinter(Schema schema, ZoneId zone, int columnWidthMax, OutputStream out) {
        super(out);
        cells = new Cells(schema, zone, TableGrid.NULL);
        names = new String[schema.size() + 1];
        int[] widths = new int[names.length];
        names[0] = OP;
        widths[0] = OP.length();
        for (int i = 0; i < schema.size(); i++) {
            names[i + 1] = Cells.printable(schema.name(i));
            widths[i + 1] = TableGrid.widthByType(schema, i, columnWidthMax);
        }
        grid = new TableGrid(widths, false);
    }

    @Override
    void printStart() {
        grid.border(text);
        grid.row(names, text);
        grid.border(text);
    }

    @Override
    void print(ChangeBatch batch) {
        String[] line = new String[names.length];
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            line[0] = RowKind.of(batch.kind(row)).symbol();
            for (int c = 1; c < line.length; c++) {
                line[c] = cells.text(batch, row, c - 1);
            }
            grid.row(line, text);
        }
    }

    @Override
    void printEnd(boolean cancelled) {
        if (cancelled) {
            text.put("Query terminated, received a total of ");
        } else {
            if (rows() > 0) {
                grid.border(text);
            }
            text.put("Received a total of ");
        }
        text.put(TableGrid.count(rows()));
        text.put('\n');
    }
}
