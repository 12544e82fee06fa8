// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.validate.StreamFunctions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** The functions of dates and times. Those of a TIMESTAMP_LTZ get the session's time zone as a last argument. */
final class TimeFunctions {

    private static final int CLOCK_DIGITS = 3;
    private static final int TIMESTAMP_DIGITS = 6;

    private static final Map<TimeUnitRange, BuiltinFunction> EXTRACTS = Map.ofEntries(
            Map.entry(TimeUnitRange.YEAR, BuiltinFunction.EXTRACT_YEAR),
            Map.entry(TimeUnitRange.QUARTER, BuiltinFunction.EXTRACT_QUARTER),
            Map.entry(TimeUnitRange.MONTH, BuiltinFunction.EXTRACT_MONTH),
            Map.entry(TimeUnitRange.WEEK, BuiltinFunction.EXTRACT_WEEK),
            Map.entry(TimeUnitRange.DAY, BuiltinFunction.EXTRACT_DAY),
            Map.entry(TimeUnitRange.DOW, BuiltinFunction.EXTRACT_DAY_OF_WEEK),
            Map.entry(TimeUnitRange.DOY, BuiltinFunction.EXTRACT_DAY_OF_YEAR),
            Map.entry(TimeUnitRange.HOUR, BuiltinFunction.EXTRACT_HOUR),
            Map.entry(TimeUnitRange.MINUTE, BuiltinFunction.EXTRACT_MINUTE),
            Map.entry(TimeUnitRange.SECOND, BuiltinFunction.EXTRACT_SECOND),
            Map.entry(TimeUnitRange.MILLISECOND, BuiltinFunction.EXTRACT_MILLISECOND),
            Map.entry(TimeUnitRange.MICROSECOND, BuiltinFunction.EXTRACT_MICROSECOND),
            Map.entry(TimeUnitRange.EPOCH, BuiltinFunction.EXTRACT_EPOCH));

    /** {@code YEAR(t)} and the like, short for EXTRACT. */
    private static final Map<String, BuiltinFunction> PARTS = Map.ofEntries(
            Map.entry("YEAR", BuiltinFunction.EXTRACT_YEAR),
            Map.entry("QUARTER", BuiltinFunction.EXTRACT_QUARTER),
            Map.entry("MONTH", BuiltinFunction.EXTRACT_MONTH),
            Map.entry("WEEK", BuiltinFunction.EXTRACT_WEEK),
            Map.entry("DAYOFYEAR", BuiltinFunction.EXTRACT_DAY_OF_YEAR),
            Map.entry("DAYOFMONTH", BuiltinFunction.EXTRACT_DAY),
            Map.entry("DAYOFWEEK", BuiltinFunction.EXTRACT_DAY_OF_WEEK),
            Map.entry("HOUR", BuiltinFunction.EXTRACT_HOUR),
            Map.entry("MINUTE", BuiltinFunction.EXTRACT_MINUTE),
            Map.entry("SECOND", BuiltinFunction.EXTRACT_SECOND));

    private static final Set<String> NAMES = Set.of("MONTHNAME", "DAYNAME");

    private final TranslateExpression translate;
    private final TranslateContext context;
    private final ZoneId zone;

    TimeFunctions(TranslateExpression translate, TranslateContext context) {
        this.translate = translate;
        this.context = context;
        this.zone = context.zone();
    }

    /** The call by kernels, or null if it is none of a date or time, or none that a kernel computes. */
    @Nullable
    Expression of(RexCall call, Type result) {
        SqlOperator operator = call.getOperator();
        Expression clock = clock(operator, result);
        if (clock != null) {
            return clock;
        }
        if (operator.equals(StreamFunctions.DATE_FORMAT)) {
            return dateFormat(call, result);
        }
        if (NAMES.contains(operator.getName())) {
            return nameOfDate(call);
        }
        return switch (call.getKind()) {
            case EXTRACT -> extract(call, result);
            case FLOOR -> toUnit(BuiltinFunction.FLOOR_TIME, call, result);
            case CEIL -> toUnit(BuiltinFunction.CEIL_TIME, call, result);
            case PLUS -> shifted(BuiltinFunction.TIME_ADD, call, result);
            case MINUS -> minus(call, result);
            default -> part(call, result);
        };
    }

    private static @Nullable Expression clock(SqlOperator operator, Type result) {
        if (!StreamFunctions.isClock(operator)) {
            return null;
        }
        Expression now = new Call(
                BuiltinFunction.CURRENT_TIMESTAMP,
                List.of(),
                Type.timestampLtz(CLOCK_DIGITS).withNullable(false));
        return Conversions.exactly(now, result);
    }

    private @Nullable Expression extract(RexCall call, Type result) {
        TimeUnitRange unit = unit(call.getOperands().get(0));
        BuiltinFunction function = unit == null ? null : EXTRACTS.get(unit);
        return function == null ? null : onTime(function, call.getOperands().get(1), call, result);
    }

    private @Nullable Expression part(RexCall call, Type result) {
        BuiltinFunction function =
                call.getOperands().size() == 1 ? PARTS.get(call.getOperator().getName()) : null;
        return function == null ? null : onTime(function, call.getOperands().get(0), call, result);
    }

    private @Nullable Expression onTime(BuiltinFunction function, RexNode time, RexCall call, Type result) {
        Expression argument = translate.of(time);
        return isPointInTime(argument.type()) ? translate.call(function, zoned(List.of(argument)), result, call) : null;
    }

