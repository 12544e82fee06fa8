// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.state.RowStore;
import org.jspecify.annotations.Nullable;

/** One result: NULL, a number, or the value that a stored row has in a column. */
final class Value {

    private static final int NONE = -1;

    private boolean isNull;
    private long word;
    private long low;
    private @Nullable RowStore rows;
    private int row;
    private int column;
    private @Nullable EngineException failure;

    void setNull() {
        isNull = true;
        row = NONE;
        failure = null;
    }

    /** A number in one word, or in two. */
    void set(long word, long low) {
        isNull = false;
        row = NONE;
        this.word = word;
        this.low = low;
        failure = null;
    }

    /** What a row has in a column. */
    void set(RowStore rows, int row, int column) {
        isNull = false;
        this.rows = rows;
        this.row = row;
        this.column = column;
        failure = null;
    }

    /** There is no result. */
    void fail(EngineException why) {
        setNull();
        failure = why;
    }

    /** Why there is no result; null if there is one. */
    @Nullable
    EngineException failure() {
        return failure;
    }

    /** Whether a stored row has this result in a column. */
    boolean isIn(RowStore results, int result, int at) {
        if (row != NONE) {
            return results.equals(result, at, stored(), row, column);
        }
        return results.isNull(result, at) ? isNull : !isNull && results.hasNumber(result, at, word, low);
    }

    /** Puts it into a column of a stored row. */
    void putInto(RowStore results, int result, int at) {
        results.setNull(result, at);
        if (row != NONE) {
            results.set(result, at, stored(), row, column);
        } else if (!isNull) {
            results.set(result, at, word, low);
        }
    }

    private RowStore stored() {
        if (rows == null) {
            throw new IllegalStateException("no row was given");
        }
        return rows;
    }
}
