// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Numbers out of text, where the quick ways of the decoders give up: signs, exponents, many digits, and whatever is no number. */
final class NumberText {

    /** Longer ones are refused before arithmetic without bounds gets hold of them. */
    private static final int CHARS_MAX = 1_000;

    private NumberText() {}

    static int skipBlanks(byte[] data, int start, int end) {
        int at = start;
        while (at < end && (data[at] == ' ' || data[at] == '\t')) {
            at++;
        }
        return at;
    }

    static int cutBlanks(byte[] data, int start, int end) {
        int at = end;
        while (at > start && (data[at - 1] == ' ' || data[at - 1] == '\t')) {
            at--;
        }
        return at;
    }

    /** The whole number from {@code -max - 1} to {@code max}. */
    static long integer(byte[] data, int start, int end, Type type, long max) {
        BigDecimal number = number(data, start, end, type);
        if (integerDigits(number) > 19) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        if (fractionDigits(number) > 0) {
            throw MalformedRecord.notA(type, data, start, end);
        }
        BigInteger whole = number.toBigInteger();
        if (whole.bitLength() > 63 || whole.longValue() > max || whole.longValue() < -max - 1) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        return whole.longValue();
    }

    /** The unscaled number of a DECIMAL, rounded half up to its scale. */
    static BigInteger decimal(byte[] data, int start, int end, Type type) {
        BigDecimal number = number(data, start, end, type);
        if (integerDigits(number) > Type.DECIMAL_DIGITS_MAX) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        if (integerDigits(number) < -type.scale()) {
            return BigInteger.ZERO;
        }
        BigDecimal scaled = number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.precision()) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        return scaled.unscaledValue();
    }

    /** The nearest FLOAT or DOUBLE; {@code NaN} and {@code Infinity} are values, what rounds to infinity is not. */
    static double floating(byte[] data, int start, int end, Type type, boolean single) {
        String text = new String(data, start, end - start, ISO_8859_1);
        if (text.equals("NaN")) {
            return Double.NaN;
        }
        if (text.equals("Infinity") || text.equals("-Infinity")) {
            return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (!looksLikeNumber(data, start, end)) {
            throw MalformedRecord.notA(type, data, start, end);
        }
        double value;
        try {
            value = single ? Float.parseFloat(text) : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw MalformedRecord.notA(type, data, start, end);
        }
        if (Double.isInfinite(value)) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        return value;
    }

    private static BigDecimal number(byte[] data, int start, int end, Type type) {
        if (start == end || !looksLikeNumber(data, start, end)) {
            throw MalformedRecord.notA(type, data, start, end);
        }
        if (end - start > CHARS_MAX) {
            throw MalformedRecord.unfit(
                    "a number of " + (end - start) + " characters; at most " + CHARS_MAX + " are read");
        }
        try {
            return new BigDecimal(new String(data, start, end - start, ISO_8859_1));
        } catch (NumberFormatException e) {
            throw MalformedRecord.notA(type, data, start, end);
        }
    }

    /** Java's own parsers also take forms such as {@code 1f}, {@code 0x1p3} and digits of other scripts. */
    private static boolean looksLikeNumber(byte[] data, int start, int end) {
        for (int i = start; i < end; i++) {
            byte b = data[i];
            if ((b < '0' || b > '9') && b != '.' && b != '-' && b != '+' && b != 'e' && b != 'E') {
                return false;
            }
        }
        return start < end;
    }

    /** Digits before the point; negative when the number starts with zeros behind it. */
    private static long integerDigits(BigDecimal number) {
        return number.signum() == 0 ? 0 : (long) number.precision() - number.scale();
    }

    private static long fractionDigits(BigDecimal number) {
        return number.signum() == 0 ? 0 : number.stripTrailingZeros().scale();
    }
}
