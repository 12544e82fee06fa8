// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import java.util.List;

/**
 * The order of stored rows by sort columns. Most comparisons are settled by a row's <em>prefix</em>, a {@code long} of its first sort column: of two rows the
 * one with the smaller prefix comes first. Where prefixes are equal and not {@linkplain #isExact exact}, {@link #compare} decides.
 */
public final class RowOrder {

    private static final int PREFIX_BYTES = Long.BYTES;

    private final RowStore rows;
    private final int[] columns;
    private final Storage[] storages;
    private final boolean[] descending;
    private final boolean[] nullsFirst;
    private final boolean prefixIsKey;

    /** The order of rows of a store by sort columns; without, all rows are equal. */
    public RowOrder(Schema schema, List<SortKey> keys, RowStore rows) {
        this.rows = rows;
        columns = new int[keys.size()];
        storages = new Storage[columns.length];
        descending = new boolean[columns.length];
        nullsFirst = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            SortKey key = keys.get(i);
            columns[i] = key.column();
            storages[i] = schema.type(key.column()).storage();
            descending[i] = key.descending();
            nullsFirst[i] = key.nullsFirst();
        }
        prefixIsKey = columns.length == 0 || columns.length == 1 && KeyWords.fit(storages[0]);
    }

    /** Whether rows with this prefix are equal in all sort columns. A NULL shares its prefix with the outermost value. */
    public boolean isExact(long prefix) {
        return prefixIsKey && prefix != Long.MIN_VALUE && prefix != Long.MAX_VALUE;
    }

    /** The prefix of a row of a batch. */
    public long prefix(ChangeBatch batch, int row) {
        if (columns.length == 0) {
            return 0;
        }
        Column column = batch.column(columns[0]);
        if (column.isNull(row)) {
            return prefixOfNull();
        }
        long ascending = switch (storages[0]) {
            case LONG, BOOLEAN -> KeyWords.of(column, row);
            case DOUBLE -> ordered(KeyWords.of(column, row));
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                yield prefix(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
            }
            case WIDE -> ((WideColumn) column).high()[row];
        };
        return descending[0] ? ~ascending : ascending;
    }

    /** The prefix of a stored row. */
    public long prefix(int number) {
        if (columns.length == 0) {
            return 0;
        }
        if (rows.isNull(number, columns[0])) {
            return prefixOfNull();
        }
        long word = rows.word(number, columns[0]);
        long ascending = switch (storages[0]) {
            case LONG, BOOLEAN, WIDE -> word;
            case DOUBLE -> orderedDouble(word);
            case BYTES -> {
                StoredTexts texts = rows.text(columns[0]);
                yield prefix(texts.data(number), texts.start(number), texts.length(number));
            }
        };
        return descending[0] ? ~ascending : ascending;
    }

    /** Compares two stored rows in all sort columns. */
    public int compare(int a, int b) {
        for (int i = 0; i < columns.length; i++) {
            int c = columns[i];
            boolean isNull = rows.isNull(a, c);
            int comparison;
            if (isNull || rows.isNull(b, c)) {
                comparison = compareNulls(i, isNull, rows.isNull(b, c));
            } else {
                comparison = directed(i, compareValues(i, a, b));
            }
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }

    /** Compares a row of a batch with a stored one in all sort columns. */
    public int compare(ChangeBatch batch, int row, int number) {
        for (int i = 0; i < columns.length; i++) {
            Column column = batch.column(columns[i]);
            boolean isNull = column.isNull(row);
            int comparison;
            if (isNull || rows.isNull(number, columns[i])) {
                comparison = compareNulls(i, isNull, rows.isNull(number, columns[i]));
            } else {
                comparison = directed(i, compareValues(i, column, row, number));
            }
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }

    /** Compares two rows of a batch in all sort columns. */
    public int compareRows(ChangeBatch batch, int a, int b) {
        for (int i = 0; i < columns.length; i++) {
            Column column = batch.column(columns[i]);
            boolean isNull = column.isNull(a);
            int comparison;
            if (isNull || column.isNull(b)) {
                comparison = compareNulls(i, isNull, column.isNull(b));
            } else {
                comparison = directed(i, compareValuesOfRows(i, column, a, b));
            }
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }

    private int compareValues(int i, int a, int b) {
        int c = columns[i];
        long first = rows.word(a, c);
        long second = rows.word(b, c);
        return switch (storages[i]) {
            case LONG, BOOLEAN -> Long.compare(first, second);
            case DOUBLE -> Long.compare(orderedDouble(first), orderedDouble(second));
            case BYTES -> rows.text(c).compare(a, b);
            case WIDE ->
                first != second
                        ? Long.compare(first, second)
                        : Long.compareUnsigned(rows.lowWord(a, c), rows.lowWord(b, c));
        };
    }

    private int compareValuesOfRows(int i, Column column, int a, int b) {
        return switch (storages[i]) {
            case LONG, BOOLEAN -> Long.compare(KeyWords.of(column, a), KeyWords.of(column, b));
            case DOUBLE -> Long.compare(ordered(KeyWords.of(column, a)), ordered(KeyWords.of(column, b)));
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                int first = bytes.starts()[a];
                int second = bytes.starts()[b];
                yield Arrays.compareUnsigned(
                        bytes.data(),
                        first,
                        first + bytes.lengths()[a],
                        bytes.data(),
                        second,
                        second + bytes.lengths()[b]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                yield wide.high()[a] != wide.high()[b]
                        ? Long.compare(wide.high()[a], wide.high()[b])
                        : Long.compareUnsigned(wide.low()[a], wide.low()[b]);
            }
        };
    }

    private int compareValues(int i, Column column, int row, int number) {
        int c = columns[i];
        long stored = rows.word(number, c);
        return switch (storages[i]) {
            case LONG, BOOLEAN -> Long.compare(KeyWords.of(column, row), stored);
            case DOUBLE -> Long.compare(ordered(KeyWords.of(column, row)), orderedDouble(stored));
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                yield -rows.text(c).compare(number, bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                yield wide.high()[row] != stored
                        ? Long.compare(wide.high()[row], stored)
                        : Long.compareUnsigned(wide.low()[row], rows.lowWord(number, c));
            }
        };
    }

    private int directed(int i, int comparison) {
        return descending[i] ? -comparison : comparison;
    }

    private int compareNulls(int i, boolean first, boolean second) {
        if (first == second) {
            return 0;
        }
        return first == nullsFirst[i] ? -1 : 1;
    }

    private long prefixOfNull() {
        return nullsFirst[0] ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static long orderedDouble(long rawBits) {
        return ordered(KeyWords.of(Double.longBitsToDouble(rawBits)));
    }

    /** The {@code long} that orders a DOUBLE, of its bits with one NaN and one zero. */
    private static long ordered(long bits) {
        return bits ^ (bits >> 63) & Long.MAX_VALUE;
    }

    /** The first bytes as a number that orders as they do. */
    private static long prefix(byte[] data, int start, int length) {
        long prefix = 0;
        for (int i = 0; i < PREFIX_BYTES; i++) {
            prefix = prefix << Byte.SIZE | (i < length ? data[start + i] & 0xFF : 0);
        }
        return prefix ^ Long.MIN_VALUE;
    }
}
