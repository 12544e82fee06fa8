// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import java.util.Arrays;

/** Hash and equality of rows, or of some of their columns, across batches of one schema. NULL equals NULL; NaN equals NaN. */
public final class RowMatch {

    private final int[] columns;

    /** Compares rows in the given columns. */
    public RowMatch(int[] columns) {
        this.columns = columns;
    }

    /** The hash of a physical row. */
    public int hash(ChangeBatch batch, int row) {
        long hash = 0;
        for (int c : columns) {
            hash = (hash + valueHash(batch.column(c), row)) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    /** Whether two physical rows are equal in the columns. */
    public boolean equal(ChangeBatch a, int rowA, ChangeBatch b, int rowB) {
        for (int c : columns) {
            if (!valueEqual(a.column(c), rowA, b.column(c), rowB)) {
                return false;
            }
        }
        return true;
    }

    private static long valueHash(Column column, int row) {
        if (column.isNull(row)) {
            return 1;
        }
        if (column instanceof LongColumn longs) {
            return longs.values()[row] * 31 + 7;
        }
        if (column instanceof DoubleColumn doubles) {
            return Double.doubleToLongBits(doubles.values()[row] + 0.0);
        }
        if (column instanceof BooleanColumn booleans) {
            return booleans.values()[row] ? 3 : 5;
        }
        if (column instanceof BytesColumn bytes) {
            long hash = 17;
            int start = bytes.starts()[row];
            for (int i = start, end = start + bytes.lengths()[row]; i < end; i++) {
                hash = hash * 31 + bytes.data()[i];
            }
            return hash;
        }
        WideColumn wide = (WideColumn) column;
        return wide.high()[row] * 31 + wide.low()[row];
    }

    private static boolean valueEqual(Column a, int rowA, Column b, int rowB) {
        if (a.isNull(rowA) || b.isNull(rowB)) {
            return a.isNull(rowA) && b.isNull(rowB);
        }
        if (a instanceof LongColumn longs) {
            return longs.values()[rowA] == ((LongColumn) b).values()[rowB];
        }
        if (a instanceof DoubleColumn doubles) {
            return Double.doubleToLongBits(doubles.values()[rowA] + 0.0)
                    == Double.doubleToLongBits(((DoubleColumn) b).values()[rowB] + 0.0);
        }
        if (a instanceof BooleanColumn booleans) {
            return booleans.values()[rowA] == ((BooleanColumn) b).values()[rowB];
        }
        if (a instanceof BytesColumn bytes) {
            BytesColumn other = (BytesColumn) b;
            return Arrays.equals(
                    bytes.data(),
                    bytes.starts()[rowA],
                    bytes.starts()[rowA] + bytes.lengths()[rowA],
                    other.data(),
                    other.starts()[rowB],
                    other.starts()[rowB] + other.lengths()[rowB]);
        }
        WideColumn wide = (WideColumn) a;
        WideColumn other = (WideColumn) b;
        return wide.high()[rowA] == other.high()[rowB] && wide.low()[rowA] == other.low()[rowB];
    }
}
