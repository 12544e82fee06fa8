// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Changes which rows of a column are NULL, without touching the values. */
public final class NullMask {

    private NullMask() {}

    /** The same values under another null bitmap. */
    public static Column replace(Column column, long @Nullable [] nulls) {
        if (nulls == column.nulls()) {
            return column;
        }
        if (column instanceof LongColumn longs) {
            return new LongColumn(longs.values(), nulls);
        } else if (column instanceof DoubleColumn doubles) {
            return new DoubleColumn(doubles.values(), nulls);
        } else if (column instanceof BooleanColumn booleans) {
            return new BooleanColumn(booleans.values(), nulls);
        } else if (column instanceof BytesColumn bytes) {
            return new BytesColumn(bytes.data(), bytes.starts(), bytes.lengths(), nulls);
        }
        WideColumn wide = (WideColumn) column;
        return new WideColumn(wide.high(), wide.low(), nulls);
    }

    /** A bitmap for {@code bound} rows that may be written, with the bits of {@code nulls}. */
    public static long[] writable(long @Nullable [] nulls, int bound) {
        int words = (bound + 63) >>> 6;
        return nulls == null ? new long[words] : Arrays.copyOf(nulls, Math.max(words, nulls.length));
    }
}
