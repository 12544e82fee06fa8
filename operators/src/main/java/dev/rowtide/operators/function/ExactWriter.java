// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Collects the values of a column of an integer, decimal or interval type, of either storage, in any order of rows. */
public final class ExactWriter {

    private final Type type;
    private final long[] low;
    private final long @Nullable [] high;
    private final LongRange range;

    public ExactWriter(Type type, Rows rows) {
        this.type = type;
        low = new long[rows.bound()];
        boolean wide = type.storage() == Storage.WIDE;
        high = wide ? new long[rows.bound()] : null;
        range = wide ? LongRange.ALL : LongRange.of(type);
    }

    /**
     * Sets the value of a row, brought to the type's scale.
     *
     * @return false, with nothing set, if the value is out of the type's range
     */
    public boolean set(int row, BigDecimal value, RoundingMode rounding) {
        BigInteger unscaled = value.setScale(type.scale(), rounding).unscaledValue();
        if (!Decimals.fits(unscaled, type)) {
            return false;
        }
        low[row] = unscaled.longValue();
        if (high != null) {
            high[row] = unscaled.shiftRight(Long.SIZE).longValue();
        }
        return true;
    }

    /**
     * Sets the value of a row, in units of the type's last digit.
     *
     * @return false, with nothing set, if the value is out of the type's range
     */
    public boolean set(int row, long unscaled) {
        if (unscaled < range.min() || unscaled > range.max()) {
            return false;
        }
        low[row] = unscaled;
        if (high != null) {
            high[row] = unscaled >> (Long.SIZE - 1);
        }
        return true;
    }

    /** The column of what was set; the writer is not used afterwards. */
    public Column column(long @Nullable [] nulls) {
        return high == null ? new LongColumn(low, nulls) : new WideColumn(high, low, nulls);
    }
}
