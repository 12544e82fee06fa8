// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows count with their sign where the FILTER is TRUE and no argument is NULL. */
final class PlainFeed implements Feed {

    private final Filters filters;
    private final int filter;
    private final int[] arguments;
    private byte[] weights = {};

    /**
     * @param filter the bit that must be set in {@code filters}
     * @param arguments the columns that must not be NULL
     */
    PlainFeed(Filters filters, int filter, List<Integer> arguments) {
        this.filters = filters;
        this.filter = filter;
        this.arguments = arguments.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public byte @Nullable [] weights(Steps steps) {
        byte[] signs = steps.signs();
        boolean nullable = false;
        for (int argument : arguments) {
            nullable |= steps.batch().column(argument).nulls() != null;
        }
        if (filter == Filters.NONE && !nullable) {
            return signs;
        }
        int n = steps.size();
        if (weights.length < n) {
            weights = new byte[Math.max(n, 2 * weights.length)];
        }
        long[] bits = filters.bits();
        if (signs == null) {
            for (int i = 0; i < n; i++) {
                weights[i] = (byte) (bits[i] >>> filter & 1);
            }
        } else {
            for (int i = 0; i < n; i++) {
                weights[i] = (byte) (signs[i] & -(bits[i] >>> filter & 1));
            }
        }
        for (int argument : arguments) {
            dropNulls(steps.batch().column(argument), steps, n);
        }
        return weights;
    }

    private void dropNulls(Column column, Steps steps, int n) {
        for (int i = 0; column.nulls() != null && i < n; i++) {
            if (column.isNull(steps.row(i))) {
                weights[i] = 0;
            }
        }
    }
}
