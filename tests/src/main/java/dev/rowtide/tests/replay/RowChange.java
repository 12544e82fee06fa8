// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, a datum per column.
 *
 * @param before the row that goes, or null
 * @param after the row that comes, or null
 */
public record RowChange(
        @Nullable List<@Nullable Object> before, @Nullable List<@Nullable Object> after) {

    public static RowChange insert(List<@Nullable Object> row) {
        return new RowChange(null, row);
    }

    public static RowChange delete(List<@Nullable Object> row) {
        return new RowChange(row, null);
    }
}
