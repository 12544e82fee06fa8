// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import dev.rowtide.parser.grammar.Token;
import java.util.Arrays;

/** A script's text, and the way from lines and columns (from 1, as the lexer counts them) to offsets and back. */
final class SourceText {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private int[] lineStarts = {};

    SourceText(String sql) {
        boolean marked = !sql.isEmpty() && sql.charAt(0) == BYTE_ORDER_MARK;
        text = marked ? " " + sql.substring(1) : sql;
    }

    String text() {
        return text;
    }

    int end() {
        return text.length();
    }

    /** Where the text ends, blanks after it left out. */
    int endOfContent() {
        return text.stripTrailing().length();
    }

    int offset(int line, int column) {
        int[] starts = lineStarts();
        int start = line <= starts.length ? starts[line - 1] : text.length();
        return Math.min(start + column - 1, text.length());
    }

    int line(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int column(int offset) {
        return offset - lineStarts()[line(offset) - 1] + 1;
    }

    /** The text from the beginning of one token to the end of another. */
    String between(Token first, Token last) {
        return text.substring(offset(first.beginLine, first.beginColumn), offset(last.endLine, last.endColumn + 1));
    }

    private int[] lineStarts() {
        if (lineStarts.length == 0) {
            lineStarts = findLineStarts(text);
        }
        return lineStarts;
    }

    private static int[] findLineStarts(String text) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean ends = c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'));
            if (ends) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }
}
