// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import java.util.Arrays;

/** The order in which a MAP keeps its keys: that of their values; byte strings by their bytes, unsigned. */
final class KeyOrder {

    private KeyOrder() {}

    /** The rows of {@code n} keys from row {@code from} on, none of them NULL, in order; of equal keys the last alone. */
    static int[] distinct(Column keys, int from, int n) {
        int[] rows = new int[n];
        boolean rising = true;
        for (int i = 0; i < n; i++) {
            rows[i] = from + i;
            rising &= i == 0 || compare(keys, from + i - 1, from + i) < 0;
        }
        if (rising) {
            return rows;
        }
        int[] sorted = Arrays.stream(rows)
                .boxed()
                .sorted((a, b) -> compare(keys, a, b))
                .mapToInt(Integer::intValue)
                .toArray();
        int kept = 0;
        for (int i = 0; i < n; i++) {
            boolean isLastOfEquals = i + 1 == n || compare(keys, sorted[i], sorted[i + 1]) != 0;
            if (isLastOfEquals) {
                sorted[kept++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, kept);
    }

    private static int compare(Column keys, int a, int b) {
        return switch (keys.storage()) {
            case LONG -> {
                long[] values = ((LongColumn) keys).values();
                yield Long.compare(values[a], values[b]);
            }
            case DOUBLE -> {
                double[] values = ((DoubleColumn) keys).values();
                yield Double.compare(values[a] + 0.0, values[b] + 0.0);
            }
            case BOOLEAN -> {
                boolean[] values = ((BooleanColumn) keys).values();
                yield Boolean.compare(values[a], values[b]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) keys;
                int high = Long.compare(wide.high()[a], wide.high()[b]);
                yield high != 0 ? high : Long.compareUnsigned(wide.low()[a], wide.low()[b]);
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) keys;
                int startA = bytes.starts()[a];
                int startB = bytes.starts()[b];
                yield Arrays.compareUnsigned(
                        bytes.data(),
                        startA,
                        startA + bytes.lengths()[a],
                        bytes.data(),
                        startB,
                        startB + bytes.lengths()[b]);
            }
        };
    }
}
