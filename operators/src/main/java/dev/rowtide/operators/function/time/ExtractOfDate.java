// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Fields of the calendar, YEAR to DAY_OF_YEAR. DAY_OF_WEEK counts from 1 for Sunday; WEEK is that of ISO 8601. */
final class ExtractOfDate implements VectorFunction {

    private final BuiltinFunction field;
    private final LocalTimes times;
    private final @Nullable TimeScale scale;

    ExtractOfDate(BuiltinFunction field, Type type, ZoneId zone) {
        this.field = field;
        times = new LocalTimes(type, zone);
        scale = type.kind() == TypeKind.DATE ? null : TimeScale.of(type);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] local = times.read(column, rows);
        long[] out = new long[rows.bound()];
        long lastDay = Long.MIN_VALUE;
        long last = 0;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long day = scale == null ? local[row] : scale.day(local[row]);
            if (day != lastDay) {
                lastDay = day;
                last = extract(day);
            }
            out[row] = last;
        }
        return new LongColumn(out, column.nulls());
    }

    private long extract(long day) {
        return switch (field) {
            case EXTRACT_YEAR -> CivilDate.year(CivilDate.of(day));
            case EXTRACT_QUARTER -> (CivilDate.month(CivilDate.of(day)) + 2) / 3;
            case EXTRACT_MONTH -> CivilDate.month(CivilDate.of(day));
            case EXTRACT_DAY -> CivilDate.day(CivilDate.of(day));
            case EXTRACT_WEEK -> CivilDate.week(day);
            case EXTRACT_DAY_OF_WEEK -> (CivilDate.daysSinceMonday(day) + 1) % 7 + 1;
            case EXTRACT_DAY_OF_YEAR -> CivilDate.dayOfYear(day);
            default -> throw new IllegalStateException(field.name());
        };
    }
}
