// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.time.LocalTimes;
import dev.rowtide.operators.function.time.TimeScale;
import java.time.ZoneId;

/**
 * Dates, times and timestamps to one another. A TIMESTAMP_LTZ is to the others what the zone's clocks show; fractional digits that the target lacks are
 * cut; a DATE is its first moment, a TIME one of 1970-01-01.
 */
final class TimeCast implements VectorFunction {

    private final Type from;
    private final Type to;
    private final ZoneId zone;
    private final LocalTimes source;
    private final LocalTimes target;
    private final boolean sameInstants;
    private final CastError error;

    TimeCast(Type from, Type to, ZoneId zone, CastError error) {
        this.from = from;
        this.to = to;
        this.zone = zone;
        this.error = error;
        sameInstants = from.kind() == to.kind();
        source = new LocalTimes(sameInstants ? Type.DATE : from, zone);
        target = new LocalTimes(sameInstants ? Type.DATE : to, zone);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        if (sameInstants && from.precision() <= to.precision() && unitsPerSecond(from) == unitsPerSecond(to)) {
            return column;
        }
        long[] local = source.read(column, rows);
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            try {
                out[row] = convert(local[row]);
            } catch (ArithmeticException e) {
                long value = column.values()[row];
                failures.fail(row, () -> error.outOfRange(ValueText.format(value, from, zone)));
            }
        }
        return new LongColumn(out, column.nulls());
    }

    private long convert(long local) {
        if (from.kind() == TypeKind.DATE) {
            return target.store(Math.multiplyExact(local, TimeScale.of(to).unitsPerDay()));
        }
        TimeScale scale = TimeScale.of(from);
        if (to.kind() == TypeKind.DATE) {
            return scale.day(local);
        }
        long value = to.kind() == TypeKind.TIME ? local - scale.day(local) * scale.unitsPerDay() : local;
        long toUnits = unitsPerSecond(to);
        long fromUnits = scale.unitsPerSecond();
        long converted = toUnits >= fromUnits
                ? Math.multiplyExact(value, toUnits / fromUnits)
                : Math.floorDiv(value, fromUnits / toUnits);
        int unitDigits = toUnits == 1_000_000 ? 6 : 9;
        long unit = Decimals.power(Math.max(0, unitDigits - to.precision()));
        return target.store(converted - Math.floorMod(converted, unit));
    }

    private static long unitsPerSecond(Type type) {
        return type.kind() == TypeKind.DATE ? 0 : TimeScale.of(type).unitsPerSecond();
    }
}
