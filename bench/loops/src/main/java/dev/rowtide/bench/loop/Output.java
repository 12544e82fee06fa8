// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import org.jspecify.annotations.Nullable;

/**
 * A batch of changes as columns, reused after each delivery. A loop fills rows from {@link #rows} on and delivers before
 * it would exceed {@link #CAPACITY}. Delivery counts the rows, and digests them when the pass is a check.
 */
final class Output {
    static final int CAPACITY = 4096;

    static final byte INSERT = 0;
    static final byte UPDATE_BEFORE = 1;
    static final byte UPDATE_AFTER = 2;
    static final byte DELETE = 3;

    /** Zero, and so {@link #INSERT}, where a loop writes nothing. */
    final byte[] kinds = new byte[CAPACITY];

    final Column[] columns;
    int rows;

    private final @Nullable TableDigest digest;
    private long delivered;

    Output(@Nullable TableDigest digest, Column... columns) {
        this.digest = digest;
        this.columns = columns;
    }

    /** A column of the output. */
    sealed interface Column permits Numbers, Text {
        void digest(int row, TableDigest digest);
    }

    /**
     * Whole numbers, timestamps as milliseconds since 1970, or decimals times ten to the power of their scale; {@link #NULL} is none.
     */
    static final class Numbers implements Column {
        static final long NULL = Long.MIN_VALUE;

        final long[] values = new long[CAPACITY];
        private final int scale;

        Numbers() {
            this(0);
        }

        Numbers(int scale) {
            this.scale = scale;
        }

        @Override
        public void digest(int row, TableDigest digest) {
            if (values[row] == NULL) {
                digest.text(null);
            } else {
                digest.decimal(values[row], scale);
            }
        }
    }

    /** Text: slices of {@link #bytes}. */
    static final class Text implements Column {
        byte[] bytes;
        final int[] offset = new int[CAPACITY];
        final int[] length = new int[CAPACITY];

        Text(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void digest(int row, TableDigest digest) {
            digest.text(bytes, offset[row], length[row]);
        }
    }

    Numbers numbers(int column) {
        return (Numbers) columns[column];
    }

    Text text(int column) {
        return (Text) columns[column];
    }

    void deliver() {
        delivered += rows;
        if (digest != null) {
            for (int row = 0; row < rows; row++) {
                for (Column column : columns) {
                    column.digest(row, digest);
                }
                digest.endRow(kinds[row] == INSERT || kinds[row] == UPDATE_AFTER);
            }
        }
        rows = 0;
    }

    long delivered() {
        return delivered;
    }
}
