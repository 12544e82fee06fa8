// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** A column of {@link Storage#DOUBLE} values. */
public final class DoubleColumn extends Column {

    private final double[] values;

    public DoubleColumn(double[] values, long @Nullable [] nulls) {
        super(nulls);
        this.values = values;
    }

    /** The values by row. */
    public double[] values() {
        return values;
    }

    @Override
    public Storage storage() {
        return Storage.DOUBLE;
    }
}
