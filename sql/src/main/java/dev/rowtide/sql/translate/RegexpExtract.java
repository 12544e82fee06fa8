// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** (text, pattern) or (text, pattern, group): what the group of the first match took, the whole match for group 0; NULL without a match. */
final class RegexpExtract implements ScalarFunction {

    /** One for all calls, so that equal calls are equal. */
    static final RegexpExtract INSTANCE = new RegexpExtract();

    /** The pattern compiled last, which mostly is the next row's too. */
    private volatile @Nullable Pattern last;

    private RegexpExtract() {}

    @Override
    public String name() {
        return "REGEXP_EXTRACT";
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (!(arguments[0] instanceof String text) || !(arguments[1] instanceof String pattern)) {
            return null;
        }
        Object group = arguments.length > 2 ? arguments[2] : Long.valueOf(0);
        if (!(group instanceof Long number)) {
            return null;
        }
        Matcher matcher = compiled(pattern).matcher(text);
        if (number < 0 || number > matcher.groupCount()) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "the pattern '" + pattern + "' has no group " + number);
        }
        return matcher.find() ? matcher.group(number.intValue()) : null;
    }

    private Pattern compiled(String pattern) {
        Pattern known = last;
        if (known != null && known.pattern().equals(pattern)) {
            return known;
        }
        try {
            Pattern compiled = Pattern.compile(pattern);
            last = compiled;
            return compiled;
        } catch (PatternSyntaxException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a regular expression")
                    .withDetail(String.valueOf(e.getDescription()))
                    .causedBy(e);
        }
    }
}
