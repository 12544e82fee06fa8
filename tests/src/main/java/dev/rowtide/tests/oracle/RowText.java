// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Rows as the text by which both engines' answers are compared. */
final class RowText {

    private RowText() {}

    /** The first {@code columns} values of a row of a batch. */
    static String of(ChangeBatch batch, int row, int columns, Schema schema) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < columns; c++) {
            append(text, Datum.get(batch.column(c), row, schema.type(c)), schema.type(c));
        }
        return text.toString();
    }

    /** Appends a value to the text of its row. */
    static void append(StringBuilder row, @Nullable Object datum, Type type) {
        row.append(row.isEmpty() ? "" : ", ");
        if (datum == null) {
            row.append("NULL");
        } else if (datum instanceof String text) {
            row.append('\'').append(text).append('\'');
        } else {
            row.append(ValueText.format(datum, type, ZoneOffset.UTC));
        }
    }
}
