// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;

/** The values of rows as text on one line. */
final class Cells {

    private final Schema schema;
    private final ZoneId zone;
    private final String nullText;

    Cells(Schema schema, ZoneId zone, String nullText) {
        this.schema = schema;
        this.zone = zone;
        this.nullText = nullText;
    }

    /** The value of a column at a row; control characters are shown as escapes, since they would break the line or steer the terminal. */
    String text(ChangeBatch batch, int row, int column) {
        Object value = Datum.get(batch.column(column), row, schema.type(column));
        if (value == null) {
            return nullText;
        }
        String text = ValueText.format(value, schema.type(column), zone);
        boolean holdsText =
                value instanceof String || schema.type(column).kind().isNested();
        return holdsText ? printable(text) : text;
    }

    static String printable(String text) {
        int at = 0;
        while (at < text.length() && !isControl(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 8).append(text, 0, at);
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '\n' -> printable.append("\\n");
                case '\r' -> printable.append("\\r");
                case '\t' -> printable.append("\\t");
                default -> {
                    if (isControl(c)) {
                        printable.append(String.format("\\u%04x", (int) c));
                    } else {
                        printable.append(c);
                    }
                }
            }
        }
        return printable.toString();
    }

    /** Whether a character steers the line, or the direction in which it is read. */
    private static boolean isControl(char c) {
        return Character.isISOControl(c)
                || c == '\u061c'
                || c >= '\u200e' && c <= '\u200f'
                || c >= '\u2028' && c <= '\u202e'
                || c >= '\u2066' && c <= '\u2069';
    }
}
