// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A set of column indices, rising, immutable: a key. The empty set is the key of a relation of at most one row. */
public final class ColumnSet {

    private final int[] columns;

    private ColumnSet(int[] columns) {
        this.columns = columns;
    }

    /** The set of the given columns, in any order, duplicates allowed. */
    public static ColumnSet of(int... columns) {
        return new ColumnSet(Arrays.stream(columns).sorted().distinct().toArray());
    }

    /** The columns, rising; a copy. */
    public int[] toArray() {
        return columns.clone();
    }

    public int size() {
        return columns.length;
    }

    public boolean contains(int column) {
        return Arrays.binarySearch(columns, column) >= 0;
    }

    /** Whether every column of {@code other} is in this set. */
    public boolean containsAll(ColumnSet other) {
        return Arrays.stream(other.columns).allMatch(this::contains);
    }

    /** The columns of either set. */
    public ColumnSet union(ColumnSet other) {
        int[] both = Arrays.copyOf(columns, columns.length + other.columns.length);
        System.arraycopy(other.columns, 0, both, columns.length, other.columns.length);
        return of(both);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ColumnSet set && Arrays.equals(columns, set.columns);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(columns);
    }

    @Override
    public String toString() {
        return Arrays.stream(columns).mapToObj(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }
}
