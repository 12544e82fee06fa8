// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Why a function of Calcite's library failed, in the words of those who call it: the library speaks of its own classes.
 */
final class FailureReason {

    /** A reason, where the library's message has that form. */
    private record Form(Pattern pattern, String reason) {}

    private static final List<Form> FORMS = List.of(
            new Form(Pattern.compile("Not a valid Unicode code point.*"), "no character has that number"),
            new Form(Pattern.compile("Invalid input for JSON_.*", Pattern.DOTALL), "the text is not JSON"),
            new Form(Pattern.compile("The character is not mapped: (.*) \\(index=\\d+\\)"), "it knows no '$1'"),
            new Form(Pattern.compile("Illegal pattern character '(.*)'"), "'$1' means nothing in a format"),
            new Form(
                    Pattern.compile("Invalid format: '(.*)' for datetime string: '(.*)'\\.", Pattern.DOTALL),
                    "'$2' does not have the format '$1'"),
            new Form(
                    Pattern.compile("Invalid regular expression '(.*)', index \\d+", Pattern.DOTALL),
                    "'$1' is not a regular expression"));

    private static final Pattern CLASS_NAME = Pattern.compile("^(?:[a-z]\\w*\\.)+[A-Z][\\w$]*(?:Exception|Error): ");

    /** What only those understand who know the library's code. */
    private static final Pattern NOT_FOR_PEOPLE = Pattern.compile(
            "(?:[a-z]\\w*\\.){2,}[A-Z]|Exception|Cannot invoke|\\bIndex\\b|\\bnull\\b|\\n|input string");

    /** What the names of the JSON parser's exceptions begin with. */
    private static final String JSON_PARSER = "com.fasterxml.jackson.core.";

    private static final String UNKNOWN = "it is not defined for these arguments";

    private FailureReason() {}

    /** The reason; never empty. */
    static String of(RuntimeException thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        if (cause instanceof PatternSyntaxException malformed) {
            return "'" + malformed.getPattern() + "' is not a regular expression: "
                    + malformed.getDescription().toLowerCase(Locale.ROOT);
        }
        if (cause.getClass().getName().startsWith(JSON_PARSER)) {
            return "the text is not JSON";
        }
        String reason = ofMessage(thrown.getMessage());
        return reason.equals(UNKNOWN) ? ofMessage(cause.getMessage()) : reason;
    }

    private static String ofMessage(@Nullable String message) {
        if (message == null || message.isBlank()) {
            return UNKNOWN;
        }
        String bare = message;
        for (Matcher name = CLASS_NAME.matcher(bare); name.find(); name = CLASS_NAME.matcher(bare)) {
            bare = bare.substring(name.end());
        }
        for (Form form : FORMS) {
            Matcher matcher = form.pattern.matcher(bare);
            if (matcher.matches()) {
                return matcher.replaceFirst(form.reason);
            }
        }
        return NOT_FOR_PEOPLE.matcher(bare).find() ? UNKNOWN : bare;
    }
}
