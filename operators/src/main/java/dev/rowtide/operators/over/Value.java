// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.state.RowStore;
import org.jspecify.annotations.Nullable;

/** One result: NULL, a number, the value that a stored row has in a column, or a byte string. */
final class Value {

    private static final int NONE = -1;

    private boolean isNull;
    private long word;
    private long low;
    private @Nullable RowStore rows;
    private int row;
    private int column;
    private byte @Nullable [] data;
    private @Nullable EngineException failure;

    void setNull() {
        isNull = true;
        row = NONE;
        data = null;
        failure = null;
    }

    /** A number in one word, or in two. */
    void set(long word, long low) {
        isNull = false;
        row = NONE;
        data = null;
        this.word = word;
        this.low = low;
        failure = null;
    }

    /** What a row has in a column. */
    void set(RowStore rows, int row, int column) {
        isNull = false;
        data = null;
        this.rows = rows;
        this.row = row;
        this.column = column;
        failure = null;
    }

    /** The byte string that a handle refers to. */
    void set(byte[] data, long handle) {
        set(handle, 0);
        this.data = data;
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
        if (isNull || results.isNull(result, at)) {
            return isNull && results.isNull(result, at);
        }
        return data == null ? results.hasNumber(result, at, word, low) : results.hasBytes(result, at, data, word);
    }

    /** Puts it into a column of a stored row. */
    void putInto(RowStore results, int result, int at) {
        results.setNull(result, at);
        if (row != NONE) {
            results.set(result, at, stored(), row, column);
        } else if (!isNull && data != null) {
            results.set(result, at, data, word);
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
