// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** A column of {@link Storage#BOOLEAN} values. */
public final class BooleanColumn extends Column {

    private final boolean[] values;

    public BooleanColumn(boolean[] values, long @Nullable [] nulls) {
        super(nulls);
        this.values = values;
    }

    /** The values by row. */
    public boolean[] values() {
        return values;
    }

    @Override
    public Storage storage() {
        return Storage.BOOLEAN;
    }
}
