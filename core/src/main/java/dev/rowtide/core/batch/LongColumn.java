// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** A column of {@link Storage#LONG} values. */
public final class LongColumn extends Column {

    private final long[] values;

    public LongColumn(long[] values, long @Nullable [] nulls) {
        super(nulls);
        this.values = values;
    }

    /** The values by row. */
    public long[] values() {
        return values;
    }

    @Override
    public Storage storage() {
        return Storage.LONG;
    }
}
