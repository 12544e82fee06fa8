// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From when on, and until when, conditions hold as time passes, that compare the clock with a row:
 *
 * <pre>
 *   at > NOW() - INTERVAL '1' HOUR    ─▶   until at + 1 hour
 * </pre>
 */
final class ClockBounds {

    private static final int DIGITS_MIN = 3;
    private static final Type INSTANT = Type.timestampLtz(6);
    private static final Type LOCAL = Type.timestamp(6);
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final ZoneId zone;
    private final List<Expression> from = new ArrayList<>();
    private final List<Expression> until = new ArrayList<>();

    ClockBounds(ZoneId zone) {
        this.zone = zone;
    }

    List<Expression> from() {
        return from;
    }

    List<Expression> until() {
        return until;
    }

    /** How far the clock, in one of its forms, is shifted; what grows with the clock. */
    private record Clock(Form form, long micros) {

        enum Form {
            /** The time itself. */
            INSTANT,
            /** The local time of the session's zone. */
            LOCAL,
            /** The local day, or its midnight. */
            DAY
        }

        Clock plus(long more) {
            return new Clock(form, Math.addExact(micros, more));
        }
    }

    /** Takes a condition; whether it is one that holds from some time on, or until some time. */
    boolean add(Expression condition) {
        if (!(condition instanceof Call call)) {
            return false;
        }
        if (call.function() == BuiltinFunction.NOT && call.arguments().get(0) instanceof Call negated) {
            BuiltinFunction opposite = opposite(negated.function());
            return opposite != null && addComparison(opposite, negated.arguments());
        }
        return addComparison(call.function(), call.arguments());
    }

    private static @Nullable BuiltinFunction opposite(BuiltinFunction comparison) {
        return switch (comparison) {
            case LESS -> BuiltinFunction.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> BuiltinFunction.GREATER;
            case GREATER -> BuiltinFunction.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> BuiltinFunction.LESS;
            default -> null;
        };
    }

    private static @Nullable BuiltinFunction mirrored(BuiltinFunction comparison) {
        return switch (comparison) {
            case LESS -> BuiltinFunction.GREATER;
            case LESS_OR_EQUAL -> BuiltinFunction.GREATER_OR_EQUAL;
            case GREATER -> BuiltinFunction.LESS;
            case GREATER_OR_EQUAL -> BuiltinFunction.LESS_OR_EQUAL;
            case EQUAL -> BuiltinFunction.EQUAL;
            default -> null;
        };
    }

    private boolean addComparison(BuiltinFunction function, List<Expression> sides) {
        BuiltinFunction mirrored = mirrored(function);
        if (mirrored == null || sides.size() != 2) {
            return false;
        }
        Expression left = sides.get(0);
        Expression right = sides.get(1);
        if (!hasClock(left)) {
            return addClockOnRight(function, left, right);
        }
        return !hasClock(right) && addClockOnRight(mirrored, right, left);
    }

    private boolean addClockOnRight(BuiltinFunction function, Expression row, Expression clockSide) {
        if (row.type().kind() == TypeKind.INTERVAL_DAY_TIME) {
            return addAge(function, row, clockSide);
        }
        Clock clock = clock(clockSide);
        return clock != null && addBounds(function, row, clock);
    }

    /** {@code NOW() - at < age} is {@code at + age > NOW()}, and {@code at - NOW() > ahead} is {@code at - ahead > NOW()}. */
    private boolean addAge(BuiltinFunction function, Expression age, Expression difference) {
        if (!(difference instanceof Call call) || call.function() != BuiltinFunction.TIME_DIFFERENCE) {
            return false;
        }
        Expression later = call.arguments().get(0);
        Expression earlier = call.arguments().get(1);
        boolean clockIsLater = hasClock(later);
        Clock clock = clock(clockIsLater ? later : earlier);
        Expression at = clockIsLater ? earlier : later;
        if (clock == null || hasClock(at)) {
            return false;
        }
        Expression row = shifted(clockIsLater ? BuiltinFunction.TIME_ADD : BuiltinFunction.TIME_SUBTRACT, at, age);
        // With the age on the left, age > NOW() - at says at + age > NOW(), and age > at - NOW() says at - age < NOW().
        BuiltinFunction compared = clockIsLater ? function : mirrored(function);
        return compared != null && addBounds(compared, row, clock);
    }

