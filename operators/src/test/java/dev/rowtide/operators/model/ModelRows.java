// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.model;

import dev.rowtide.core.plan.SortKey;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of models as text, and in the order of sort keys. */
public final class ModelRows {

    private ModelRows() {}

    /** As change text has it. */
    public static String text(List<@Nullable Comparable<?>> row) {
        return row.stream()
                .map(value -> value == null ? "NULL" : value.toString())
                .collect(Collectors.joining(", "));
    }

    /** Compares rows by the keys that are columns. */
    public static int compare(List<@Nullable Comparable<?>> a, List<@Nullable Comparable<?>> b, List<SortKey> order) {
        for (SortKey key : order) {
            int comparison = key.isArrival() ? 0 : compare(a.get(key.column()), b.get(key.column()), key);
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }

    private static int compare(@Nullable Comparable<?> a, @Nullable Comparable<?> b, SortKey key) {
        if (a == null || b == null) {
            return a == b ? 0 : (a == null) == key.nullsFirst() ? -1 : 1;
        }
        int comparison = compareValues(a, b);
        return key.descending() ? -comparison : comparison;
    }

    /** Compares values of one type. */
    @SuppressWarnings("unchecked")
    public static int compareValues(Comparable<?> a, Comparable<?> b) {
        return ((Comparable<Object>) a).compareTo(b);
    }
}
