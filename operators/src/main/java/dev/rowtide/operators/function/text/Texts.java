// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/** Picks the body of a call on text. */
public final class Texts {

    /** The longest text that a function makes of a shorter one, bytes. */
    static final int BYTES_MAX = 1 << 26;

    private Texts() {}

    /** The body of a call of UPPER to REGEXP_EXTRACT. */
    public static VectorFunction of(Call call) {
        CallSite site = CallSite.of(call);
        return switch (call.function()) {
            case UPPER -> new ChangeCase(true);
            case LOWER -> new ChangeCase(false);
            case CHAR_LENGTH -> new Length(isBinary(call, 0));
            case OCTET_LENGTH -> new Length(true);
            case SUBSTRING -> new Substring(isBinary(call, 0), site);
            case CONCAT -> new Concat();
            case TRIM -> new Trim(true, true);
            case LTRIM -> new Trim(true, false);
            case RTRIM -> new Trim(false, true);
            case POSITION -> new Position(isBinary(call, 1));
            case REPLACE -> new Replace();
            case LIKE -> new Like(false, site);
            case ILIKE -> new Like(true, site);
            case STARTS_WITH -> new AffixTest(false);
            case ENDS_WITH -> new AffixTest(true);
            case LEFT -> new Part(false);
            case RIGHT -> new Part(true);
            case REVERSE -> new Reverse();
            case REPEAT -> new Repeat(site);
            case LPAD -> new Pad(false, site);
            case RPAD -> new Pad(true, site);
            case SPLIT_PART -> new SplitPart(site);
            case REGEXP_LIKE -> new RegexpLike(literal(call.arguments().get(1)), site);
            case REGEXP_EXTRACT -> new RegexpExtract(literal(call.arguments().get(1)), site);
            default -> throw new IllegalArgumentException(call.function() + " is no function of text");
        };
    }

    static EngineException tooLong(CallSite site) {
        return site.error(ErrorCode.RESOURCE_LIMIT, "the text would be longer than " + BYTES_MAX + " bytes");
    }

    private static boolean isBinary(Call call, int argument) {
        return call.arguments().get(argument).type().kind().isBinary();
    }

    private static @Nullable String literal(Expression argument) {
        return argument instanceof Literal literal && literal.value() instanceof String text ? text : null;
    }
}
