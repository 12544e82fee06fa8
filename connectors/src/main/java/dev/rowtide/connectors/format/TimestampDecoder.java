// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * TIMESTAMP and TIMESTAMP_LTZ, as ISO text with {@code T} or a blank between date and time. An offset ({@code Z},
 * {@code +02:00}) places a TIMESTAMP_LTZ; a TIMESTAMP takes that of UTC only, since it could not keep another; without
 * one a TIMESTAMP_LTZ is read in the reader's time zone. Numbers are refused unless the reader was told their unit,
 * since a wrong guess would go unnoticed.
 */
final class TimestampDecoder extends LongValuesDecoder {

    private static final int NANOS_PER_SECOND = 1_000_000_000;
    private static final int OFFSET_LENGTH = 6;

    private final ZoneId zone;
    private final EpochUnit epochUnit;
    private final boolean instant;
    private final boolean utc;
    private final long unitsPerSecond;

    /** The first and the last eight bytes of the date met last, and its day. */
    private long lastHead;

    private long lastTail;
    private long lastDay = IsoText.NONE;

    TimestampDecoder(Field field, DecodeOptions options) {
        super(field);
        zone = options.zone();
        epochUnit = options.epochUnit();
        instant = type.kind() == TypeKind.TIMESTAMP_LTZ;
        utc = zone.normalized().equals(ZoneOffset.UTC);
        unitsPerSecond = type.unitsPerSecond();
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        if (end - start < IsoText.DATE_LENGTH + 1 + IsoText.TIME_LENGTH) {
            writeUnusual(data, start, end, row);
            return;
        }
        long day = epochDay(data, start);
        byte between = data[start + IsoText.DATE_LENGTH];
        long second = IsoText.secondOfDay(data, start + IsoText.DATE_LENGTH + 1);
        int at = start + IsoText.DATE_LENGTH + 1 + IsoText.TIME_LENGTH;
        if (day == IsoText.NONE || second == IsoText.NONE || (between != 'T' && between != ' ')) {
            writeUnusual(data, start, end, row);
            return;
        }
        long fraction = 0;
        if (at + 1 < end && data[at] == '.') {
            long unit = unitsPerSecond;
            int kept = at + 1 + type.precision();
            for (at++; at < end && data[at] >= '0' && data[at] <= '9'; at++) {
                if (at < kept) {
                    unit /= 10;
                    fraction += (data[at] - '0') * unit;
                }
            }
        }
        long offset = 0;
        boolean placed = false;
        if (at + 1 == end && data[at] == 'Z') {
            placed = true;
            at++;
        } else if (at + OFFSET_LENGTH == end && (data[at] == '+' || data[at] == '-') && data[at + 3] == ':') {
            int hours = IsoText.number(data, at + 1);
            int minutes = IsoText.number(data, at + 4);
            placed = hours >= 0 && hours <= 18 && minutes >= 0 && minutes <= 59;
            offset = (data[at] == '-' ? -1 : 1) * (hours * 3600L + minutes * 60L);
            at += placed ? OFFSET_LENGTH : 0;
        }
        if (at != end || (instant && !placed && !utc)) {
            writeUnusual(data, start, end, row);
            return;
        }
        if (!instant && offset != 0) {
            throw MalformedRecord.hasOffset(type, data, start, end);
        }
        long seconds = day * 86_400 + second - offset;
        try {
            values[row] = Math.addExact(Math.multiplyExact(seconds, unitsPerSecond), fraction);
        } catch (ArithmeticException e) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
    }

    /** As {@link IsoText#epochDay}, which is only asked when the day is another than the one before. */
    private long epochDay(byte[] data, int at) {
        long head = ByteWords.get(data, at);
        long tail = ByteWords.get(data, at + IsoText.DATE_LENGTH - Long.BYTES);
        if (head != lastHead || tail != lastTail) {
            lastDay = IsoText.epochDay(data, at);
            lastHead = head;
            lastTail = tail;
        }
        return lastDay;
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        if (epochUnit == EpochUnit.NONE) {
            throw MalformedRecord.unfit("the number " + new String(data, start, Math.min(30, end - start), UTF_8)
                    + " is not " + MalformedRecord.withArticle(type)
                    + " unless 'json.timestamp-format' says its unit");
        }
        long number;
        try {
            number = NumberText.integer(data, start, end, Type.BIGINT, Long.MAX_VALUE);
            long seconds = Math.floorDiv(number, epochUnit.perSecond());
            long fraction = Math.floorMod(number, epochUnit.perSecond());
            values[row] =
                    ValueText.timestamp(seconds, (int) (fraction * (NANOS_PER_SECOND / epochUnit.perSecond())), type);
        } catch (ArithmeticException e) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
    }

    private void writeUnusual(byte[] data, int start, int end, int row) {
        try {
            values[row] = (Long) ValueText.parse(new String(data, start, end - start, UTF_8), type, zone);
        } catch (EngineException e) {
            throw e.code() == ErrorCode.NUMERIC_OUT_OF_RANGE
                    ? MalformedRecord.outOfRange(type, data, start, end)
                    : MalformedRecord.notA(type, data, start, end);
        }
    }
}
