// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;

/** The lines of a table as Flink's SQL client lays them out: cells aligned right, or left where that is asked for, cut to their column's width with {@code ...}. */
final class TableGrid {

    static final String NULL = "<NULL>";

    private static final String CUT = "...";

    private final int[] widths;
    private final boolean alignsLeft;

    /**
     * @param widths of the columns, characters
     * @param alignsLeft whether cells stand at the left of their column, as prose is read
     */
    TableGrid(int[] widths, boolean alignsLeft) {
        this.widths = widths;
        this.alignsLeft = alignsLeft;
    }

    /** The width of a column before its values are known: what its type needs, its name, and {@code <NULL>}. */
    static int widthByType(Schema schema, int column, int widthMax) {
        int width = Math.max(NULL.length(), widthOf(schema.type(column), widthMax));
        return Math.max(width, DisplayWidth.of(schema.name(column)));
    }

    private static int widthOf(Type type, int widthMax) {
        return switch (type.kind()) {
            case TINYINT -> 4;
            case SMALLINT -> 6;
            case INTEGER -> 11;
            case BIGINT -> 20;
            case DECIMAL -> type.precision() + 2;
            case BOOLEAN -> 5;
            case DATE -> 10;
            case TIME -> 8 + (type.precision() == 0 ? 0 : 1 + type.precision());
            case TIMESTAMP, TIMESTAMP_LTZ -> 19 + (type.precision() == 0 ? 0 : 1 + type.precision());
            default -> widthMax;
        };
    }

    void border(TextBuffer out) {
        out.put('+');
        for (int width : widths) {
            out.repeat('-', width + 2);
            out.put('+');
        }
        out.put('\n');
    }

    void row(String[] cells, TextBuffer out) {
        out.put('|');
        for (int i = 0; i < cells.length; i++) {
            out.put(' ');
            cell(cells[i], widths[i], out);
            out.put(' ');
            out.put('|');
        }
        out.put('\n');
    }

    private void cell(String cell, int width, TextBuffer out) {
        int own = DisplayWidth.of(cell);
        if (own <= width) {
            out.blanks(alignsLeft ? 0 : width - own);
            out.put(cell);
            out.blanks(alignsLeft ? width - own : 0);
            return;
        }
        int left = width - CUT.length();
        int end = DisplayWidth.prefix(cell, left);
        String kept = cell.substring(0, end);
        out.blanks(left - DisplayWidth.of(kept));
        out.put(kept);
        out.put(CUT);
    }

    /** "1 row" or "n rows". */
    static String count(long rows) {
        return rows + (rows == 1 ? " row" : " rows");
    }
}
