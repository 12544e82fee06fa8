// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/**
 * Walks over JSON values in a block without making anything of them: each method takes the index where a token starts and returns the one behind it,
 * or throws {@link MalformedRecord} at the byte that does not belong there. A value ends before the line does: the line feed that must follow each
 * record in the block is what stops every loop. Blocks reach {@link #SLACK} bytes beyond their last record.
 */
final class JsonScanner {

    /** Bytes that may be read, and are not looked at, behind the last record of a block. */
    static final int SLACK = Long.BYTES;

    private static final int DEPTH_MAX = 512;

    /** Bytes with the high bit set mean characters beyond ASCII, which are only checked where there are some. */
    private long bytesSeen;

    private boolean escaped;

    /** Whether the last string had escapes. */
    boolean escaped() {
        return escaped;
    }

    void beginRecord() {
        bytesSeen = 0;
    }

    /** Refuses the record if a string in it is not well-formed UTF-8. */
    void checkUtf8(byte[] data, int start, int end) {
        if ((bytesSeen & ByteWords.HIGH_BITS) != 0) {
            int malformed = Utf8.firstMalformed(data, start, end);
            if (malformed < end) {
                throw MalformedRecord.syntax(
                        String.format("invalid UTF-8: the byte 0x%02x does not belong here", data[malformed] & 0xff),
                        malformed);
            }
        }
    }

    static int skipBlanks(byte[] data, int start) {
        int at = start;
        if (data[at] > ' ') {
            return at;
        }
        while (data[at] == ' ' || data[at] == '\t' || data[at] == '\r') {
            at++;
        }
        return at;
    }

    /** From behind the opening quote to the closing one. */
    int string(byte[] data, int start) {
        escaped = false;
        int at = start;
        while (true) {
            long seen = 0;
            long word = ByteWords.get(data, at);
            long stops = ByteWords.stringStops(word);
            while (stops == 0) {
                seen |= word;
                at += Long.BYTES;
                word = ByteWords.get(data, at);
                stops = ByteWords.stringStops(word);
            }
            bytesSeen |= seen | word;
            at += ByteWords.firstByte(stops);
            byte stop = data[at];
            if (stop == '"') {
                return at;
            }
            if (stop != '\\') {
                throw stop == '\n'
                        ? MalformedRecord.syntax("the line ends inside a string", at)
                        : MalformedRecord.syntax(
                                String.format("the control character 0x%02x in a string; it must be escaped", stop),
                                at);
            }
            escaped = true;
            at = escape(data, at + 1);
        }
    }

    private static int escape(byte[] data, int at) {
        return switch (data[at]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
            case 'u' -> {
                for (int i = 1; i <= 4; i++) {
                    if (Character.digit(data[at + i], 16) < 0) {
                        throw MalformedRecord.syntax("\\u wants four hexadecimal digits", at + i);
                    }
                }
                yield at + 5;
            }
            case '\n' -> throw MalformedRecord.syntax("the line ends inside a string", at);
            default -> throw MalformedRecord.syntax("an unknown escape in a string", at);
        };
    }

    /** Behind a number. */
    static int number(byte[] data, int start) {
        int at = start;
        if (data[at] == '-') {
            at++;
        }
        if (data[at] == '0') {
            at++;
        } else {
            at = digits(data, at);
        }
        if (data[at] == '.') {
            at = digits(data, at + 1);
        }
        if (data[at] == 'e' || data[at] == 'E') {
            at++;
            if (data[at] == '+' || data[at] == '-') {
                at++;
            }
            at = digits(data, at);
        }
        return at;
    }

    private static int digits(byte[] data, int start) {
        int at = start;
        long word = ByteWords.get(data, at);
        long stops = ByteWords.nonDigits(word);
        while (stops == 0) {
            at += Long.BYTES;
            word = ByteWords.get(data, at);
            stops = ByteWords.nonDigits(word);
        }
        at += ByteWords.firstByte(stops);
        if (at == start) {
            throw unexpected(data, at, "a digit");
        }
        return at;
    }

    /** Behind {@code true}, {@code false} or {@code null}. */
    static int literal(byte[] data, int start) {
        String word = switch (data[start]) {
            case 't' -> "true";
            case 'f' -> "false";
            case 'n' -> "null";
            default -> throw unexpected(data, start, "a value");
        };
        for (int i = 1; i < word.length(); i++) {
            if (data[start + i] != word.charAt(i)) {
                throw unexpected(data, start, "a value");
            }
        }
        return start + word.length();
    }

    /** Behind a value of any kind. */
    int value(byte[] data, int start) {
        return value(data, start, 0);
    }

    private int value(byte[] data, int start, int depth) {
        return switch (data[start]) {
            case '"' -> string(data, start + 1) + 1;
            case '{' -> object(data, start, depth);
            case '[' -> array(data, start, depth);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(data, start);
            default -> literal(data, start);
        };
    }

    private int object(byte[] data, int start, int depth) {
        checkDepth(depth, start);
        int at = skipBlanks(data, start + 1);
        if (data[at] == '}') {
            return at + 1;
        }
        while (true) {
            at = colon(data, string(data, key(data, at)) + 1);
            at = skipBlanks(data, value(data, at, depth + 1));
            if (data[at] == '}') {
                return at + 1;
            }
            at = skipBlanks(data, comma(data, at, "'}'"));
        }
    }

    private int array(byte[] data, int start, int depth) {
        checkDepth(depth, start);
        int at = skipBlanks(data, start + 1);
        if (data[at] == ']') {
            return at + 1;
        }
        while (true) {
            at = skipBlanks(data, value(data, at, depth + 1));
            if (data[at] == ']') {
                return at + 1;
            }
            at = skipBlanks(data, comma(data, at, "']'"));
        }
    }

    private static void checkDepth(int depth, int at) {
        if (depth >= DEPTH_MAX) {
            throw MalformedRecord.syntax("values are nested deeper than " + DEPTH_MAX, at);
        }
    }

    /** Behind the quote that opens a key. */
    static int key(byte[] data, int at) {
        if (data[at] != '"') {
            throw unexpected(data, at, "a field name in double quotes");
        }
        return at + 1;
    }

    /** Behind the colon that follows a key, and the blanks after it. */
    static int colon(byte[] data, int start) {
        int at = skipBlanks(data, start);
        if (data[at] != ':') {
            throw unexpected(data, at, "':'");
        }
        return skipBlanks(data, at + 1);
    }

    /** Behind the comma that follows an element. */
    static int comma(byte[] data, int at, String orElse) {
        if (data[at] != ',') {
            throw unexpected(data, at, "',' or " + orElse);
        }
        return at + 1;
    }

    static MalformedRecord unexpected(byte[] data, int at, String expected) {
        byte found = data[at];
        String what;
        if (found == '\n') {
            what = "the line ends";
        } else if (found > ' ' && found < 0x7f) {
            what = "'" + (char) found + "'";
        } else {
            what = String.format("the byte 0x%02x", found & 0xff);
        }
        return MalformedRecord.syntax(what + " where " + expected + " is expected", at);
    }
}
