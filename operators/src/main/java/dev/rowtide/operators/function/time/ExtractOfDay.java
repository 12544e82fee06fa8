// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongDivisor;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Fields that are a quotient of the stored number, and its remainder by the next larger field. MILLISECOND and MICROSECOND contain the seconds of the minute, as
 * in PostgreSQL; EPOCH counts whole seconds.
 */
final class ExtractOfDay implements VectorFunction {

    private final LocalTimes times;
    private final LongDivisor unit;
    private final @Nullable LongDivisor larger;
    private final boolean signed;

    ExtractOfDay(BuiltinFunction field, Type type, ZoneId zone) {
        // EPOCH is the same in every zone.
        times = new LocalTimes(field == BuiltinFunction.EXTRACT_EPOCH ? Type.timestamp(type.precision()) : type, zone);
        signed = type.kind() == TypeKind.INTERVAL_DAY_TIME;
        long perSecond = TimeScale.of(type).unitsPerSecond();
        switch (field) {
            case EXTRACT_DAY -> {
                unit = new LongDivisor(perSecond * 86_400);
                larger = null;
            }
            case EXTRACT_HOUR -> {
                unit = new LongDivisor(perSecond * 3_600);
                larger = new LongDivisor(24);
            }
            case EXTRACT_MINUTE -> {
                unit = new LongDivisor(perSecond * 60);
                larger = new LongDivisor(60);
            }
            case EXTRACT_SECOND -> {
                unit = new LongDivisor(perSecond);
                larger = new LongDivisor(60);
            }
            case EXTRACT_MILLISECOND -> {
                unit = new LongDivisor(perSecond / 1_000);
                larger = new LongDivisor(60_000);
            }
            case EXTRACT_MICROSECOND -> {
                unit = new LongDivisor(perSecond / 1_000_000);
                larger = new LongDivisor(60_000_000);
            }
            case EXTRACT_EPOCH -> {
                unit = new LongDivisor(perSecond);
                larger = null;
            }
            default -> throw new IllegalArgumentException(field.name());
        }
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] local = times.read(column, rows);
        long[] out = new long[rows.bound()];
        int[] selection = rows.selection();
        int n = rows.size();
        if (signed) {
            for (int i = 0; i < n; i++) {
                int row = rows.row(i);
                long quotient = unit.quotient(local[row]);
                out[row] = larger == null ? quotient : larger.remainder(quotient);
            }
        } else if (larger == null) {
            for (int i = 0; i < n; i++) {
                int row = rows.row(i);
                out[row] = unit.floorQuotient(local[row]);
            }
        } else if (selection == null) {
            for (int row = 0; row < n; row++) {
                out[row] = larger.floorRemainder(unit.floorQuotient(local[row]));
            }
        } else {
            for (int i = 0; i < n; i++) {
                int row = selection[i];
                out[row] = larger.floorRemainder(unit.floorQuotient(local[row]));
            }
        }
        return new LongColumn(out, column.nulls());
    }
}
