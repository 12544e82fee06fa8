// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.grammar;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.NlsString;

/** The escapes in {@code U&'…'}: a backslash, or what UESCAPE names, before four hexadecimal digits, or before a plus and six; twice for itself. */
final class UnicodeEscapes {

    private static final int DIGITS = 4;
    private static final int LONG_DIGITS = 6;
    private static final int HEXADECIMAL = 16;

    private UnicodeEscapes() {}

    /**
     * The literal with what its escapes stand for.
     *
     * @param escape 0 for a literal that has none
     * @throws CalciteContextException if an escape is malformed, or names no character
     */
    static SqlLiteral unescaped(SqlLiteral literal, char escape) {
        if (escape == 0) {
            return literal;
        }
        SqlParserPos place = literal.getParserPosition();
        NlsString written = literal.getValueAs(NlsString.class);
        String text = written.getValue();
        StringBuilder plain = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
            if (c != escape || next == escape) {
                plain.append(c);
                at += c == escape ? 1 : 0;
                continue;
            }
            int digits = next == '+' ? LONG_DIGITS : DIGITS;
            int start = next == '+' ? at + 2 : at + 1;
            plain.appendCodePoint(codePoint(text, start, digits, place));
            at = start + digits - 1;
        }
        for (int at = 0; at < plain.length(); at++) {
            boolean pair = at + 1 < plain.length() && Character.isSurrogatePair(plain.charAt(at), plain.charAt(at + 1));
            if (!pair && Character.isSurrogate(plain.charAt(at))) {
                throw refused(place, "half of a pair of surrogates is no character");
            }
            at += pair ? 1 : 0;
        }
        return SqlLiteral.createCharString(plain.toString(), written.getCharsetName(), place);
    }

    private static int codePoint(String text, int start, int digits, SqlParserPos place) {
        int value = 0;
        for (int at = start; at < start + digits; at++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), HEXADECIMAL) : -1;
            if (digit < 0) {
                throw refused(
                        place, "a Unicode escape has " + DIGITS + " hexadecimal digits, or a plus and " + LONG_DIGITS);
            }
            value = value * HEXADECIMAL + digit;
        }
        if (!Character.isValidCodePoint(value)) {
            throw refused(place, "no character has the number " + text.substring(start, start + digits));
        }
        return value;
    }

    private static CalciteContextException refused(SqlParserPos place, String message) {
        return new CalciteContextException(
                message,
                new IllegalArgumentException(message),
                place.getLineNum(),
                place.getColumnNum(),
                place.getEndLineNum(),
                place.getEndColumnNum());
    }
}
