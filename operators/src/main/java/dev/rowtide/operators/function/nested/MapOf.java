// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** {@code MAP[key, value, ...]}. */
final class MapOf implements VectorFunction {

    private final Type type;
    private final CallSite site;

    MapOf(Type type, CallSite site) {
        this.type = type;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        int pairs = arguments.length / 2;
        ColumnBuilder keyBuilder = ColumnBuilder.of(type.key().storage());
        ColumnBuilder valueBuilder = ColumnBuilder.of(type.value().storage());
        boolean[] failed = new boolean[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            for (int pair = 0; pair < pairs; pair++) {
                failed[i] |= arguments[2 * pair].isNull(row);
                keyBuilder.append(arguments[2 * pair], row);
                valueBuilder.append(arguments[2 * pair + 1], row);
            }
        }
        Column keys = keyBuilder.build();
        Column values = valueBuilder.build();
        NestedColumnWriter writer = new NestedColumnWriter(rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (failed[i]) {
                failures.fail(row, () -> site.error(ErrorCode.INVALID_ARGUMENT, "a key of a MAP is NULL"));
            } else {
                writer.begin().map(keys, values, i * pairs, pairs);
                writer.end(row);
            }
        }
        return writer.column(null);
    }
}
