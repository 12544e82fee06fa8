// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.RowKind;

/** How a record says what kind of change it is. */
public enum OpWords {
    /** {@code +I}, {@code -U}, {@code +U} and {@code -D}. */
    SYMBOLS("+I, -U, +U or -D"),
    /** {@code put} and {@code delete}; of a delete only the key columns count. */
    PUTS("put or delete");

    private final String allowed;

    OpWords(String allowed) {
        this.allowed = allowed;
    }

    /** The words, for people. */
    String allowed() {
        return allowed;
    }

    /** The kind that the word stands for, or -1. */
    byte kind(byte[] data, int start, int end) {
        return this == PUTS ? put(data, start, end) : symbol(data, start, end);
    }

    private static byte symbol(byte[] data, int start, int end) {
        if (end - start != 2) {
            return -1;
        }
        boolean plus = data[start] == '+';
        if (!plus && data[start] != '-') {
            return -1;
        }
        return switch (data[start + 1]) {
            case 'I' -> plus ? RowKind.PLUS_I : -1;
            case 'U' -> plus ? RowKind.PLUS_U : RowKind.MINUS_U;
            case 'D' -> plus ? -1 : RowKind.MINUS_D;
            default -> -1;
        };
    }

    private static byte put(byte[] data, int start, int end) {
        if (is("put", data, start, end)) {
            return RowKind.PLUS_U;
        }
        return is("delete", data, start, end) ? RowKind.MINUS_D : -1;
    }

    private static boolean is(String word, byte[] data, int start, int end) {
        if (end - start != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (data[start + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
