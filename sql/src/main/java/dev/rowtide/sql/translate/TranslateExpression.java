// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.CatalogFunction;
import dev.rowtide.sql.catalog.PossibleCasts;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.function.CalciteFunction;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.StreamFunctions;
import dev.rowtide.sql.validate.UserFunction;
import dev.rowtide.sql.validate.VolatileFunction;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Calcite's expressions over the columns of one input as the engine's. */
final class TranslateExpression {

    private static final long MICROS_PER_MILLI = 1_000;

    private final RexBuilder rexBuilder;
    private final TranslateContext context;
    private final Schema input;
    private final TimeFunctions times;
    private final EpochFunctions epochs;
    private final TranslateArithmetic arithmetic;
    private final NestedExpressions nested;
    private final RandomCalls randoms;

    /** For expressions over the columns of {@code input}. */
    TranslateExpression(TranslateContext context, Schema input) {
        this.rexBuilder = context.rexBuilder();
        this.context = context;
        this.input = input;
        this.times = new TimeFunctions(this, context);
        this.epochs = new EpochFunctions(this, context.zone());
        this.arithmetic = new TranslateArithmetic(this);
        this.nested = new NestedExpressions(this, context.rexBuilder().getTypeFactory());
        this.randoms = new RandomCalls(this, context);
    }

    /**
     * The engine's form of an expression.
     *
     * @throws EngineException at its place, if there is none
     */
    Expression of(RexNode expression) {
        if (expression instanceof RexInputRef ref) {
            return new InputRef(ref.getIndex(), input.type(ref.getIndex()));
        }
        if (expression instanceof RexLiteral literal) {
            return context.literals().of(literal);
        }
        if (expression instanceof RexFieldAccess field) {
            return nested.field(field);
        }
        if (!(expression instanceof RexCall call)) {
            throw new EngineException(
                    ErrorCode.NOT_SUPPORTED, "the expression " + expression + " is not supported yet");
        }
        try {
            return placed(ofCall(call), call);
        } catch (EngineException e) {
            SqlParserPos position = call.getParserPosition();
            throw e.line() > 0 || position.equals(SqlParserPos.ZERO) ? e : Positions.at(position, e);
        }
    }

    /** The expression with the place of {@code source} for those of its calls that have none of their own. */
    private Expression placed(Expression expression, RexCall source) {
        return source.getParserPosition().equals(SqlParserPos.ZERO) ? expression : placed(expression, origin(source));
    }

    private static Expression placed(Expression expression, Provenance place) {
        if (expression instanceof Call call && isWithoutPlace(call.source())) {
            return new Call(
                    call.function(), placed(call.arguments(), place), call.type(), placed(call.source(), place));
        }
        if (expression instanceof ScalarCall call && isWithoutPlace(call.source())) {
            return new ScalarCall(
                    call.function(), placed(call.arguments(), place), call.type(), placed(call.source(), place));
        }
        return expression;
    }

    private static List<Expression> placed(List<Expression> expressions, Provenance place) {
        return expressions.stream().map(expression -> placed(expression, place)).toList();
    }

    private static Provenance placed(@Nullable Provenance known, Provenance place) {
        return known == null ? place : new Provenance(known.text(), place.line(), place.column());
    }

    private static boolean isWithoutPlace(@Nullable Provenance origin) {
        return origin == null || origin.line() == 0;
    }

    /** What a call stands for, and where. */
    Provenance origin(RexCall source) {
        SqlParserPos position = source.getParserPosition();
        return new Provenance(SourceText.of(source, input.names()), position.getLineNum(), position.getColumnNum());
    }

    List<Expression> all(List<RexNode> expressions) {
        return expressions.stream().map(this::of).toList();
    }

    /** A call that is NULL when an argument is, with the text of what it stands for. */
    Call call(BuiltinFunction function, List<Expression> arguments, Type type, RexCall source) {
        Provenance origin = origin(source);
        List<Expression> all =
                arguments.stream().map(argument -> withOrigin(argument, origin)).toList();
        return new Call(function, all, nullableAs(arguments, type), origin);
    }

