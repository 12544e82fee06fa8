// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Text to a value of any type by {@link ValueText}, for those types that have no faster way. */
final class TextToValue implements VectorFunction {

    private final Type to;
    private final ZoneId zone;
    private final CastError error;

    TextToValue(Type to, ZoneId zone, CastError error) {
        this.to = to;
        this.zone = zone;
        this.error = error;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        ColumnBuilder builder = ColumnBuilder.of(to.storage());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            while (builder.rows() < row) {
                builder.appendNull();
            }
            Datum.append(builder, text.isNull(row) ? null : parse(text.text(row), row, failures), to);
        }
        while (builder.rows() < rows.bound()) {
            builder.appendNull();
        }
        return builder.build();
    }

    /** The datum that the text writes; null, and the failure noted, if it writes none. */
    @Nullable
    Object parse(String text, int row, Failures failures) {
        try {
            return ValueText.parse(text, to, zone);
        } catch (EngineException e) {
            failures.fail(row, () -> error.of(e));
            return null;
        }
    }
}
