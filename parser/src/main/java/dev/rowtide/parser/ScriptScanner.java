// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Walks over text word by word, knowing only quotes and comments: enough to see where a statement ends, and whether something was
 * opened and not closed. It works on text that does not parse.
 */
final class ScriptScanner {
    /** Something that was opened and never closed. */
    record Unclosed(String what, String closing, int offset) {}

    private final String text;
    private int position;
    private int wordStart;
    private @Nullable Unclosed unclosed;

    ScriptScanner(String text) {
        this(text, 0);
    }

    ScriptScanner(String text, int start) {
        this.text = text;
        this.position = start;
    }

    /** What stays open up to the end of the text, if anything does. */
    @Nullable
    Unclosed findUnclosed() {
        String word;
        do {
            word = nextWord();
        } while (word != null);
        return unclosed;
    }

    /** Where the statement ends: at its semicolon or at the end of the text. */
    int statementEnd() {
        for (String word = nextWord(); word != null; word = nextWord()) {
            if (word.equals(";")) {
                return wordStart;
            }
        }
        return text.length();
    }

    boolean isComplete() {
        boolean complete = false;
        boolean inSet = false;
        String beforeLast = "";
        String last = ";";
        for (String word = nextWord(); word != null; word = nextWord()) {
            String upper = word.toUpperCase(Locale.ROOT);
            if (upper.equals("SET") && last.equals("STATEMENT") && !beforeLast.equals("EXPLAIN")) {
                inSet = true;
            } else if (inSet && upper.equals("END") && last.equals(";")) {
                inSet = false;
            }
            complete = word.equals(";") && !inSet;
            beforeLast = last;
            last = upper;
        }
        return complete && unclosed == null;
    }

    /** The next word, quoted text or other character; null at the end. */
    private @Nullable String nextWord() {
        while (position < text.length() && unclosed == null) {
            char c = text.charAt(position);
            if (Character.isWhitespace(c)) {
                position++;
            } else if (text.startsWith("--", position)) {
                skipLine();
            } else if (text.startsWith("/*", position)) {
                skipTo("*/", position + 2, "comment", false);
            } else {
                wordStart = position;
                readWord(c);
                return text.substring(wordStart, position);
            }
        }
        return null;
    }

    private void readWord(char c) {
        if (c == '\'') {
            skipTo("'", position + 1, "string", isEscapePrefix());
        } else if (c == '"' || c == '`') {
            skipTo(String.valueOf(c), position + 1, "quoted name", false);
        } else if (Character.isJavaIdentifierPart(c)) {
            while (position < text.length() && Character.isJavaIdentifierPart(text.charAt(position))) {
                position++;
            }
        } else {
            position++;
        }
    }

    /** Whether the quote at hand belongs to {@code E'...'}, in which a backslash escapes. */
    private boolean isEscapePrefix() {
        boolean afterE = position > 0 && Character.toUpperCase(text.charAt(position - 1)) == 'E';
        return afterE && (position == 1 || !Character.isJavaIdentifierPart(text.charAt(position - 2)));
    }

    /** Moves behind the closing text; a doubled quote does not close. */
    private void skipTo(String closing, int from, String what, boolean escapes) {
        int start = position;
        for (int i = from; i < text.length(); i++) {
            boolean escaped = escapes && text.charAt(i) == '\\';
            boolean doubled = closing.length() == 1 && text.startsWith(closing + closing, i);
            if (escaped || doubled) {
                i++;
            } else if (text.startsWith(closing, i)) {
                position = i + closing.length();
                return;
            }
        }
        unclosed = new Unclosed(what, closing, start);
        position = text.length();
    }

    private void skipLine() {
        while (position < text.length() && text.charAt(position) != '\n' && text.charAt(position) != '\r') {
            position++;
        }
    }
}
