// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import java.util.Arrays;

/** Steps of a batch: keys and positions are those of a step's first row. */
final class BatchOrigin implements Origin {

    private final Steps steps;
    private final int[] keyColumns;
    private int[] rows = {};

    BatchOrigin(Steps steps, int[] keyColumns) {
        this.steps = steps;
        this.keyColumns = keyColumns;
    }

    @Override
    public long[] positions(int[] of, int n) {
        ChangeBatch batch = steps.batch();
        int[] rows = rows(of, n);
        long[] from = batch.positions();
        long[] positions = new long[n];
        if (from == null && rows == OutputRows.PAIR_STEPS) {
            long first = batch.firstPosition();
            for (int row = 0; row < n / 2; row++) {
                positions[2 * row] = first + row;
                positions[2 * row + 1] = first + row;
            }
        } else if (from == null) {
            long first = batch.firstPosition();
            for (int i = 0; i < n; i++) {
                positions[i] = first + rows[i];
            }
        } else {
            for (int i = 0; i < n; i++) {
                positions[i] = from[rows[i]];
            }
        }
        return positions;
    }

    @Override
    public void keys(int[] of, int n, Column[] columns) {
        int[] rows = rows(of, n);
        for (int k = 0; k < keyColumns.length; k++) {
            columns[k] = Gather.column(steps.batch().column(keyColumns[k]), rows, n);
        }
    }

    @Override
    public Watermarks watermarks() {
        return steps.batch().watermarks();
    }

    @Override
    public int firstOfPosition(int step) {
        int first = step;
        while (first > 0 && steps.position(first - 1) == steps.position(step)) {
            first--;
        }
        return first;
    }

    /** The physical rows that steps begin with. */
    private int[] rows(int[] of, int n) {
        if (steps.isSingle() && steps.rows() == null) {
            return of;
        }
        if (rows.length < n) {
            rows = Arrays.copyOf(rows, Math.max(n, 2 * rows.length));
        }
        for (int i = 0; i < n; i++) {
            rows[i] = steps.row(steps.first(of[i]));
        }
        return rows;
    }
}
