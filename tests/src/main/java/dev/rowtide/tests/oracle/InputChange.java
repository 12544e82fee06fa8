// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.RowKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What arrives at one position: a row, or both halves of an update.
 *
 * @param table the table's index
 * @param rows the rows
 */
record InputChange(int table, List<Row> rows) {

    /**
     * A row with its kind.
     *
     * @param kind what the change does
     * @param values a datum per column
     */
    record Row(RowKind kind, List<@Nullable Object> values) {}
}
