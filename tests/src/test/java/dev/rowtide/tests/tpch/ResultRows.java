// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.tpch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result, comparable between engines: numbers as doubles, since a mean of decimals is a decimal in one engine and a double in the other; all else as
 * text without the blanks that fill up a CHAR. A row of nothing but NULL, which a total over no rows is, is left out, since a continuous query has no row then.
 */
final class ResultRows {

    private static final double RELATIVE_ERROR = 1e-9;
    private static final double ERROR = 1e-5;

    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    void add(List<@Nullable Object> values) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(
                    value instanceof Number number
                            ? (Object) number.doubleValue()
                            : value == null ? null : value.toString().stripTrailing());
        }
        if (row.stream().anyMatch(Objects::nonNull)) {
            rows.add(row);
        }
    }

    int size() {
        return rows.size();
    }

    /** Puts the rows into an order in which equal results have equal rows side by side: by what is exact first. */
    ResultRows sort() {
        rows.sort(
                Comparator.comparing((List<@Nullable Object> row) -> exact(row).toString())
                        .thenComparing(ResultRows::compareNumbers));
        return this;
    }

    private static List<@Nullable Object> exact(List<@Nullable Object> row) {
        List<@Nullable Object> exact = new ArrayList<>();
        row.forEach(value -> exact.add(value instanceof Double ? "" : value));
        return exact;
    }

    private static int compareNumbers(List<@Nullable Object> left, List<@Nullable Object> right) {
        for (int c = 0; c < left.size(); c++) {
            if (left.get(c) instanceof Double a && right.get(c) instanceof Double b && !near(a, b)) {
                return Double.compare(a, b);
            }
        }
        return 0;
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) <= ERROR + RELATIVE_ERROR * Math.max(Math.abs(a), Math.abs(b));
    }

    /** Whether the rows of both, sorted, are the same. */
    boolean matches(ResultRows other) {
        if (rows.size() != other.rows.size()) {
            return false;
        }
        for (int i = 0; i < rows.size(); i++) {
            List<@Nullable Object> left = rows.get(i);
            List<@Nullable Object> right = other.rows.get(i);
            if (!exact(left).equals(exact(right)) || compareNumbers(left, right) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(row).append('\n'));
        return text.toString();
    }
}
