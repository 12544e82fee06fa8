// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.type.Field;

/** TINYINT to BIGINT. A number with a fraction or an exponent is taken when it is a whole one: {@code 3.0}, {@code 1e3}. */
final class IntegerDecoder extends LongValuesDecoder {

    /** Digits that a {@code long} holds whatever they are. */
    private static final int SAFE_DIGITS = 18;

    private final long max;

    IntegerDecoder(Field field) {
        super(field);
        max = switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        int at = start;
        boolean negative = data[at] == '-';
        if (negative) {
            at++;
        }
        if (end - at > SAFE_DIGITS || at == end) {
            writeUnusual(data, start, end, row);
            return;
        }
        long value = 0;
        do {
            int count = (end - at - 1) % Long.BYTES + 1;
            if (data.length - at < Long.BYTES
                    || ByteWords.firstByte(ByteWords.nonDigits(ByteWords.get(data, at))) < count) {
                writeUnusual(data, start, end, row);
                return;
            }
            value = value * 100_000_000 + ByteWords.number(ByteWords.get(data, at), count);
            at += count;
        } while (at < end);
        if (value > max && !(negative && value == max + 1)) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        values[row] = negative ? -value : value;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        writeNumberBetweenBlanks(data, start, end, row);
    }

    private void writeUnusual(byte[] data, int start, int end, int row) {
        values[row] = NumberText.integer(data, start, end, type, max);
    }
}