    /** A conversion that nobody wrote fails where what asks for it stands. */
    private static Expression withOrigin(Expression argument, Provenance origin) {
        return argument instanceof Call implied
                        && implied.function() == BuiltinFunction.CAST
                        && implied.source() == null
                ? new Call(implied.function(), implied.arguments(), implied.type(), origin)
                : argument;
    }

    /** A conversion that {@code source} asks for: nothing where nothing changes, a constant where it is one. */
    Expression cast(Expression value, Type type, RexCall source) {
        Expression converted = Conversions.exactly(value, type);
        boolean needsCall = converted instanceof Call made
                && made.function() == BuiltinFunction.CAST
                && made.arguments().get(0) == value;
        return needsCall ? call(BuiltinFunction.CAST, List.of(value), type, source) : converted;
    }

    /** Some functions are said to have a value always, and have none for NULL. */
    private static Type nullableAs(List<Expression> arguments, Type type) {
        boolean nullable =
                arguments.stream().anyMatch(argument -> argument.type().nullable());
        return type.withNullable(type.nullable() || nullable);
    }

    private Expression ofCall(RexCall call) {
        Expression logic = logic(call);
        if (logic != null) {
            return logic;
        }
        Type result = resultType(call);
        if (hasWrittenNull(call) && NamedFunctions.isOfTexts(call.getOperator().getName())) {
            return new Literal(null, result.withNullable(true));
        }
        Expression kernel = kernel(call, result);
        return kernel == null ? longTail(call, result) : kernel;
    }

    /** Whether an argument is NULL and nothing else, which has no type that a kernel could take. */
    private static boolean hasWrittenNull(RexCall call) {
        return call.getOperands().stream().anyMatch(operand -> operand.getType().getSqlTypeName() == SqlTypeName.NULL);
    }

    private @Nullable Expression logic(RexCall call) {
        return switch (call.getKind()) {
            case AND -> condition(BuiltinFunction.AND, call);
            case OR -> condition(BuiltinFunction.OR, call);
            case NOT -> condition(BuiltinFunction.NOT, call);
            case IS_NULL -> condition(BuiltinFunction.IS_NULL, call);
            case IS_NOT_NULL -> condition(BuiltinFunction.IS_NOT_NULL, call);
            case IS_TRUE -> condition(BuiltinFunction.IS_TRUE, call);
            case IS_NOT_TRUE -> condition(BuiltinFunction.IS_NOT_TRUE, call);
            case IS_FALSE -> condition(BuiltinFunction.IS_FALSE, call);
            case IS_NOT_FALSE -> condition(BuiltinFunction.IS_NOT_FALSE, call);
            case IS_UNKNOWN -> condition(BuiltinFunction.IS_NULL, call);
            case EQUALS -> comparison(BuiltinFunction.EQUAL, call);
            case NOT_EQUALS -> comparison(BuiltinFunction.NOT_EQUAL, call);
            case LESS_THAN -> comparison(BuiltinFunction.LESS, call);
            case LESS_THAN_OR_EQUAL -> comparison(BuiltinFunction.LESS_OR_EQUAL, call);
            case GREATER_THAN -> comparison(BuiltinFunction.GREATER, call);
            case GREATER_THAN_OR_EQUAL -> comparison(BuiltinFunction.GREATER_OR_EQUAL, call);
            case IS_DISTINCT_FROM -> comparison(BuiltinFunction.IS_DISTINCT_FROM, call);
            case IS_NOT_DISTINCT_FROM -> comparison(BuiltinFunction.IS_NOT_DISTINCT_FROM, call);
            case SEARCH -> of(RexUtil.expandSearch(rexBuilder, null, call));
            default -> null;
        };
    }

    private Expression condition(BuiltinFunction function, RexCall call) {
        return new Call(function, all(call.getOperands()), resultType(call));
    }

    private Expression comparison(BuiltinFunction function, RexCall call) {
        return compare(
                function, of(call.getOperands().get(0)), of(call.getOperands().get(1)), resultType(call));
    }

    private static Expression compare(BuiltinFunction function, Expression left, Expression right, Type result) {
        return compareBare(function, Conversions.withoutWidening(left), Conversions.withoutWidening(right), result);
    }

