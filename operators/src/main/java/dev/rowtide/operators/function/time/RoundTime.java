// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongDivisor;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** FLOOR and CEIL of a date or time to a unit, in local time. */
final class RoundTime implements VectorFunction {

    private final CalendarUnit unit;
    private final boolean up;
    private final LocalTimes times;
    private final @Nullable TimeScale scale;
    private final @Nullable LongDivisor partOfDay;
    private final boolean timeOfDay;
    private final CallSite site;

    RoundTime(CalendarUnit unit, boolean up, Type type, ZoneId zone, CallSite site) {
        this.unit = unit;
        this.up = up;
        this.site = site;
        times = new LocalTimes(type, zone);
        timeOfDay = type.kind() == TypeKind.TIME;
        scale = type.kind() == TypeKind.DATE ? null : TimeScale.of(type);
        long nanosPerUnit = scale == null ? 1 : 1_000_000_000L / scale.unitsPerSecond();
        partOfDay = unit.nanos == 0 || scale == null ? null : new LongDivisor(Math.max(1, unit.nanos / nanosPerUnit));
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] out = partOfDay == null ? roundToDays(column, rows) : roundToParts(column, rows, partOfDay);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long value = column.values()[row];
            // Near the ends of the representable time the rounded time wraps round.
            if ((up ? out[row] < value : out[row] > value) && !Nulls.get(column.nulls(), row)) {
                out[row] = 0;
                failures.fail(row, () -> site.error(ErrorCode.NUMERIC_OUT_OF_RANGE, "timestamp out of range"));
            }
        }
        return new LongColumn(out, column.nulls());
    }

    /** A part of a day keeps its offset to UTC, also in the hour that a zone's clocks go through twice. */
    private long[] roundToParts(LongColumn column, Rows rows, LongDivisor part) {
        long[] values = column.values();
        long[] local = times.read(column, rows);
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long over = part.floorRemainder(local[row]);
            out[row] = values[row] - over + (up && over != 0 ? part.divisor() : 0);
        }
        return out;
    }

    private long[] roundToDays(LongColumn column, Rows rows) {
        long[] values = column.values();
        if (timeOfDay || unit.nanos != 0) {
            // The day of a TIME, and the parts of the day of a DATE, are all zero.
            long[] out = new long[rows.bound()];
            for (int i = 0; i < rows.size(); i++) {
                out[rows.row(i)] = timeOfDay ? 0 : values[rows.row(i)];
            }
            return out;
        }
        long[] local = times.read(column, rows);
        long[] out = new long[rows.bound()];
        long perDay = scale == null ? 1 : scale.unitsPerDay();
        long lastDay = Long.MIN_VALUE;
        long first = 0;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long day = scale == null ? local[row] : scale.day(local[row]);
            if (day != lastDay) {
                lastDay = day;
                first = unit.firstDay(day);
            }
            long rounded = first * perDay;
            if (up && rounded != local[row]) {
                rounded = unit.nextDay(day) * perDay;
            }
            out[row] = times.store(rounded);
        }
        return out;
    }
}