    private @Nullable Expression toUnit(BuiltinFunction function, RexCall call, Type result) {
        if (call.getOperands().size() != 2) {
            return null;
        }
        TimeUnitRange unit = unit(call.getOperands().get(1));
        if (unit == null) {
            return null;
        }
        Expression time = translate.of(call.getOperands().get(0));
        List<Expression> arguments = List.of(time, Literals.text(unit.name()));
        return isPointInTime(time.type()) ? translate.call(function, zoned(arguments), result, call) : null;
    }

    private @Nullable Expression minus(RexCall call, Type result) {
        if (result.kind() == TypeKind.INTERVAL_YEAR_MONTH) {
            return monthsBetween(call);
        }
        if (result.kind() != TypeKind.INTERVAL_DAY_TIME) {
            return shifted(BuiltinFunction.TIME_SUBTRACT, call, result);
        }
        Expression later = translate.of(call.getOperands().get(0));
        Expression earlier = translate.of(call.getOperands().get(1));
        if (!isPointInTime(later.type()) || later.type().kind() == TypeKind.TIME) {
            return null;
        }
        Type common = later.type().kind() == TypeKind.DATE && earlier.type().kind() == TypeKind.DATE
                ? Type.timestamp(TIMESTAMP_DIGITS)
                : Conversions.common(later.type(), earlier.type());
        return common == null
                ? null
                : translate.call(
                        BuiltinFunction.TIME_DIFFERENCE,
                        List.of(Conversions.to(later, common), Conversions.to(earlier, common)),
                        result,
                        call);
    }

    /** A difference in months has no kernel, and Calcite's takes two times of one type only. */
    private @Nullable Expression monthsBetween(RexCall call) {
        List<RexNode> times = call.getOperands();
        boolean bothTimes = times.stream().allMatch(time -> SqlTypeUtil.isDatetime(time.getType()));
        if (!bothTimes
                || times.get(0).getType().getSqlTypeName()
                        == times.get(1).getType().getSqlTypeName()) {
            return null;
        }
        RexBuilder rexBuilder = context.rexBuilder();
        RelDataType timestamp = rexBuilder.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP);
        List<RexNode> aligned = new ArrayList<>();
        for (RexNode time : times) {
            RelDataType type = rexBuilder
                    .getTypeFactory()
                    .createTypeWithNullability(timestamp, time.getType().isNullable());
            aligned.add(rexBuilder.makeAbstractCast(type, time, false));
        }
        return translate.of(call.clone(call.getType(), aligned));
    }

    /** Calcite's library takes a time before 1970 for one of the day after: it is right for dates. */
    private @Nullable Expression nameOfDate(RexCall call) {
        RexNode time = call.getOperands().get(0);
        if (time.getType().getSqlTypeName() == SqlTypeName.DATE) {
            return null;
        }
        RelDataTypeFactory types = context.rexBuilder().getTypeFactory();
        RelDataType date = types.createTypeWithNullability(
                types.createSqlType(SqlTypeName.DATE), time.getType().isNullable());
        List<RexNode> operands = new ArrayList<>(call.getOperands());
        operands.set(0, context.rexBuilder().makeAbstractCast(date, time, false));
        return translate.of(call.clone(call.getType(), operands));
    }

    private @Nullable Expression shifted(BuiltinFunction function, RexCall call, Type result) {
        if (call.getOperands().size() != 2 || !isPointInTime(result)) {
            return null;
        }
        Expression time = translate.of(call.getOperands().get(0));
        Expression interval = translate.of(call.getOperands().get(1));
        if (isInterval(time.type())) {
            Expression swapped = time;
            time = interval;
            interval = swapped;
        }
        if (!isInterval(interval.type())) {
            return null;
        }
        return translate.call(function, zoned(List.of(Conversions.to(time, result), interval)), result, call);
    }

    private @Nullable Expression dateFormat(RexCall call, Type result) {
        Expression time = translate.of(call.getOperands().get(0));
        if (time.type().kind().isText()) {
            time = translate.cast(time, Type.timestamp(TIMESTAMP_DIGITS), call);
        }
        return isPointInTime(time.type())
                ? translate.call(
                        BuiltinFunction.DATE_FORMAT,
                        zoned(List.of(time, translate.of(call.getOperands().get(1)))),
                        result,
                        call)
                : null;
    }

    private List<Expression> zoned(List<Expression> arguments) {
        if (arguments.get(0).type().kind() != TypeKind.TIMESTAMP_LTZ) {
            return arguments;
        }
        List<Expression> withZone = new ArrayList<>(arguments);
        withZone.add(Literals.text(zone.getId()));
        return withZone;
    }

    private static @Nullable TimeUnitRange unit(RexNode operand) {
        return operand instanceof RexLiteral literal && literal.getValue() instanceof TimeUnitRange range
                ? range
                : null;
    }

    private static boolean isPointInTime(Type type) {
        return type.kind() == TypeKind.DATE
                || type.kind() == TypeKind.TIME
                || type.kind().isTimestamp();
    }

    static boolean isInterval(Type type) {
        return type.kind() == TypeKind.INTERVAL_DAY_TIME || type.kind() == TypeKind.INTERVAL_YEAR_MONTH;
    }
}