    /** @param function how the row's time, on the left, compares with the clock */
    private boolean addBounds(BuiltinFunction function, Expression row, Clock clock) {
        boolean comparable =
                row.type().kind() == TypeKind.DATE || row.type().kind().isTimestamp();
        boolean isInstant = row.type().kind() == TypeKind.TIMESTAMP_LTZ;
        if (!comparable || isInstant != (clock.form() == Clock.Form.INSTANT)) {
            return false;
        }
        Expression base = Conversions.exactly(row, isInstant ? INSTANT : LOCAL);
        Expression time = clock.micros() == 0 ? base : shifted(BuiltinFunction.TIME_SUBTRACT, base, clock.micros());
        boolean byDay = clock.form() == Clock.Form.DAY;
        switch (function) {
            case GREATER -> until.add(instant(byDay ? toDay(BuiltinFunction.CEIL_TIME, time) : time));
            case GREATER_OR_EQUAL -> until.add(behind(time, byDay));
            case LESS -> from.add(behind(time, byDay));
            case LESS_OR_EQUAL -> from.add(instant(byDay ? toDay(BuiltinFunction.CEIL_TIME, time) : time));
            default -> {
                from.add(instant(byDay ? toDay(BuiltinFunction.CEIL_TIME, time) : time));
                until.add(behind(time, byDay));
            }
        }
        return true;
    }

    /** The first time at which the clock is greater. */
    private Expression behind(Expression time, boolean byDay) {
        return instant(
                byDay
                        ? shifted(BuiltinFunction.TIME_ADD, toDay(BuiltinFunction.FLOOR_TIME, time), MICROS_PER_DAY)
                        : shifted(BuiltinFunction.TIME_ADD, time, 1));
    }

    private static Expression toDay(BuiltinFunction rounding, Expression local) {
        return new Call(rounding, List.of(local, Literals.text("DAY")), local.type());
    }

    private static Expression instant(Expression time) {
        return Conversions.exactly(time, INSTANT);
    }

    private Expression shifted(BuiltinFunction function, Expression time, long micros) {
        return shifted(
                function,
                time,
                new Literal(micros, Type.of(TypeKind.INTERVAL_DAY_TIME).withNullable(false)));
    }

    private Expression shifted(BuiltinFunction function, Expression time, Expression interval) {
        Type type = time.type().kind() == TypeKind.DATE
                ? LOCAL
                : new Type(time.type().kind(), 6, 0, true);
        Type nullable =
                type.withNullable(time.type().nullable() || interval.type().nullable());
        List<Expression> arguments = new ArrayList<>(List.of(Conversions.exactly(time, type), interval));
        if (type.kind() == TypeKind.TIMESTAMP_LTZ) {
            arguments.add(Literals.text(zone.getId()));
        }
        return new Call(function, arguments, nullable);
    }

    /** An expression as the clock, shifted by a constant; null if it is none. */
    private static @Nullable Clock clock(Expression expression) {
        if (!(expression instanceof Call call)) {
            return null;
        }
        return switch (call.function()) {
            case CURRENT_TIMESTAMP -> new Clock(Clock.Form.INSTANT, 0);
            case CAST -> cast(clock(call.arguments().get(0)), call.type());
            case TIME_ADD -> moved(call, 1);
            case TIME_SUBTRACT -> moved(call, -1);
            default -> null;
        };
    }

    private static @Nullable Clock cast(@Nullable Clock clock, Type type) {
        if (clock == null) {
            return null;
        }
        Clock.Form form = clock.form();
        return switch (type.kind()) {
            case TIMESTAMP_LTZ -> form == Clock.Form.INSTANT && type.precision() >= DIGITS_MIN ? clock : null;
            case TIMESTAMP ->
                type.precision() < DIGITS_MIN && form != Clock.Form.DAY
                        ? null
                        : form == Clock.Form.INSTANT ? new Clock(Clock.Form.LOCAL, clock.micros()) : clock;
            case DATE ->
                form == Clock.Form.DAY && clock.micros() % MICROS_PER_DAY == 0
                        ? clock
                        : clock.micros() == 0 ? new Clock(Clock.Form.DAY, 0) : null;
            default -> null;
        };
    }

    private static @Nullable Clock moved(Call call, int sign) {
        Clock clock = clock(call.arguments().get(0));
        if (clock == null
                || !(call.arguments().get(1) instanceof Literal interval)
                || interval.type().kind() != TypeKind.INTERVAL_DAY_TIME
                || !(interval.value() instanceof Long micros)) {
            return null;
        }
        boolean wholeDays = call.type().kind() != TypeKind.DATE || micros % MICROS_PER_DAY == 0;
        return wholeDays ? clock.plus(sign * micros) : null;
    }

    /** Whether an expression reads the clock. */
    static boolean hasClock(Expression expression) {
        return expression instanceof Call call
                && (call.function() == BuiltinFunction.CURRENT_TIMESTAMP
                        || call.arguments().stream().anyMatch(ClockBounds::hasClock));
    }
}
