// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Utf8;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A regular expression of {@link Pattern} that is looked for in texts in UTF-8. It tells where it was found last, in bytes. */
final class TextPattern {

    private final Matcher matcher;
    private final RequiredText required;
    private final AsciiSequence ascii = new AsciiSequence();

    /** Where the text searched last starts in its array; its characters if it is not ASCII, else null. */
    private int start;

    private @Nullable String characters;

    /** @throws EngineException if the pattern is malformed */
    TextPattern(String pattern) {
        try {
            matcher = Pattern.compile(pattern).matcher("");
        } catch (PatternSyntaxException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a regular expression")
                    .withDetail(e.getDescription())
                    .causedBy(e);
        }
        required = RequiredText.of(pattern);
    }

    /**
     * Whether the pattern is found anywhere in a row's text.
     *
     * @throws EngineException if the text is too long for the pattern's recursion
     */
    boolean find(BytesColumn text, int row, CallSite site) {
        byte[] data = text.data();
        start = text.starts()[row];
        int length = text.lengths()[row];
        byte[] sought = required.text();
        int found = Utf8.indexOf(data, start, start + length, sought, 0, sought.length);
        if (found < 0) {
            return false;
        }
        try {
            if (!Utf8.isAscii(data, start, start + length)) {
                characters = text.text(row);
                return matcher.reset(characters).find();
            }
            characters = null;
            ascii.set(data, start, length);
            // No match begins earlier.
            return matcher.reset(ascii).find(Math.max(0, found - start - required.before()));
        } catch (StackOverflowError e) {
            throw site.error(ErrorCode.RESOURCE_LIMIT, "the regular expression is too complex for the text");
        }
    }

    int groups() {
        return matcher.groupCount();
    }

    /** Where what a group took starts in the text's array; -1 if it took part in no match. */
    int start(int group) {
        return place(matcher.start(group));
    }

    /** Where what a group took ends. */
    int end(int group) {
        return place(matcher.end(group));
    }

    private int place(int character) {
        if (character < 0) {
            return -1;
        }
        return start + (characters == null ? character : Utf8.bytes(characters, character));
    }

    @Override
    public String toString() {
        return matcher.pattern().pattern();
    }
}
