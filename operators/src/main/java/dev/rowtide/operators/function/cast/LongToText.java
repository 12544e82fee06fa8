// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.time.CivilDate;
import dev.rowtide.operators.function.time.LocalTimes;
import dev.rowtide.operators.function.time.TimeScale;
import java.time.ZoneId;

/** An integer, a decimal of LONG storage, a date or a timestamp to text. */
final class LongToText implements VectorFunction {

    private static final long YEAR_MAX = 9_999;

    private final Type from;
    private final ValueToText slow;
    private final LocalTimes times;

    LongToText(Type from, ZoneId zone) {
        this.from = from;
        slow = new ValueToText(from, zone);
        times = new LocalTimes(from, zone);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] values = times.read(column, rows);
        TextWriter writer = new TextWriter(rows, 16L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            writer.begin();
            boolean written = switch (from.kind()) {
                case TINYINT, SMALLINT, INTEGER, BIGINT -> writeInteger(values[row], writer);
                case DECIMAL -> writeDecimal(values[row], writer);
                case DATE -> writeDate(values[row], writer);
                case TIMESTAMP, TIMESTAMP_LTZ -> writeTimestamp(values[row], writer);
                default -> false;
            };
            if (!written) {
                slow.write(column, row, writer);
            }
            writer.end(row);
        }
        return writer.column(column.nulls());
    }

    private static boolean writeInteger(long value, TextWriter writer) {
        writer.writeNumber(value);
        return true;
    }

    private boolean writeDecimal(long value, TextWriter writer) {
        if (value < 0) {
            writer.write('-');
        }
        long absolute = Math.abs(value);
        long power = Decimals.power(from.scale());
        writer.writeDigits(absolute / power, 1);
        if (from.scale() > 0) {
            writer.write('.');
            writer.writeDigits(absolute % power, from.scale());
        }
        return true;
    }

    private static boolean writeDate(long epochDay, TextWriter writer) {
        long date = CivilDate.of(epochDay);
        long year = CivilDate.year(date);
        if (year < 0 || year > YEAR_MAX) {
            return false;
        }
        writer.writeTwoDigits((int) year / 100);
        writer.writeTwoDigits((int) year % 100);
        writer.write('-');
        writer.writeTwoDigits(CivilDate.month(date));
        writer.write('-');
        writer.writeTwoDigits(CivilDate.day(date));
        return true;
    }

    private boolean writeTimestamp(long local, TextWriter writer) {
        TimeScale scale = TimeScale.of(from);
        long day = scale.day(local);
        if (!writeDate(day, writer)) {
            return false;
        }
        long ofDay = local - day * scale.unitsPerDay();
        int second = (int) scale.second(ofDay);
        writer.write(' ');
        writer.writeTwoDigits(second / 3_600);
        writer.write(':');
        writer.writeTwoDigits(second / 60 % 60);
        writer.write(':');
        writer.writeTwoDigits(second % 60);
        if (from.precision() > 0) {
            long fraction = ofDay - second * scale.unitsPerSecond();
            int unitDigits = scale.unitsPerSecond() == 1_000_000 ? 6 : 9;
            writer.write('.');
            writer.writeDigits(fraction / Decimals.power(unitDigits - from.precision()), from.precision());
        }
        return true;
    }
}