    private static Expression compareBare(BuiltinFunction function, Expression left, Expression right, Type result) {
        Type common = Conversions.common(left, right);
        if (common == null) {
            throw Conversions.incomparable(left.type(), right.type());
        }
        NestedExpressions.checkOrder(function, common);
        return new Call(function, Conversions.comparable(left, right, common), result);
    }

    private @Nullable Expression kernel(RexCall call, Type result) {
        Expression time = times.of(call, result);
        if (time == null) {
            time = epochs.of(call, result);
        }
        if (time == null) {
            time = nested.of(call, result);
        }
        if (time != null) {
            return time;
        }
        return switch (call.getKind()) {
            case PLUS -> arithmetic.of(BuiltinFunction.ADD, call, result);
            case MINUS -> arithmetic.of(BuiltinFunction.SUBTRACT, call, result);
            case TIMES -> arithmetic.of(BuiltinFunction.MULTIPLY, call, result);
            case DIVIDE -> arithmetic.of(BuiltinFunction.DIVIDE, call, result);
            case MOD -> arithmetic.of(BuiltinFunction.MOD, call, result);
            case MINUS_PREFIX -> arithmetic.of(BuiltinFunction.NEGATE, call, result);
            case CAST -> cast(BuiltinFunction.CAST, call, result);
            case SAFE_CAST -> cast(BuiltinFunction.TRY_CAST, call, result);
            case CASE -> caseOf(call, result);
            case COALESCE -> coalesce(call, result);
            case NULLIF -> nullIf(call, result);
            case TRIM -> trim(call, result);
            case REINTERPRET -> millis(call, result);
            default -> named(call, result);
        };
    }

    private @Nullable Expression cast(BuiltinFunction function, RexCall call, Type result) {
        Expression value = of(call.getOperands().get(0));
        boolean formatted = call.getOperands().size() > 1;
        boolean interval = TimeFunctions.isInterval(result) != TimeFunctions.isInterval(value.type());
        if (formatted || interval) {
            return null;
        }
        if (!PossibleCasts.isPossible(value.type(), result)) {
            throw new EngineException(
                    ErrorCode.INVALID_QUERY, value.type().name() + " can't be cast to " + result.name());
        }
        if (function == BuiltinFunction.TRY_CAST && cast(value, result, call) instanceof Call) {
            return call(BuiltinFunction.TRY_CAST, List.of(value), result.withNullable(true), call);
        }
        return cast(value, result, call);
    }

    private Expression caseOf(RexCall call, Type result) {
        List<Expression> arguments = new ArrayList<>();
        int last = call.getOperands().size() - 1;
        for (int i = 0; i <= last; i++) {
            Expression argument = of(call.getOperands().get(i));
            boolean isCondition = i % 2 == 0 && i < last;
            arguments.add(isCondition ? argument : Conversions.to(argument, result));
        }
        return new Call(BuiltinFunction.CASE, arguments, result);
    }

    private Expression coalesce(RexCall call, Type result) {
        List<Expression> arguments = all(call.getOperands()).stream()
                .map(argument -> Conversions.to(argument, result))
                .toList();
        return new Call(BuiltinFunction.COALESCE, arguments, result);
    }

    private Expression nullIf(RexCall call, Type result) {
        Expression value = of(call.getOperands().get(0));
        Expression other = of(call.getOperands().get(1));
        Type common = Conversions.common(value, other);
        List<Expression> compared = common == null ? List.of() : Conversions.comparable(value, other, common);
        if (!compared.isEmpty() && compared.get(0) == value) {
            return new Call(BuiltinFunction.NULLIF, compared, result);
        }
        Expression equal = compare(BuiltinFunction.EQUAL, value, other, Type.BOOLEAN);
        return new Call(BuiltinFunction.CASE, List.of(equal, new Literal(null, result), value), result);
    }

    /** The milliseconds of an interval, on the way of TIMESTAMPDIFF to a number. */
    private @Nullable Expression millis(RexCall call, Type result) {
        Expression interval = of(call.getOperands().get(0));
        return interval.type().kind() == TypeKind.INTERVAL_DAY_TIME && result.kind() == TypeKind.BIGINT
                ? call(
                        BuiltinFunction.DIVIDE,
                        List.of(interval, new Literal(MICROS_PER_MILLI, Type.BIGINT.withNullable(false))),
                        result,
                        call)
                : null;
    }

