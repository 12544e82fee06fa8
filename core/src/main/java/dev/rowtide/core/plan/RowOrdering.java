// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.type.Schema;
import java.util.List;

/**
 * How a table is to be shown.
 *
 * @param rows the columns of its rows: those of the result, and behind them others that rows are ordered by
 * @param keys the order
 */
public record RowOrdering(Schema rows, List<SortKey> keys) {

    public RowOrdering {
        keys = List.copyOf(keys);
    }
}
