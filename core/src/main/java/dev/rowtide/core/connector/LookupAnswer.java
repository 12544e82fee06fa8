// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.batch.Column;
import java.util.List;

/**
 * Rows that a table outside gave.
 *
 * @param count how many
 * @param columns the columns that were asked for
 */
public record LookupAnswer(int count, List<Column> columns) {

    public LookupAnswer {
        columns = List.copyOf(columns);
    }
}
