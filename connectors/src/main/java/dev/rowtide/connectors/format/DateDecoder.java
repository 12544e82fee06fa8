// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.ValueText;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** DATE. */
final class DateDecoder extends LongValuesDecoder {

    private static final long DAY_MIN = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long DAY_MAX = LocalDate.of(9999, 12, 31).toEpochDay();

    private final boolean dayNumbers;

    /** @param dayNumbers whether a number counts days since the epoch */
    DateDecoder(Field field, boolean dayNumbers) {
        super(field);
        this.dayNumbers = dayNumbers;
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        if (!dayNumbers) {
            super.writeNumber(data, start, end, row);
            return;
        }
        long day = NumberText.integer(data, start, end, type, Integer.MAX_VALUE);
        if (day < DAY_MIN || day > DAY_MAX) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        values[row] = day;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        long day = end - start == IsoText.DATE_LENGTH ? IsoText.epochDay(data, start) : IsoText.NONE;
        if (day == IsoText.NONE) {
            try {
                day = (Long) ValueText.parse(new String(data, start, end - start, UTF_8), type, ZoneOffset.UTC);
            } catch (EngineException e) {
                throw MalformedRecord.notA(type, data, start, end);
            }
        }
        values[row] = day;
    }
}
