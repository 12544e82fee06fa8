// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a function of Calcite's library that counts characters count whole ones: the library takes each half of a
 * surrogate pair for a character. While it runs, characters outside of the basic plane are replaced by private ones of
 * it that no argument has.
 */
final class WholeCharacters {

    private static final Set<String> COUNTING = Set.of(
            "INSTR",
            "LEVENSHTEIN",
            "LOCATE",
            "OVERLAY",
            "POSITION",
            "REGEXP_INSTR",
            "STRPOS",
            "SUBSTR",
            "TRANSLATE",
            "TRIM");
    private static final char FIRST_PRIVATE = '\uE000';
    private static final char LAST_PRIVATE = '\uF8FF';

    private final Map<Integer, Character> replaced = new HashMap<>();
    private final Map<Character, Integer> replacedBy = new HashMap<>();
    private char next = FIRST_PRIVATE;

    private WholeCharacters() {}

    /** Whether a function counts characters, and its arguments are to be replaced. */
    static boolean matterTo(String function) {
        return COUNTING.contains(function);
    }

    /** Replaces in place the texts among the arguments that have such characters; null if none has. */
    static @Nullable WholeCharacters replaceIn(@Nullable Object[] arguments) {
        boolean pairs = false;
        for (Object argument : arguments) {
            pairs |= argument instanceof String text && text.codePointCount(0, text.length()) < text.length();
        }
        if (!pairs) {
            return null;
        }
        WholeCharacters characters = new WholeCharacters();
        @Nullable Object[] originals = arguments.clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof String text) {
                arguments[i] = characters.replaced(text, originals);
            }
        }
        return characters;
    }

    private String replaced(String text, @Nullable Object[] arguments) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isBmpCodePoint(point)) {
                out.append((char) point);
            } else {
                out.append(replaced.computeIfAbsent(point, p -> unused(p, arguments))
                        .charValue());
            }
        });
        return out.toString();
    }

    private char unused(int point, @Nullable Object[] arguments) {
        while (isUsed(next, arguments)) {
            next++;
        }
        if (next > LAST_PRIVATE) {
            throw new EngineException(ErrorCode.RESOURCE_LIMIT, "the texts have too many different characters");
        }
        replacedBy.put(next, point);
        return next++;
    }

    private static boolean isUsed(char character, @Nullable Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof String text && text.indexOf(character) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** A result with its characters back, if it is a text. */
    @Nullable
    Object restored(@Nullable Object result) {
        if (!(result instanceof String text)) {
            return result;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            Integer point = replacedBy.get(text.charAt(i));
            if (point == null) {
                out.append(text.charAt(i));
            } else {
                out.appendCodePoint(point);
            }
        }
        return out.toString();
    }
}
