// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

/** The plain forms of values as text, read without objects. */
final class TextCell {

    /** Says that a text is not of the plain form, or not valid at all; never the value of a plain form. */
    static final long UNSURE = Long.MIN_VALUE;

    private static final int DIGITS_MAX = 18;

    private TextCell() {}

    /** The start of the text without blanks in front. */
    static int stripped(byte[] data, int start, int end) {
        int at = start;
        while (at < end && data[at] == ' ') {
            at++;
        }
        return at;
    }

    /** The end of the text without blanks behind. */
    static int strippedEnd(byte[] data, int start, int end) {
        int at = end;
        while (at > start && data[at - 1] == ' ') {
            at--;
        }
        return at;
    }

    /** A number of one to 18 digits with or without sign, or {@link #UNSURE}. */
    static long integer(byte[] data, int start, int end) {
        boolean negative = start < end && data[start] == '-';
        int first = negative || (start < end && data[start] == '+') ? start + 1 : start;
        if (first >= end || end - first > DIGITS_MAX) {
            return UNSURE;
        }
        long number = digits(data, first, end);
        return number < 0 ? UNSURE : negative ? -number : number;
    }

    /** The number that digits write, or -1 if there are others among them. */
    static long digits(byte[] data, int start, int end) {
        long number = 0;
        for (int at = start; at < end; at++) {
            int digit = data[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
