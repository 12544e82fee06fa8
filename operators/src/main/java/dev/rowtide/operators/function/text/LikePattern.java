// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of LIKE as the pieces between its {@code %}. The first piece is tied to the start of the text, the last one to its end; those between are found from
 * left to right, each as early as possible, which never needs to be taken back. So the time is at most the product of the two lengths.
 */
final class LikePattern {

    /** Stands in a piece for any one character; no byte of UTF-8 text. */
    private static final byte ANY = (byte) 0xFF;

    private record Piece(byte[] bytes, int wildcards) {}

    private final Piece[] pieces;

    /**
     * @param escape the escape character, or -1 for none
     * @throws EngineException if the escape character stands before one that needs no escape
     */
    LikePattern(String pattern, int escape) {
        List<Piece> parts = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int wildcards = 0;
        int[] characters = pattern.codePoints().toArray();
        for (int i = 0; i < characters.length; i++) {
            int character = characters[i];
            if (character == escape) {
                i++;
                if (i == characters.length
                        || (characters[i] != '%' && characters[i] != '_' && characters[i] != escape)) {
                    throw new EngineException(
                            ErrorCode.INVALID_ARGUMENT,
                            "in the pattern '" + pattern
                                    + "' the escape character stands before none of %, _ and itself");
                }
                bytes.writeBytes(Character.toString(characters[i]).getBytes(UTF_8));
            } else if (character == '%') {
                parts.add(new Piece(bytes.toByteArray(), wildcards));
                bytes.reset();
                wildcards = 0;
            } else if (character == '_') {
                bytes.write(ANY);
                wildcards++;
            } else {
                bytes.writeBytes(Character.toString(character).getBytes(UTF_8));
            }
        }
        parts.add(new Piece(bytes.toByteArray(), wildcards));
        pieces = parts.toArray(Piece[]::new);
    }

    /** Whether the text from {@code start} to {@code end} matches. */
    boolean matches(byte[] data, int start, int end) {
        int at = matchAt(data, start, end, pieces[0]);
        if (pieces.length == 1) {
            return at == end;
        }
        for (int i = 1; i < pieces.length - 1 && at >= 0; i++) {
            at = find(data, at, end, pieces[i]);
        }
        if (at < 0) {
            return false;
        }
        Piece last = pieces[pieces.length - 1];
        int from = beforeLast(data, at, end, last);
        return from >= 0 && matchAt(data, from, end, last) == end;
    }

    /** Where the last piece must start to reach the end, or -1 if that is before {@code start}. */
    private static int beforeLast(byte[] data, int start, int end, Piece last) {
        if (last.wildcards == 0) {
            int from = end - last.bytes.length;
            return from >= start ? from : -1;
        }
        int from = end;
        for (int i = Utf8.length(last.bytes, 0, last.bytes.length); i > 0; i--) {
            if (from <= start) {
                return -1;
            }
            from = Utf8.previous(data, start, from);
        }
        return from;
    }

    /** The end of the first match of a piece from {@code start} on, or -1. */
    private static int find(byte[] data, int start, int end, Piece piece) {
        if (piece.wildcards == 0) {
            int found = Utf8.indexOf(data, start, end, piece.bytes, 0, piece.bytes.length);
            return found < 0 ? -1 : found + piece.bytes.length;
        }
        for (int from = start; from < end; from = Utf8.next(data, from, end)) {
            int matched = matchAt(data, from, end, piece);
            if (matched >= 0) {
                return matched;
            }
        }
        return -1;
    }

    /** The end of a piece that starts at {@code start}, or -1 if it does not match there. */
    private static int matchAt(byte[] data, int start, int end, Piece piece) {
        int at = start;
        for (byte expected : piece.bytes) {
            if (at >= end) {
                return -1;
            }
            if (expected == ANY) {
                at = Utf8.next(data, at, end);
            } else if (data[at++] != expected) {
                return -1;
            }
        }
        return at;
    }
}
