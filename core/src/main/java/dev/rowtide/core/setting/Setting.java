// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.setting;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.List;
import java.util.function.Function;

/**
 * A setting or option, declared once.
 *
 * @param name its name, lower case, words parted by dots or dashes; a duration's unit is part of the value, not of the name
 * @param aliases other names that mean the same, as other systems call it
 * @param type what values look like, for people: {@code boolean}, {@code duration}, {@code count}, {@code text}, or the choices
 * @param defaultText the default as it would be written; empty for none
 * @param description what it does, one sentence
 * @param parser from text to value; throws {@link IllegalArgumentException} with a reason
 * @param <T> the value's class
 */
public record Setting<T>(
        String name,
        List<String> aliases,
        String type,
        String defaultText,
        String description,
        Function<String, T> parser) {

    /**
     * The value written as {@code text}.
     *
     * @throws EngineException if it can't be the setting's value
     */
    public T parse(String text) {
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION, "'" + text + "' is not a value of '" + name + "'" + reason(e))
                    .withHint("It takes " + wanted() + (defaultText.isEmpty() ? "" : "; the default is " + defaultText)
                            + ".");
        }
    }

    /** What values look like, in a sentence. */
    String wanted() {
        boolean choices = type.contains(" or ") || type.contains(" instead");
        return choices ? type : ("aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    private static String reason(IllegalArgumentException e) {
        return e.getMessage() == null || e instanceof NumberFormatException ? "" : ": " + e.getMessage();
    }
}
