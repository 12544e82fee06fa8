// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Keys;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds rows of columns that stay as they are by their keys. A row with NULL in its key is never found. */
abstract sealed class KeyIndex {

    static final int NONE = LookedUpRows.NONE;

    /** By row, the one behind it of the same key; null where no key has several. */
    private int @Nullable [] next;

    /** An index of so many rows, of the columns of their keys. */
    static KeyIndex of(Schema schema, Column[] columns, int rows) {
        long[] nulls = null;
        for (Column column : columns) {
            nulls = Nulls.union(nulls, column.nulls());
        }
        int[] keyed = new int[rows];
        int n = 0;
        for (int row = 0; row < rows; row++) {
            if (!Nulls.get(nulls, row)) {
                keyed[n++] = row;
            }
        }
        KeyIndex index = columns.length == 1 && columns[0] instanceof LongColumn longs
                ? Dense.of(longs.values(), keyed, n)
                : null;
        return index != null ? index : new Hashed(schema, columns, keyed, n, rows);
    }

    /** Whether no key has several rows. */
    final boolean isUnique() {
        return next == null;
    }

    /** The row behind a row of the same key, or {@link #NONE}. */
    final int next(int row) {
        return next == null ? NONE : next[row];
    }

    /** Puts a row in front of another one of its key. */
    final void link(int row, int behind, int rows) {
        int[] links = next;
        if (links == null) {
            links = new int[rows];
            Arrays.fill(links, NONE);
            next = links;
        }
        links[row] = behind;
    }

    /**
     * Finds rows.
     *
     * @param asked has the columns of the key alone
     * @param rows the physical rows that ask, of which the first {@code n} count, none with NULL in the key
     * @param first receives the first row of each key, or {@link #NONE}
     */
    abstract void find(ChangeBatch asked, int[] rows, int n, int[] first);

    long bytes() {
        return next == null ? 0 : (long) next.length * Integer.BYTES;
    }

    /** Of numbers that lie close to one another, as numbers that were counted do: the row lies at the number's distance from the lowest one. */
    private static final class Dense extends KeyIndex {

        /** The places per row that may be there for numbers that no row has: as much room as a table of keys takes. */
        private static final int PLACES_PER_ROW = 8;

        private final long lowest;
        private final int[] rowAt;

        private Dense(long lowest, int places) {
            this.lowest = lowest;
            rowAt = new int[places];
            Arrays.fill(rowAt, NONE);
        }

        /** Null where the numbers don't lie close to one another. */
        static @Nullable Dense of(long[] keys, int[] rows, int n) {
            long lowest = Long.MAX_VALUE;
            long highest = Long.MIN_VALUE;
            for (int i = 0; i < n; i++) {
                lowest = Math.min(lowest, keys[rows[i]]);
                highest = Math.max(highest, keys[rows[i]]);
            }
            long range = highest - lowest;
            if (n == 0 || range < 0 || range >= (long) PLACES_PER_ROW * n || range >= Integer.MAX_VALUE / 2) {
                return null;
            }
            Dense index = new Dense(lowest, (int) range + 1);
            // From the last on, so that rows of a key come in their order.
            for (int i = n - 1; i >= 0; i--) {
                int place = (int) (keys[rows[i]] - lowest);
                if (index.rowAt[place] != NONE) {
                    index.link(rows[i], index.rowAt[place], rows[n - 1] + 1);
                }
                index.rowAt[place] = rows[i];
            }
            return index;
        }

        @Override
        void find(ChangeBatch asked, int[] rows, int n, int[] first) {
            long[] keys = asked.longs(0).values();
            for (int i = 0; i < n; i++) {
                long distance = keys[rows[i]] - lowest;
                first[i] = distance >= 0 && distance < rowAt.length ? rowAt[(int) distance] : NONE;
            }
        }

        @Override
        long bytes() {
            return super.bytes() + (long) rowAt.length * Integer.BYTES;
        }
    }

    /** Of any keys. */
    private static final class Hashed extends KeyIndex {

        private final Keys keys;

        Hashed(Schema schema, Column[] columns, int[] rows, int n, int count) {
            keys = Keys.of(schema, IntStream.range(0, columns.length).toArray(), 1);
            keys.table().reserve(n);
            int[] at = new int[n];
            keys.locate(ChangeBatch.inserts(count, columns, 0, Watermarks.absent()), rows, n, at);
            long[] records = keys.table().records();
            int word = keys.table().valueOffset();
            int fresh = 0;
            for (int i = n - 1; i >= 0; i--) {
                long head = records[at[i] + word];
                if (head != 0) {
                    link(rows[i], (int) head - 1, count);
                } else {
                    fresh++;
                }
                records[at[i] + word] = rows[i] + 1L;
            }
            keys.table().addLive(fresh);
        }

        @Override
        void find(ChangeBatch asked, int[] rows, int n, int[] first) {
            keys.locate(asked, rows, n, first);
            long[] records = keys.table().records();
            int word = keys.table().valueOffset();
            for (int i = 0; i < n; i++) {
                first[i] = (int) records[first[i] + word] - 1;
            }
        }

        @Override
        long bytes() {
            return super.bytes() + keys.table().bytes();
        }
    }
}
