// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;

/** Text to a floating-point number. Short numbers without exponent are a quotient of two numbers without rounding, so that it is rounded once. */
final class TextToDouble implements VectorFunction {

    private static final int DOUBLE_DIGITS = 15;
    private static final int FLOAT_DIGITS = 7;

    private final boolean single;
    private final TextToValue slow;

    TextToDouble(Type to, ZoneId zone, CastError error) {
        single = to.kind() == TypeKind.FLOAT;
        slow = new TextToValue(to, zone, error);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        double[] out = new double[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (text.isNull(row)) {
                continue;
            }
            byte[] data = text.data();
            int end = text.starts()[row] + text.lengths()[row];
            int start = TextCell.stripped(data, text.starts()[row], end);
            double value = parse(data, start, TextCell.strippedEnd(data, start, end));
            if (Double.isNaN(value)) {
                Object datum = slow.parse(text.text(row), row, failures);
                value = datum == null ? 0 : (Double) datum;
            }
            out[row] = value;
        }
        return new DoubleColumn(out, text.nulls());
    }

    /** The number, or NaN if it is not of the plain form. */
    private double parse(byte[] data, int start, int end) {
        boolean signed = start < end && (data[start] == '-' || data[start] == '+');
        int first = signed ? start + 1 : start;
        int point = first;
        while (point < end && data[point] != '.') {
            point++;
        }
        int fraction = Math.max(0, end - point - 1);
        if (point == first || point == end - 1 || point - first + fraction > (single ? FLOAT_DIGITS : DOUBLE_DIGITS)) {
            return Double.NaN;
        }
        long whole = TextCell.digits(data, first, point);
        long part = fraction == 0 ? 0 : TextCell.digits(data, point + 1, end);
        if (whole < 0 || part < 0) {
            return Double.NaN;
        }
        double value = (double) (whole * Decimals.power(fraction) + part) / Decimals.power(fraction);
        value = single ? (float) value : value;
        return signed && data[start] == '-' ? -value : value;
    }
}
