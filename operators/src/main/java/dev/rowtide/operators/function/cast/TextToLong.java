// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongRange;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.time.CivilDate;
import dev.rowtide.operators.function.time.LocalTimes;
import java.math.BigDecimal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Text to an integer, a decimal of LONG storage, a date or a timestamp. */
final class TextToLong implements VectorFunction {

    private static final int DATE_LENGTH = 10;
    private static final int SECONDS_LENGTH = 19;

    private final Type to;
    private final TextToValue slow;
    private final LongRange range;
    private final LocalTimes times;

    TextToLong(Type to, ZoneId zone, CastError error) {
        this.to = to;
        slow = new TextToValue(to, zone, error);
        range = LongRange.of(to);
        times = new LocalTimes(to, zone);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        byte[] data = text.data();
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (text.isNull(row)) {
                continue;
            }
            int end = text.starts()[row] + text.lengths()[row];
            int start = TextCell.stripped(data, text.starts()[row], end);
            long value = parse(data, start, TextCell.strippedEnd(data, start, end));
            if (value == TextCell.UNSURE || !range.contains(value)) {
                value = unscaled(slow.parse(text.text(row), row, failures));
            }
            out[row] = value;
        }
        return new LongColumn(out, text.nulls());
    }

    private long parse(byte[] data, int start, int end) {
        return switch (to.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> TextCell.integer(data, start, end);
            case DECIMAL -> decimal(data, start, end);
            case DATE -> end - start == DATE_LENGTH ? date(data, start) : TextCell.UNSURE;
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(data, start, end);
            default -> TextCell.UNSURE;
        };
    }

    private long decimal(byte[] data, int start, int end) {
        boolean signed = start < end && (data[start] == '-' || data[start] == '+');
        int first = signed ? start + 1 : start;
        int point = first;
        while (point < end && data[point] != '.') {
            point++;
        }
        int fraction = Math.max(0, end - point - 1);
        // A digit on each side, no more of them than the type keeps, and in all no more than a long holds.
        if (point == first || point == end - 1 || fraction > to.scale() || point - first + to.scale() > 18) {
            return TextCell.UNSURE;
        }
        long whole = TextCell.digits(data, first, point);
        long part = fraction == 0 ? 0 : TextCell.digits(data, point + 1, end);
        if (whole < 0 || part < 0) {
            return TextCell.UNSURE;
        }
        long value = whole * Decimals.power(to.scale()) + part * Decimals.power(to.scale() - fraction);
        return signed && data[start] == '-' ? -value : value;
    }

    private static long date(byte[] data, int start) {
        long year = TextCell.digits(data, start, start + 4);
        long month = TextCell.digits(data, start + 5, start + 7);
        long day = TextCell.digits(data, start + 8, start + 10);
        boolean valid =
                data[start + 4] == '-' && data[start + 7] == '-' && year >= 0 && month >= 1 && month <= 12 && day >= 1;
        return valid && day <= CivilDate.lengthOfMonth(year, (int) month)
                ? CivilDate.epochDay(year, (int) month, (int) day)
                : TextCell.UNSURE;
    }

    private long timestamp(byte[] data, int start, int end) {
        int length = end - start;
        if (length < SECONDS_LENGTH || length > SECONDS_LENGTH + 10 || length == SECONDS_LENGTH + 1) {
            return TextCell.UNSURE;
        }
        long day = date(data, start);
        long hour = TextCell.digits(data, start + 11, start + 13);
        long minute = TextCell.digits(data, start + 14, start + 16);
        long second = TextCell.digits(data, start + 17, start + 19);
        int digits = Math.max(0, length - SECONDS_LENGTH - 1);
        long fraction = TextCell.digits(data, end - digits, end);
        boolean valid = day != TextCell.UNSURE
                && (data[start + 10] == ' ' || data[start + 10] == 'T')
                && data[start + 13] == ':'
                && data[start + 16] == ':'
                && (digits == 0 || data[start + 19] == '.')
                && hour >= 0
                && hour < 24
                && minute >= 0
                && minute < 60
                && second >= 0
                && second < 60
                && fraction >= 0;
        if (!valid) {
            return TextCell.UNSURE;
        }
        int kept = Math.min(digits, to.precision());
        long cut = fraction / Decimals.power(digits - kept);
        int unitDigits = to.unitsPerSecond() == 1_000_000 ? 6 : 9;
        long seconds = day * 86_400 + hour * 3_600 + minute * 60 + second;
        if (Math.abs(seconds) >= Long.MAX_VALUE / to.unitsPerSecond()) {
            return TextCell.UNSURE;
        }
        return times.store(seconds * to.unitsPerSecond() + cut * Decimals.power(unitDigits - kept));
    }

    private long unscaled(@Nullable Object datum) {
        if (datum == null) {
            return 0;
        }
        return datum instanceof BigDecimal decimal
                ? decimal.setScale(to.scale()).unscaledValue().longValueExact()
                : (Long) datum;
    }
}
