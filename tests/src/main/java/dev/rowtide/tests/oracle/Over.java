// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Call;
import java.util.ArrayList;
import java.util.List;
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

    /** With functions of its own. */
    Over withFunctions(List<Function> some) {
        return new Over(input, windows, some, named);
    }

    @Override
    public List<Column> key() {
        return input.key();
    }
}
