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
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A date or time plus or minus an interval. Months keep the day of the month, or take the last of a shorter month; a
 * TIME goes round the clock; a DATE keeps to whole days unless the result is a timestamp.
 */
final class ShiftTime implements VectorFunction {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /** 0000-01-01 and 9999-12-31, days since 1970. */
    private static final long FIRST_DAY = -719_528;

    private static final long LAST_DAY = 2_932_896;

    /** Far beyond any timestamp, and such that no sum of two wraps. */
    private static final long MONTHS_MAX = 1L << 40;

    private final Type type;
    private final Type result;
    private final boolean months;
    private final int sign;
    private final LocalTimes times;
    private final @Nullable TimeScale scale;
    private final CallSite site;

    /** Whether the values and the interval both count microseconds, so that the sum is all there is to it. */
    private final boolean plainMicros;

    /** What a date or timestamp lies between: the years of four digits, as far as the type has them. */
    private final long min;

    private final long max;

    ShiftTime(Type type, Type interval, Type result, int sign, ZoneId zone, CallSite site) {
        this.type = type;
        this.result = result;
        this.sign = sign;
        this.site = site;
        months = interval.kind() == TypeKind.INTERVAL_YEAR_MONTH;
        times = new LocalTimes(type, zone);
        scale = result.kind() == TypeKind.DATE ? null : TimeScale.of(result);
        min = scale == null ? FIRST_DAY : saturated(FIRST_DAY, scale);
        max = scale == null ? LAST_DAY : saturated(LAST_DAY + 1, scale) - 1;
        plainMicros = !months && type.kind().isTimestamp() && type.unitsPerSecond() == 1_000_000;
    }

    private static long saturated(long day, TimeScale scale) {
        long bound = day * scale.unitsPerDay();
        boolean fits = Math.multiplyHigh(day, scale.unitsPerDay()) == bound >> (Long.SIZE - 1);
        return fits ? bound : day < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        LongColumn interval = (LongColumn) arguments[1];
        long[] nulls = Nulls.union(column.nulls(), interval.nulls());
        long[] values = months ? times.read(column, rows) : column.values();
        long[] out = new long[rows.bound()];
        if (plainMicros && addAll(values, interval.values(), rows, out)) {
            return new LongColumn(out, nulls);
        }
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                long amount = Math.multiplyExact(interval.values()[row], (long) sign);
                long shifted = months ? plusMonths(values[row], amount) : plusMicros(values[row], amount);
                if (result.kind() != TypeKind.TIME && (shifted < min || shifted > max)) {
                    throw new ArithmeticException();
                }
                out[row] = shifted;
            } catch (ArithmeticException e) {
                failures.fail(
                        row,
                        () -> site.error(
                                ErrorCode.NUMERIC_OUT_OF_RANGE, "the result is out of range for " + result.name()));
            }
        }
        return new LongColumn(out, nulls);
    }

    /** Adds without a branch per row; false if some row, be it a NULL's, leaves the range. */
    private boolean addAll(long[] values, long[] micros, Rows rows, long[] out) {
        long overflow = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long amount = micros[row] * sign;
            long sum = values[row] + amount;
            overflow |= (values[row] ^ sum) & (amount ^ sum) | (sum - min) | (max - sum);
            out[row] = sum;
        }
        return overflow >= 0;
    }

    private long plusMonths(long local, long amount) {
        if (amount < -MONTHS_MAX || amount > MONTHS_MAX) {
            throw new ArithmeticException();
        }
        if (type.kind() == TypeKind.TIME) {
            return local;
        }
        if (scale == null) {
            return CivilDate.plusMonths(local, amount);
        }
        long day = type.kind() == TypeKind.DATE ? local : scale.day(local);
        long ofDay = type.kind() == TypeKind.DATE ? 0 : local - day * scale.unitsPerDay();
        long shifted = CivilDate.plusMonths(day, amount);
        return times.store(Math.addExact(Math.multiplyExact(shifted, scale.unitsPerDay()), ofDay));
    }

    private long plusMicros(long value, long micros) {
        if (scale == null) {
            return Math.addExact(value, Math.floorDiv(micros, MICROS_PER_DAY));
        }
        long perMicro = scale.unitsPerSecond() / 1_000_000;
        if (type.kind() == TypeKind.TIME) {
            return Math.floorMod(value + micros % MICROS_PER_DAY * perMicro, scale.unitsPerDay());
        }
        long start = type.kind() == TypeKind.DATE ? Math.multiplyExact(value, scale.unitsPerDay()) : value;
        return Math.addExact(start, Math.multiplyExact(micros, perMicro));
    }
}
