// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

/**
 * Lays out the elements of a JSON array as lines, byte for byte in their place: the brackets around it and line ends within it become blanks, the commas
 * between elements and what closes the array become line feeds. What is malformed is left as it is, for the decoder to find.
 */
final class JsonArrayLines {

    /** Open brackets and braces, the array's own included. */
    private int depth;

    private boolean inString;
    private boolean escaped;

    /**
     * @param inside whether the bytes to come follow an element and its comma, else they start before the array
     */
    JsonArrayLines(boolean inside) {
        depth = inside ? 1 : 0;
    }

    /** Rewrites the next bytes of the file. */
    void rewrite(byte[] data, int start, int end) {
        for (int i = start; i < end; i++) {
            byte b = data[i];
            if (inString) {
                inString = escaped || b != '"';
                escaped = !escaped && b == '\\';
            } else {
                data[i] = outsideStrings(b);
            }
        }
    }

    private byte outsideStrings(byte b) {
        switch (b) {
            case '"' -> inString = true;
            case '[', '{' -> {
                depth++;
                return depth == 1 && b == '[' ? (byte) ' ' : b;
            }
            case ']', '}' -> {
                depth--;
                return depth == 0 && b == ']' ? (byte) '\n' : b;
            }
            case ',' -> {
                return depth == 1 ? (byte) '\n' : b;
            }
            case '\n' -> {
                return ' ';
            }
            default -> {
                // Blanks, numbers and literals stay.
            }
        }
        return b;
    }

    /** Whether the array is open still. */
    boolean isOpen() {
        return depth > 0;
    }
}
