// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.validate.StreamFunctions;
import java.time.ZoneId;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/** The functions between times, texts and seconds since 1970, said by kernels. */
final class EpochFunctions {

    private static final String DEFAULT_PATTERN = "yyyy-MM-dd HH:mm:ss";
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int MILLI_DIGITS = 3;
    private static final Type ZONED = Type.timestampLtz(MILLI_DIGITS);
    private static final Type LOCAL = Type.timestamp(MILLI_DIGITS);

    private final TranslateExpression translate;
    private final ZoneId zone;

    EpochFunctions(TranslateExpression translate, ZoneId zone) {
        this.translate = translate;
        this.zone = zone;
    }

    /** The call, or null if it is none of these functions. */
    @Nullable
    Expression of(RexCall call, Type result) {
        SqlOperator operator = call.getOperator();
        if (operator.equals(StreamFunctions.TO_TIMESTAMP) || operator.equals(StreamFunctions.TO_DATE)) {
            return time(translate.all(call.getOperands()), result, call);
        }
        if (operator.equals(StreamFunctions.TO_TIMESTAMP_LTZ)) {
            List<Expression> arguments = translate.all(call.getOperands());
            boolean millis = arguments.size() > 1
                    && arguments.get(1) instanceof Literal digits
                    && Long.valueOf(MILLI_DIGITS).equals(digits.value());
            return instant(arguments.get(0), millis ? MICROS_PER_MILLI : MICROS_PER_SECOND, call);
        }
        if (operator.equals(StreamFunctions.UNIX_TIMESTAMP)) {
            return seconds(translate.all(call.getOperands()), result, call);
        }
        if (operator.equals(StreamFunctions.FROM_UNIXTIME)) {
            List<Expression> arguments = translate.all(call.getOperands());
            Expression pattern = arguments.size() > 1 ? arguments.get(1) : Literals.text(DEFAULT_PATTERN);
            Expression instant = instant(arguments.get(0), MICROS_PER_SECOND, call);
            return translate.call(
                    BuiltinFunction.DATE_FORMAT, List.of(instant, pattern, Literals.text(zone.getId())), result, call);
        }
        return null;
    }

    /** The time that a text writes, by a pattern where there is one. */
    private Expression time(List<Expression> arguments, Type type, RexCall call) {
        if (arguments.size() == 1) {
            return translate.cast(arguments.get(0), type, call);
        }
        Expression parsed = new ScalarCall(new ParseTimestamp(call.getOperator().getName()), arguments, LOCAL);
        return type.kind() == TypeKind.TIMESTAMP ? parsed : translate.cast(parsed, type, call);
    }

    private Expression seconds(List<Expression> arguments, Type result, RexCall call) {
        Expression instant;
        if (arguments.isEmpty()) {
            instant = new Call(BuiltinFunction.CURRENT_TIMESTAMP, List.of(), ZONED.withNullable(false));
        } else if (arguments.size() == 1) {
            instant = translate.cast(arguments.get(0), ZONED, call);
        } else {
            instant = translate.cast(time(arguments, LOCAL, call), ZONED, call);
        }
        return translate.call(
                BuiltinFunction.EXTRACT_EPOCH, List.of(instant, Literals.text(zone.getId())), result, call);
    }

    /** The instant that lies {@code units} after 1970, in UTC. */
    private Expression instant(Expression units, long microsPerUnit, RexCall call) {
        Literal factor = new Literal(microsPerUnit, Type.BIGINT.withNullable(false));
        Expression micros = translate.call(
                BuiltinFunction.MULTIPLY, List.of(Conversions.to(units, Type.BIGINT), factor), Type.BIGINT, call);
        Literal epoch = new Literal(0L, ZONED.withNullable(false));
        return translate.call(
                BuiltinFunction.TIME_ADD, List.of(epoch, micros, Literals.text(zone.getId())), ZONED, call);
    }
}
