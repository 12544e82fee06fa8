// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.setting;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the text of a setting to its value. All throw {@link IllegalArgumentException} with a reason. */
public final class SettingParsers {

    private static final Pattern DURATION = Pattern.compile(
            "(?i)(?:interval\\s+)?'?\\s*(\\d+(?:\\.\\d+)?)\\s*'?\\s*(ms|millis|milliseconds?|s|secs?|seconds?|m|min|mins|minutes?|h|hours?|d|days?)?\\s*'?");

    private static final Pattern INTERVAL_PART = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?\\s*[a-zA-Z]+)");

    private static final Pattern SIZE = Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(?:(b|bytes?)|([kmgt])(?:i?b)?)?");

    private SettingParsers() {}

    /** {@code true} or {@code false}, in any case. */
    public static boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    /** A whole number from 0. */
    public static long count(String text) {
        long count = Long.parseLong(text.replace("_", ""));
        if (count < 0) {
            throw new IllegalArgumentException("negative");
        }
        return count;
    }

    /** A duration such as {@code 500 ms}, {@code 2s}, {@code 1 hour} or {@code INTERVAL '1' DAY}, in milliseconds; a bare number is milliseconds. */
    public static long durationMillis(String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a duration");
        }
        String unit = matcher.group(2) == null ? "ms" : matcher.group(2).toLowerCase(Locale.ROOT);
        long factor;
        if (unit.startsWith("ms") || unit.startsWith("milli")) {
            factor = 1;
        } else if (unit.startsWith("s")) {
            factor = 1_000;
        } else if (unit.startsWith("m")) {
            factor = 60_000;
        } else if (unit.startsWith("h")) {
            factor = 3_600_000;
        } else {
            factor = 86_400_000;
        }
        return new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(factor))
                .longValueExact();
    }

    /** A duration, or several in different units: {@code 1 hour 30 minutes}. Milliseconds. */
    public static long intervalMillis(String text) {
        String bare =
                text.strip().replaceFirst("(?i)^interval\\s+'(.*)'$", "$1").strip();
        Matcher part = INTERVAL_PART.matcher(bare);
        long millis = 0;
        int end = 0;
        for (; part.lookingAt(); part.region(end, bare.length())) {
            millis = Math.addExact(millis, durationMillis(part.group(1)));
            end = part.end();
        }
        return end == bare.length() && end > 0 ? millis : durationMillis(text);
    }

    /** A number of bytes such as {@code 512 mb} or {@code 1.5g}; a kilobyte has 1024, a bare number is bytes. */
    public static long bytes(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a size");
        }
        String unit = matcher.group(3) == null ? "" : matcher.group(3).toLowerCase(Locale.ROOT);
        long factor = 1L << 10 * (unit.isEmpty() ? 0 : "kmgt".indexOf(unit) + 1);
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor));
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("too large");
        }
        return bytes.longValue();
    }

    /** One of {@code choices}, ignoring case; the choice as listed is returned. */
    public static String choice(String text, List<String> choices) {
        for (String choice : choices) {
            if (choice.equalsIgnoreCase(text)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("not one of " + String.join(", ", choices));
    }
}
