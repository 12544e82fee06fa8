// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;

/** DATE. */
final class DateDecoder extends LongValuesDecoder {

    DateDecoder(Field field) {
        super(field);
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
