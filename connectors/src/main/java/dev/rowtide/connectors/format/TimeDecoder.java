// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;

/** TIME; digits beyond the type's precision are cut. */
final class TimeDecoder extends LongValuesDecoder {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    TimeDecoder(Field field) {
        super(field);
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        long second = end - start == IsoText.TIME_LENGTH ? IsoText.secondOfDay(data, start) : IsoText.NONE;
        if (second != IsoText.NONE) {
            values[row] = second * NANOS_PER_SECOND;
            return;
        }
        try {
            values[row] = (Long) ValueText.parse(new String(data, start, end - start, UTF_8), type, ZoneOffset.UTC);
        } catch (EngineException e) {
            throw MalformedRecord.notA(type, data, start, end);
        }
    }
}
