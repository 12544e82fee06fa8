// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;
import java.util.Locale;

/** UPPER or LOWER, by Unicode's rules, of no language in particular. */
final class ChangeCase implements VectorFunction {

    private final boolean upper;

    ChangeCase(boolean upper) {
        this.upper = upper;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        byte[] data = text.data();
        TextWriter writer = new TextWriter(rows, 16L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (text.isNull(row)) {
                continue;
            }
            int start = text.starts()[row];
            int length = text.lengths()[row];
            writer.begin();
            if (Utf8.isAscii(data, start, start + length)) {
                byte[] target = writer.reserve(length);
                Utf8.copyInCase(data, start, start + length, upper, target, writer.used());
                writer.advance(length);
            } else {
                String value = text.text(row);
                writer.write((upper ? value.toUpperCase(Locale.ROOT) : value.toLowerCase(Locale.ROOT)).getBytes(UTF_8));
            }
            writer.end(row);
        }
        return writer.column(text.nulls());
    }
}
