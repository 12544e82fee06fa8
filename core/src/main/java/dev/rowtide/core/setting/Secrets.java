// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.setting;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps passwords and the like out of what is shown: listings, errors, logs. */
public final class Secrets {

    private static final String MASK = "******";

    private static final String WORDS =
            "(?:password|passwd|passphrase|pwd|secret|token|credential|jaas|basic-?auth|(?:api|access|account|private)[_-]?key)";

    /** The names of options that are secret; those in {@code fields.password.length} are names of columns. */
    private static final Pattern NAME =
            Pattern.compile("(?:.*\\.)?[^.]*" + WORDS + "[^.]*(?:\\.config)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern IN_AUTHORITY = Pattern.compile("(://[^/\\s:@]*:)[^/\\s@]+(?=@)");

    private static final Pattern PARAMETER = Pattern.compile(
            "(?<![\\w.-])([\\w.-]*" + WORDS + "[\\w.-]*\\s*=\\s*)[^&;,\\s'\"]+", Pattern.CASE_INSENSITIVE);

    private static final Pattern OPTION = Pattern.compile("(?:'([^']*)'|([\\w.-]+))(\\s*=\\s*)'((?:[^']|'')*)('|$)");

    private Secrets() {}

    /** An option's value as it may be shown. */
    public static String shown(String option, String value) {
        return NAME.matcher(option).matches() ? MASK : inText(value);
    }

    /** A text, such as a URL or the message of a driver, without the passwords in its URLs and parameters. */
    public static String inText(String text) {
        String masked = IN_AUTHORITY.matcher(text).replaceAll("$1" + MASK);
        return PARAMETER.matcher(masked).replaceAll("$1" + MASK);
    }

    /** A line of SQL in which the values of secret options are starred out, as long as it was. */
    public static String inSql(String line) {
        return OPTION.matcher(line).replaceAll(Secrets::starred);
    }

    private static String starred(MatchResult option) {
        String name = option.group(1) == null ? option.group(2) : option.group(1);
        String value = option.group(4);
        if (!NAME.matcher(name).matches()) {
            String shown = inText(value);
            if (shown.equals(value)) {
                return quoted(option.group());
            }
        }
        String before = option.group()
                .substring(
                        0,
                        option.group().length()
                                - value.length()
                                - option.group(5).length());
        return quoted(before + "*".repeat(value.length()) + option.group(5));
    }

    private static String quoted(String replacement) {
        return Matcher.quoteReplacement(replacement);
    }
}
