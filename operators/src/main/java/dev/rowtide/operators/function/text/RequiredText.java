// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Text that everything which a regular expression matches must contain: texts without it, which a plain search tells, need not be given to the matcher. It is the
 * longest run of plain characters outside of groups and classes; where a pattern has alternatives or flags there is none.
 *
 * @param text in UTF-8, empty if nothing is required
 * @param before how many characters of a match lie before it at most
 */
record RequiredText(byte[] text, int before) {

    static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final RequiredText NONE = new RequiredText(new byte[0], UNBOUNDED);

    /** @param pattern a well-formed pattern */
    static RequiredText of(String pattern) {
        Scan scan = new Scan(pattern);
        return scan.scan() ? scan.longest : NONE;
    }

    /** A pattern that is read from left to right. */
    private static final class Scan {
        private static final int END = -1;

        private final String pattern;
        private final StringBuilder run = new StringBuilder();
        private RequiredText longest = NONE;
        private int at;
        private int runStart;

        Scan(String pattern) {
            this.pattern = pattern;
        }

        /** Whether the pattern is one that is understood here. */
        private boolean scan() {
            while (at < pattern.length()) {
                int character = next();
                switch (character) {
                    case '|' -> {
                        return false;
                    }
                    case '(' -> {
                        endRun();
                        if (peek() == '?' || !skipGroup()) {
                            return false;
                        }
                    }
                    case '[' -> {
                        endRun();
                        if (!skipClass()) {
                            return false;
                        }
                    }
                    case '\\' -> {
                        int escaped = next();
                        if (Character.isLetterOrDigit(escaped)) {
                            return false;
                        }
                        literal(escaped);
                    }
                    case '^', '$', '.', '*', '?', '+', ')', ']' -> endRun();
                    case '{' -> {
                        endRun();
                        at = pattern.indexOf('}', at) + 1;
                    }
                    default -> literal(character);
                }
            }
            endRun();
            return true;
        }

        /** Takes a plain character into the run, unless it may be missing. */
        private void literal(int character) {
            int quantifier = peek();
            if (quantifier == '?' || quantifier == '*' || quantifier == '{') {
                endRun();
            } else {
                if (run.isEmpty()) {
                    runStart = at - Character.charCount(character);
                }
                run.appendCodePoint(character);
                if (quantifier == '+') {
                    endRun();
                }
            }
        }

        private void endRun() {
            byte[] bytes = run.toString().getBytes(UTF_8);
            if (bytes.length > longest.text().length) {
                longest = new RequiredText(bytes, lengthMax(pattern.substring(0, runStart)));
            }
            run.setLength(0);
        }

        /** Without repetitions and escapes a pattern is not shorter than what it matches. */
        private static int lengthMax(String pattern) {
            return pattern.chars().anyMatch(character -> "*+{\\".indexOf(character) >= 0)
                    ? UNBOUNDED
                    : pattern.length();
        }

        /** Goes behind the group whose parenthesis was read; false where it has flags or quoted text. */
        private boolean skipGroup() {
            for (int depth = 1; depth > 0; ) {
                int character = next();
                if (character == '\\') {
                    if (Character.isLetter(peek()) && "QEpPxXNkc".indexOf(peek()) >= 0) {
                        return false;
                    }
                    next();
                } else if (character == '[') {
                    if (!skipClass()) {
                        return false;
                    }
                } else if (character == '(') {
                    if (peek() == '?') {
                        return false;
                    }
                    depth++;
                } else if (character == ')') {
                    depth--;
                } else if (character == END) {
                    return false;
                }
            }
            return true;
        }

        /** Goes behind the class whose bracket was read; false where it is more than a list of characters and ranges. */
        private boolean skipClass() {
            if (peek() == '^') {
                next();
            }
            boolean empty = true;
            while (true) {
                int character = next();
                if (character == ']' && !empty) {
                    return true;
                }
                if (character == ']' || character == '[' || character == END || character == '&' && peek() == '&') {
                    return false;
                }
                if (character == '\\' && "QEpPxXNc".indexOf(next()) >= 0) {
                    return false;
                }
                empty = false;
            }
        }

        private int peek() {
            return at < pattern.length() ? pattern.codePointAt(at) : END;
        }

        private int next() {
            int character = peek();
            at += character == END ? 0 : Character.charCount(character);
            return character;
        }
    }
}
