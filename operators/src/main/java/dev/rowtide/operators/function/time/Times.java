// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.VectorFunction;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Picks the body of a call on dates and times. */
public final class Times {

    private Times() {}

    /**
     * The body of a call of EXTRACT_YEAR to DATE_TEXT.
     *
     * @param session the session's time zone, for calls that do not name one themselves
     */
    public static VectorFunction of(Call call, ZoneId session) {
        List<Expression> arguments = call.arguments();
        Type type = arguments.get(0).type();
        CallSite site = CallSite.of(call);
        return switch (call.function()) {
            case FLOOR_TIME, CEIL_TIME ->
                new RoundTime(
                        CalendarUnit.of(unit(arguments.get(1), site)),
                        call.function() == BuiltinFunction.CEIL_TIME,
                        type,
                        zone(arguments, 2, session),
                        site);
            case TIME_ADD, TIME_SUBTRACT ->
                new ShiftTime(
                        type,
                        arguments.get(1).type(),
                        call.type(),
                        call.function() == BuiltinFunction.TIME_ADD ? 1 : -1,
                        zone(arguments, 2, session),
                        site);
            case TIME_DIFFERENCE -> new TimeDifference(type, call.type(), zone(arguments, 2, session), site);
            case DATE_FORMAT -> new DateFormat(type, text(arguments.get(1)), zone(arguments, 2, session), site);
            case DATE_FIELDS -> new DateFields(type, pattern(arguments.get(1)), zone(arguments, 2, session));
            case DATE_TEXT -> new DateText(pattern(arguments.get(1)));
            default -> extract(call.function(), type, zone(arguments, 1, session));
        };
    }

    private static VectorFunction extract(BuiltinFunction field, Type type, ZoneId zone) {
        boolean ofDate = switch (field) {
            case EXTRACT_YEAR,
                    EXTRACT_QUARTER,
                    EXTRACT_MONTH,
                    EXTRACT_WEEK,
                    EXTRACT_DAY,
                    EXTRACT_DAY_OF_WEEK,
                    EXTRACT_DAY_OF_YEAR -> true;
            default -> false;
        };
        return switch (type.kind()) {
            case DATE -> ofDate ? new ExtractOfDate(field, type, zone) : ofWholeDays(field);
            case INTERVAL_YEAR_MONTH -> new ExtractOfMonths(field);
            case INTERVAL_DAY_TIME -> new ExtractOfDay(field, type, zone);
            default -> ofDate ? new ExtractOfDate(field, type, zone) : new ExtractOfDay(field, type, zone);
        };
    }

    /** A DATE has no hours, minutes or seconds but its seconds since the epoch. */
    private static VectorFunction ofWholeDays(BuiltinFunction field) {
        long factor = field == BuiltinFunction.EXTRACT_EPOCH ? 86_400 : 0;
        return (arguments, rows, failures) -> {
            LongColumn column = (LongColumn) arguments[0];
            long[] out = new long[rows.bound()];
            for (int i = 0; i < rows.size(); i++) {
                out[rows.row(i)] = column.values()[rows.row(i)] * factor;
            }
            return new LongColumn(out, column.nulls());
        };
    }

    private static String unit(Expression argument, CallSite site) {
        String unit = text(argument);
        if (unit == null) {
            throw site.error(ErrorCode.NOT_SUPPORTED, "the unit of time must be a literal");
        }
        return unit;
    }

    private static NumericDatePattern pattern(Expression argument) {
        return Objects.requireNonNull(NumericDatePattern.of(Objects.requireNonNull(text(argument))));
    }

    private static ZoneId zone(List<Expression> arguments, int index, ZoneId session) {
        boolean zoned = arguments.get(0).type().kind() == TypeKind.TIMESTAMP_LTZ;
        String name = zoned && index < arguments.size() ? text(arguments.get(index)) : null;
        try {
            return name == null ? session : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' is not a time zone").causedBy(e);
        }
    }

    private static @Nullable String text(Expression argument) {
        return argument instanceof Literal literal && literal.value() instanceof String text ? text : null;
    }
}
