// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.function.NumericDatePattern.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongDivisor;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.time.ZoneId;
import java.util.List;

/** DATE_FIELDS: the numbers in the text of DATE_FORMAT as one. They are found once for each run of rows within the smallest of their units. */
final class DateFields implements VectorFunction {

    private static final long SECONDS_PER_DAY = 86_400;

    private final LocalTimes times;
    private final List<Field> fields;
    private final long unitsPerSecond;

    /** The units of stored time in the smallest field, a day at most. */
    private final LongDivisor smallest;

    private final long smallestPerDay;

    /** @param pattern one that {@linkplain NumericDatePattern#isPackable() one number} has room for */
    DateFields(Type type, NumericDatePattern pattern, ZoneId zone) {
        times = new LocalTimes(type, zone);
        fields = pattern.fields();
        boolean ofDays = type.kind() == TypeKind.DATE;
        unitsPerSecond = ofDays ? 0 : TimeScale.of(type).unitsPerSecond();
        long partsPerDay =
                fields.stream().mapToLong(DateFields::partsPerDay).max().orElse(1);
        smallestPerDay = ofDays ? 1 : partsPerDay;
        smallest = new LongDivisor(ofDays ? 1 : SECONDS_PER_DAY * unitsPerSecond / partsPerDay);
    }

    private static long partsPerDay(Field field) {
        return switch (field.unit()) {
            case HOUR -> 24;
            case MINUTE -> 24 * 60;
            case SECOND -> SECONDS_PER_DAY;
            case FRACTION -> SECONDS_PER_DAY * Decimals.power(field.width());
            default -> 1;
        };
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] nulls = Nulls.union(column.nulls(), arguments[1].nulls());
        long[] local = times.read(column, rows);
        long[] out = new long[rows.bound()];
        long lastPart = Long.MIN_VALUE;
        long number = 0;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long part = smallest.floorQuotient(local[row]);
            if (part != lastPart) {
                lastPart = part;
                number = packed(part);
            }
            out[row] = number;
        }
        return new LongColumn(out, nulls);
    }

    private long packed(long part) {
        long day = Math.floorDiv(part, smallestPerDay);
        long partOfDay = part - day * smallestPerDay;
        long date = CivilDate.of(day);
        long packed = 0;
        for (Field field : fields) {
            packed |= field.unit().packed(number(field, date, partOfDay));
        }
        return packed;
    }

    private long number(Field field, long date, long partOfDay) {
        long year = CivilDate.year(date);
        long yearAsWritten = field.ofEra() && year < 1 ? 1 - year : year;
        return switch (field.unit()) {
            case YEAR -> yearAsWritten;
            case YEAR_OF_CENTURY -> Math.abs(yearAsWritten) % 100;
            case MONTH -> CivilDate.month(date);
            case DAY -> CivilDate.day(date);
            case HOUR -> partOfDay * 24 / smallestPerDay;
            case MINUTE -> partOfDay * (24 * 60) / smallestPerDay % 60;
            case SECOND -> partOfDay * SECONDS_PER_DAY / smallestPerDay % 60;
            case FRACTION -> partOfDay * partsPerDay(field) / smallestPerDay % Decimals.power(field.width());
        };
    }
}
