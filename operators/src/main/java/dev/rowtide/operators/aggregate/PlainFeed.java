// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows count with their sign where the FILTER is TRUE and no argument is NULL.
 */
final class PlainFeed implements Feed {

    private final int filter;
    private final List<Integer> arguments;
    private byte[] weights = {};

    /**
     * @param filter the BOOLEAN column that must be TRUE, or -1
     * @param arguments the columns that must not be NULL
     */
    PlainFeed(int filter, List<Integer> arguments) {
        this.filter = filter;
        this.arguments = arguments;
    }

    @Override
    public byte @Nullable [] weights(Steps steps) {
        ChangeBatch batch = steps.batch();
        byte[] signs = steps.signs();
        boolean mayBeNull = false;
        for (int argument : arguments) {
            mayBeNull |= batch.column(argument).nulls() != null;
        }
        if (filter < 0 && !mayBeNull) {
            return signs;
        }
        int n = steps.size();
        if (weights.length < n) {
            weights = new byte[Math.max(n, 2 * weights.length)];
        }
        for (int i = 0; i < n; i++) {
            weights[i] = signs == null ? 1 : signs[i];
        }
        if (filter >= 0) {
            applyFilter((BooleanColumn) batch.column(filter), steps, n);
        }
        for (int argument : arguments) {
            if (batch.column(argument).nulls() != null) {
                dropNulls(batch.column(argument), steps, n);
            }
        }
        return weights;
    }

    private void applyFilter(BooleanColumn passes, Steps steps, int n) {
        boolean[] values = passes.values();
        int[] rows = steps.rows();
        for (int i = 0; i < n; i++) {
            weights[i] = values[rows == null ? i : rows[i]] ? weights[i] : 0;
        }
        if (passes.nulls() != null) {
            dropNulls(passes, steps, n);
        }
    }

    private void dropNulls(Column column, Steps steps, int n) {
        for (int i = 0; i < n; i++) {
            if (column.isNull(steps.row(i))) {
                weights[i] = 0;
            }
        }
    }
}
