// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;

/** A row for people: {@code name = value, name = value}, cut where it gets long. */
public final class RowText {

    private static final int LENGTH_MAX = 300;

    /** What the names of columns begin with that nobody gave a name. */
    private static final String UNNAMED = "EXPR$";

    private RowText() {}

    /**
     * A physical row of a batch.
     *
     * @param schema the batch's columns
     * @param zone where points in time are told
     */
    public static String of(ChangeBatch batch, int row, Schema schema, ZoneId zone) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < schema.size() && text.length() <= LENGTH_MAX; c++) {
            Object value = Datum.get(batch.column(c), row, schema.type(c));
            text.append(c == 0 ? "" : ", ").append(name(schema, c)).append(" = ");
            if (value instanceof String string) {
                text.append('\'').append(string).append('\'');
            } else {
                text.append(value == null ? "NULL" : ValueText.format(value, schema.type(c), zone));
            }
        }
        return text.length() <= LENGTH_MAX ? text.toString() : text.substring(0, LENGTH_MAX - 3) + "...";
    }

    /** The name of a column; of one that nobody gave a name, its number. */
    private static String name(Schema schema, int column) {
        String name = schema.name(column);
        return name.startsWith(UNNAMED) ? "column " + (column + 1) : name;
    }
}
