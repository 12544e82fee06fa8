// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A record as people may see it in a message or a dead letter: cut, on one line, without control characters. */
public final class RecordText {

    private static final int CHARS_MAX = 300;

    private RecordText() {}

    /** The record in {@code data} from {@code start} up to {@code end}, without its line end. */
    public static String excerpt(byte[] data, int start, int end) {
        int stop = end;
        while (stop > start && (data[stop - 1] == '\n' || data[stop - 1] == '\r')) {
            stop--;
        }
        boolean cut = stop - start > CHARS_MAX;
        String raw = new String(data, start, cut ? CHARS_MAX : stop - start, UTF_8);
        StringBuilder text = new StringBuilder(raw.length() + 3);
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (Character.isISOControl(c)) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return cut ? text.append("...").toString() : text.toString();
    }
}
