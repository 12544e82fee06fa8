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

/** The time from the second argument to the first: microseconds, or whole months toward zero where the result is an INTERVAL_YEAR_MONTH. */
final class TimeDifference implements VectorFunction {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final Type type;
    private final boolean months;
    private final LocalTimes times;
    private final CallSite site;

    TimeDifference(Type type, Type result, ZoneId zone, CallSite site) {
        this.type = type;
        this.site = site;
        months = result.kind() == TypeKind.INTERVAL_YEAR_MONTH;
        times = new LocalTimes(type, zone);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn later = (LongColumn) arguments[0];
        LongColumn earlier = (LongColumn) arguments[1];
        long[] nulls = Nulls.union(later.nulls(), earlier.nulls());
        long[] laterValues = months ? times.read(later, rows) : later.values();
        long[] earlierValues = months ? times.read(earlier, rows) : earlier.values();
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            try {
                out[row] = months
                        ? monthsBetween(laterValues[row], earlierValues[row])
                        : micros(Math.subtractExact(laterValues[row], earlierValues[row]));
            } catch (ArithmeticException e) {
                failures.fail(row, () -> site.error(ErrorCode.NUMERIC_OUT_OF_RANGE, "the difference is out of range"));
            }
        }
        return new LongColumn(out, nulls);
    }

    private long micros(long difference) {
        return type.kind() == TypeKind.DATE
                ? Math.multiplyExact(difference, MICROS_PER_DAY)
                : Math.floorDiv(difference, TimeScale.of(type).unitsPerSecond() / 1_000_000);
    }

    private long monthsBetween(long later, long earlier) {
        if (later < earlier) {
            return -monthsBetween(earlier, later);
        }
        boolean date = type.kind() == TypeKind.DATE;
        long laterDay = date ? later : TimeScale.of(type).day(later);
        long earlierDay = date ? earlier : TimeScale.of(type).day(earlier);
        long laterOfDay = date ? 0 : later - laterDay * TimeScale.of(type).unitsPerDay();
        long earlierOfDay = date ? 0 : earlier - earlierDay * TimeScale.of(type).unitsPerDay();
        long a = CivilDate.of(laterDay);
        long b = CivilDate.of(earlierDay);
        long between = (CivilDate.year(a) - CivilDate.year(b)) * 12 + CivilDate.month(a) - CivilDate.month(b);
        boolean begun = CivilDate.day(a) < CivilDate.day(b)
                || (CivilDate.day(a) == CivilDate.day(b) && laterOfDay < earlierOfDay);
        return begun ? between - 1 : between;
    }
}
