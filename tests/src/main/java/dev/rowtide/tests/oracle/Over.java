// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT *, functions FROM input}, each function OVER one of some windows.
 *
 * @param windows what functions are computed over
 * @param functions the columns behind the input's
 * @param named whether windows are said in a WINDOW clause
 */
record Over(Relation input, List<Window> windows, List<Function> functions, boolean named) implements Relation {

    /**
     * A window.
     *
     * @param order none for rows that are all equal
     * @param frame as SQL says it, or empty
     */
    record Window(List<Column> partition, @Nullable Ranking order, String frame) {

        boolean countsRows() {
            return frame.startsWith("ROWS");
        }

        /** Whether the rows of both stand in one order, in which equal rows then have one place each. */
        boolean hasOrderOf(Window other) {
            return partition.equals(other.partition) && Objects.equals(order, other.order);
        }
    }

    /**
     * A function over a window.
     *
     * @param window the window's number
     * @param call an aggregate of the rows of the frame; null for others
     * @param text what comes before OVER, for those
     */
    record Function(
            int window,
            Column column,
            @Nullable Call call,
            @Nullable CallText text) {}

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>(input.columns());
        functions.forEach(function -> columns.add(function.column()));
        return columns;
    }

    @Override
    public int rowsMax() {
        return input.rowsMax();
    }

    @Override
    public List<Relation> inputs() {
        return List.of(input);
    }

    @Override
    public Over withInputs(List<Relation> inputs) {
        return new Over(inputs.get(0), windows, functions, named);
    }

    /** The first window that has the order of this one. */
    int orderOf(int window) {
        int first = 0;
        while (!windows.get(first).hasOrderOf(windows.get(window))) {
            first++;
        }
        return first;
    }

    /** Whether two rows that are equal may have different results. */
    boolean partsEqualRows(Function function) {
        return windows.get(function.window()).countsRows()
                || function.text() != null
                        && Stream.of("ROW_NUMBER", "NTILE", "LAG", "LEAD")
                                .anyMatch(name -> function.text().rowtide().startsWith(name));
    }

    /** Whether one order alone parts equal rows: which result of a second one goes with which of the first, nobody says. */
    boolean hasOneAnswer() {
        long orders = functions.stream()
                .filter(this::partsEqualRows)
                .map(function -> orderOf(function.window()))
                .distinct()
                .count();
        return orders < 2 || !input.key().isEmpty();
    }

    /** With functions of its own. */
    Over withFunctions(List<Function> some) {
        return new Over(input, windows, some, named);
    }

    @Override
    public List<Column> key() {
        return input.key();
    }
}
