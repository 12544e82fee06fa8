// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a batch, by physical row. Where {@link #isNull} holds the value beneath is undefined. The arrays may be longer than
 * the batch has rows, and columns may share them; what a column covers of them is never written again once it is in a batch, for ever.
 */
public abstract sealed class Column permits LongColumn, DoubleColumn, BooleanColumn, BytesColumn, WideColumn {

    private final long @Nullable [] nulls;

    Column(long @Nullable [] nulls) {
        this.nulls = nulls;
    }

    /** How the values lie. */
    public abstract Storage storage();

    /** The null bitmap ({@link Nulls}), or null when no value is NULL. */
    public final long @Nullable [] nulls() {
        return nulls;
    }

    /** Whether the value at {@code row} is NULL. */
    public final boolean isNull(int row) {
        return Nulls.get(nulls, row);
    }
}
