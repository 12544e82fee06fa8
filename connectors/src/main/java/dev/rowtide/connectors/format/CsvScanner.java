// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Splits a CSV record (RFC 4180) into its fields, as slices of the block. A field in double quotes may hold delimiters, line ends and, doubled,
 * quotes; in a field that does not start with a quote, quotes are characters like others. Lines end in LF or CR LF.
 */
final class CsvScanner {

    private final byte delimiter;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quoted = new boolean[16];
    private boolean[] doubled = new boolean[16];
    private int fields;
    private int bytesSeen;
    private int lines;

    CsvScanner(byte delimiter) {
        this.delimiter = delimiter;
    }

    /** The number of fields of the record scanned last; 0 for a blank line. */
    int fields() {
        return fields;
    }

    /** The lines that the record took. */
    int lines() {
        return lines;
    }

    int start(int field) {
        return starts[field];
    }

    int end(int field) {
        return ends[field];
    }

    /** Whether the field was in quotes, which its slice leaves out. */
    boolean isQuoted(int field) {
        return quoted[field];
    }

    /** The text of a field. */
    String text(byte[] data, int field) {
        byte[] bytes = Arrays.copyOfRange(data, starts[field], ends[field]);
        int length = doubled[field] ? unquote(data, field, bytes) : bytes.length;
        return new String(bytes, 0, length, UTF_8);
    }

    /** Whether the field has doubled quotes in it. */
    boolean hasDoubledQuotes(int field) {
        return doubled[field];
    }

    /** Writes the field with its doubled quotes made single, and returns the length. */
    int unquote(byte[] data, int field, byte[] out) {
        int length = 0;
        for (int at = starts[field]; at < ends[field]; at++) {
            out[length++] = data[at];
            if (data[at] == '"') {
                at++;
            }
        }
        return length;
    }

    /**
     * Scans the record at {@code start}.
     *
     * @param end behind a line feed
     * @return the index behind the record and its line end, or {@link RecordDecoder#INCOMPLETE} when a quote is not closed before {@code end}
     */
    int scan(byte[] data, int start, int end) {
        fields = 0;
        bytesSeen = 0;
        lines = 1;
        int at = start;
        if (isLineEnd(data, at)) {
            return behindLineEnd(data, at);
        }
        while (true) {
            if (fields == starts.length) {
                grow();
            }
            if (data[at] == '"') {
                at = quotedField(data, at + 1, end);
                if (at < 0) {
                    return RecordDecoder.INCOMPLETE;
                }
            } else {
                at = plainField(data, at);
            }
            if (data[at] == delimiter) {
                at++;
            } else {
                break;
            }
        }
        return behindLineEnd(data, at);
    }

    private int plainField(byte[] data, int start) {
        int at = start;
        int seen = 0;
        byte b;
        while ((b = data[at]) != delimiter && b != '\n') {
            seen |= b;
            at++;
        }
        bytesSeen |= seen;
        int end = b == '\n' && at > start && data[at - 1] == '\r' ? at - 1 : at;
        add(start, end, false, false);
        return at;
    }

    private int quotedField(byte[] data, int start, int end) {
        boolean quotesInside = false;
        int seen = 0;
        int at = start;
        while (true) {
            while (at < end && data[at] != '"') {
                seen |= data[at];
                lines += data[at] == '\n' ? 1 : 0;
                at++;
            }
            if (at == end) {
                return RecordDecoder.INCOMPLETE;
            }
            if (data[at + 1] != '"') {
                break;
            }
            quotesInside = true;
            at += 2;
        }
        bytesSeen |= seen;
        add(start, at, true, quotesInside);
        at++;
        if (data[at] != delimiter && !isLineEnd(data, at)) {
            throw MalformedRecord.syntax(
                    "text behind the closing quote of field " + fields + "; a quote inside a field must be doubled",
                    at);
        }
        return at;
    }

    /** Refuses the record if it is not well-formed UTF-8. */
    void checkUtf8(byte[] data, int start, int end) {
        if (bytesSeen < 0) {
            int malformed = Utf8.firstMalformed(data, start, end);
            if (malformed < end) {
                throw MalformedRecord.syntax(
                        String.format("invalid UTF-8: the byte 0x%02x does not belong here", data[malformed] & 0xff),
                        malformed);
            }
        }
    }

    private static boolean isLineEnd(byte[] data, int at) {
        return data[at] == '\n' || (data[at] == '\r' && data[at + 1] == '\n');
    }

    private static int behindLineEnd(byte[] data, int at) {
        return data[at] == '\r' ? at + 2 : at + 1;
    }

    private void add(int start, int end, boolean quoted, boolean doubled) {
        starts[fields] = start;
        ends[fields] = end;
        this.quoted[fields] = quoted;
        this.doubled[fields++] = doubled;
    }

    private void grow() {
        int length = 2 * starts.length;
        starts = Arrays.copyOf(starts, length);
        ends = Arrays.copyOf(ends, length);
        quoted = Arrays.copyOf(quoted, length);
        doubled = Arrays.copyOf(doubled, length);
    }
}
