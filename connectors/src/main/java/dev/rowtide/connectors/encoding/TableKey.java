// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The key columns of a table: whether two rows have the same key. */
final class TableKey {

    private final int[] columns;

    TableKey(int[] columns) {
        this.columns = columns;
    }

    /** The key columns named, among the columns of the table; none if the table has no key. */
    static TableKey of(List<String> key, List<String> names) {
        List<String> lower =
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        return new TableKey(key.stream()
                .mapToInt(name -> lower.indexOf(name.toLowerCase(Locale.ROOT)))
                .toArray());
    }

    int[] columns() {
        return columns;
    }

    /** Whether the rows have the same key; rows of a table without key do. */
    boolean equal(ChangeBatch a, int rowA, ChangeBatch b, int rowB) {
        for (int column : columns) {
            if (!equal(a.column(column), rowA, b.column(column), rowB)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equal(Column a, int rowA, Column b, int rowB) {
        if (a.isNull(rowA) || b.isNull(rowB)) {
            return a.isNull(rowA) == b.isNull(rowB);
        }
        return switch (a.storage()) {
            case LONG -> ((LongColumn) a).values()[rowA] == ((LongColumn) b).values()[rowB];
            case DOUBLE -> equal(((DoubleColumn) a).values()[rowA], ((DoubleColumn) b).values()[rowB]);
            case BOOLEAN -> ((BooleanColumn) a).values()[rowA] == ((BooleanColumn) b).values()[rowB];
            case WIDE -> equal((WideColumn) a, rowA, (WideColumn) b, rowB);
            case BYTES -> equal((BytesColumn) a, rowA, (BytesColumn) b, rowB);
        };
    }

    /** As the engine's keys: 0.0 is -0.0, and NaN is NaN. */
    private static boolean equal(double a, double b) {
        return a == b || Double.isNaN(a) && Double.isNaN(b);
    }

    private static boolean equal(WideColumn a, int rowA, WideColumn b, int rowB) {
        return a.high()[rowA] == b.high()[rowB] && a.low()[rowA] == b.low()[rowB];
    }

    private static boolean equal(BytesColumn a, int rowA, BytesColumn b, int rowB) {
        int startA = a.starts()[rowA];
        int startB = b.starts()[rowB];
        return Arrays.equals(
                a.data(), startA, startA + a.lengths()[rowA], b.data(), startB, startB + b.lengths()[rowB]);
    }
}
