// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;

/** Numbers and booleans as all formats write them. */
final class NumberCells {

    private NumberCells() {}

    static CellWriter integer() {
        return (column, row, out) -> out.put(((LongColumn) column).values()[row]);
    }

    /** Plain, with all digits of the scale. */
    static CellWriter decimal(Type type) {
        int scale = type.scale();
        if (type.storage() == Storage.WIDE) {
            return (column, row, out) ->
                    out.put(new BigDecimal(((WideColumn) column).value(row), scale).toPlainString());
        }
        if (scale == 0) {
            return integer();
        }
        long unit = power(scale);
        return (column, row, out) -> {
            long unscaled = ((LongColumn) column).values()[row];
            if (unscaled < 0) {
                out.put('-');
            }
            long absolute = Math.abs(unscaled);
            out.put(absolute / unit);
            out.put('.');
            out.putPadded(absolute % unit, scale);
        };
    }

    /** The shortest text that reads back as the same number; {@code NaN}, {@code Infinity} and {@code -Infinity} between {@code quote}s. */
    static CellWriter floating(Type type, String quote) {
        boolean single = type.kind() == TypeKind.FLOAT;
        return (column, row, out) -> {
            double value = ((DoubleColumn) column).values()[row];
            String text = single ? Float.toString((float) value) : Double.toString(value);
            if (Double.isFinite(value)) {
                out.put(text);
            } else {
                out.put(quote);
                out.put(text);
                out.put(quote);
            }
        };
    }

    static CellWriter bool(String yes, String no) {
        return (column, row, out) -> out.put(((BooleanColumn) column).values()[row] ? yes : no);
    }

    static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
