// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import java.util.Objects;

/** A value of any type to text by {@link ValueText}, for those types that have no faster way. */
final class ValueToText implements VectorFunction {

    private final Type from;
    private final ZoneId zone;

    ValueToText(Type from, ZoneId zone) {
        this.from = from;
        this.zone = zone;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        TextWriter writer = new TextWriter(rows, 16L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (arguments[0].isNull(row)) {
                continue;
            }
            writer.begin();
            write(arguments[0], row, writer);
            writer.end(row);
        }
        return writer.column(arguments[0].nulls());
    }

    void write(Column column, int row, TextWriter writer) {
        Object datum = Objects.requireNonNull(Datum.get(column, row, from));
        writer.write(ValueText.format(datum, from, zone).getBytes(UTF_8));
    }
}