    /**
     * {@code TRIM(LEADING ' ' FROM text)}: operands are where, what, from. Other characters than the blank are left to
     * the long tail.
     */
    private @Nullable Expression trim(RexCall call, Type result) {
        if (!call.getOperator().equals(SqlStdOperatorTable.TRIM)
                || !(call.getOperands().get(0) instanceof RexLiteral where)
                || !(of(call.getOperands().get(1)) instanceof Literal what)
                || !" ".equals(what.value())) {
            return null;
        }
        BuiltinFunction function = switch (String.valueOf(where.getValue())) {
            case "LEADING" -> BuiltinFunction.LTRIM;
            case "TRAILING" -> BuiltinFunction.RTRIM;
            default -> BuiltinFunction.TRIM;
        };
        Expression text = of(call.getOperands().get(2));
        return text.type().kind().isText() ? new Call(function, List.of(text), result) : null;
    }

    private @Nullable Expression named(RexCall call, Type result) {
        String name = call.getOperator().getName();
        if (call.getOperator() instanceof VolatileFunction called) {
            return called.function() instanceof UserFunction users
                    ? userCall(
                            users.definition(),
                            context.written(called, users.definition().body()),
                            call)
                    : randoms.of(called, call, result);
        }
        if (call.getOperator() instanceof UserFunction users) {
            return userCall(users.definition(), users.definition().body(), call);
        }
        if (call.getOperator().equals(StreamFunctions.SPLIT_INDEX)) {
            return splitIndex(call, result);
        }
        if (name.equals("<<") || name.equals("LEFTSHIFT")) {
            return new ScalarCall(new ShiftLeft(result.withNullable(true)), all(call.getOperands()), result);
        }
        if (name.equals("FACTORIAL")) {
            return new ScalarCall(new Factorial(), all(call.getOperands()), result.withNullable(true));
        }
        NamedFunctions.Named named = NamedFunctions.find(name);
        if (named == null || call.getOperands().size() > named.argumentsMax() || hasSymbol(call)) {
            return null;
        }
        List<Expression> arguments = named.arguments().prepare(flattened(call), result);
        return arguments == null ? null : call(named.function(), arguments, result, call);
    }

    /** The arguments; those of a chain of {@code ||} as of one call. */
    private List<Expression> flattened(RexCall call) {
        List<Expression> arguments = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            Expression argument = of(operand);
            if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)
                    && argument instanceof Call inner
                    && inner.function() == BuiltinFunction.CONCAT) {
                arguments.addAll(inner.arguments());
            } else {
                arguments.add(argument);
            }
        }
        return arguments;
    }

    private Expression userCall(CatalogFunction function, ScalarFunction body, RexCall call) {
        List<Expression> arguments = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            arguments.add(Conversions.exactly(
                    of(call.getOperands().get(i)), function.parameters().get(i)));
        }
        return new ScalarCall(body, arguments, function.result());
    }

    private Expression splitIndex(RexCall call, Type result) {
        List<Expression> arguments = all(call.getOperands());
        Expression index = Conversions.to(arguments.get(2), Type.INTEGER);
        Expression one = new Literal(1L, Type.INTEGER.withNullable(false));
        Expression part = index instanceof Literal literal && literal.value() instanceof Long zeroBased
                ? new Literal(zeroBased + 1, Type.INTEGER.withNullable(false))
                : call(BuiltinFunction.ADD, List.of(index, one), Type.INTEGER, call);
        return call(BuiltinFunction.SPLIT_PART, List.of(arguments.get(0), arguments.get(1), part), result, call);
    }

    private Expression longTail(RexCall call, Type result) {
        CalciteFunction function = CalciteFunction.of(rexBuilder, call, context.zone());
        List<Expression> arguments = all(function.operands());
        return new ScalarCall(function, arguments, nullableAs(arguments, result));
    }

    private static boolean hasSymbol(RexCall call) {
        return call.getOperands().stream()
                .anyMatch(operand ->
                        operand.getType().getSqlTypeName() == org.apache.calcite.sql.type.SqlTypeName.SYMBOL);
    }

    private static Type resultType(RexCall call) {
        return TypeMapping.toCore(call.getType());
    }
}
