// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.RowStore;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Compares the value that lies at a distance from a row's sort column with that of another row. NULL is at no distance from NULL, and beyond all values. */
final class KeyDistance {

    private final RowStore rows;
    private final int column;
    private final boolean descending;
    private final int nulls;
    private final boolean floating;
    private final long distance;
    private final double floatingDistance;

    /** @param distance in the stored unit; negative toward the start of the list */
    KeyDistance(RowStore rows, Schema schema, SortKey key, BigDecimal distance) {
        this.rows = rows;
        column = key.column();
        descending = key.descending();
        nulls = key.nullsFirst() ? -1 : 1;
        floating = schema.type(column).storage() == Storage.DOUBLE;
        BigDecimal toward = descending ? distance.negate() : distance;
        BigDecimal limit = BigDecimal.valueOf(Long.MAX_VALUE);
        this.distance = toward.setScale(0, RoundingMode.DOWN)
                .max(limit.negate())
                .min(limit)
                .longValueExact();
        floatingDistance = toward.doubleValue();
    }

    int compare(int row, int other) {
        boolean isNull = rows.isNull(row, column);
        if (isNull || rows.isNull(other, column)) {
            return Integer.compare(isNull ? nulls : 0, rows.isNull(other, column) ? nulls : 0);
        }
        long own = rows.word(row, column);
        long its = rows.word(other, column);
        int comparison = floating
                ? Double.compare(
                        Double.longBitsToDouble(own) + floatingDistance + 0.0, Double.longBitsToDouble(its) + 0.0)
                : Long.compare(saturatedSum(own), its);
        return descending ? -comparison : comparison;
    }

    private long saturatedSum(long value) {
        long sum = value + distance;
        boolean overflows = ((value ^ sum) & (distance ^ sum)) < 0;
        return overflows ? value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
}
