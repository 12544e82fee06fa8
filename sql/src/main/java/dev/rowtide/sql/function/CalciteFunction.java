// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.sql.catalog.TypeMapping;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A call of a scalar function of Calcite's library, compiled when its first row comes. NULL is treated as that library
 * does; times and timestamps are known to it to the millisecond only. May be called by several threads.
 */
public final class CalciteFunction implements ScalarFunction {

    private static final int VALUE_LENGTH_MAX = 60;

    private final RexBuilder rexBuilder;
    private final String name;
    private final RexNode expression;
    private final List<RexNode> operands;
    private final BitSet json;
    private final List<Type> operandTypes;
    private final Type type;
    private final ZoneId zone;
    private final boolean countsCharacters;

    /** Whether it compares with ANY or ALL elements of an array: what it is made of does not take NULL. */
    private final boolean isQuantified;

    private volatile @Nullable CompiledCall compiled;

    private CalciteFunction(RexBuilder rexBuilder, String name, CallInputs.Cut cut, Type type, ZoneId zone) {
        this.rexBuilder = rexBuilder;
        this.name = name;
        this.expression = cut.expression();
        this.operands = cut.inputs();
        this.json = cut.json();
        this.operandTypes = operands.stream()
                .map(operand -> TypeMapping.toCore(operand.getType()))
                .toList();
        this.type = type;
        this.zone = zone;
        this.countsCharacters = WholeCharacters.matterTo(name);
        this.isQuantified = expression.getKind() == SqlKind.SOME || expression.getKind() == SqlKind.ALL;
    }

    /**
     * The function that a call stands for.
     *
     * @param sessionZone the time zone for functions that depend on it
     * @throws EngineException {@code NOT_SUPPORTED} if the call can't be run this way
     */
    public static CalciteFunction of(RexBuilder rexBuilder, RexCall call, ZoneId sessionZone) {
        Type type = TypeMapping.toCore(call.getType());
        return new CalciteFunction(
                rexBuilder, call.getOperator().getName(), CallInputs.of(rexBuilder, call), type, sessionZone);
    }

    /**
     * What the function's arguments are, in order: the operands of the call without literals, and those of the calls
     * inside it whose type the engine does not have.
     */
    public List<RexNode> operands() {
        return operands;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (isQuantified && Arrays.asList(arguments).contains(null)) {
            return null;
        }
        CompiledCall call = compiled();
        try {
            return countsCharacters
                    ? applyToWhole(call, arguments)
                    : RuntimeValues.toDatum(call.apply(arguments), type);
        } catch (EngineException e) {
            throw e.withDetail("in " + text(expression, values(arguments)));
        } catch (RuntimeException e) {
            throw failure(e, arguments);
        }
    }

    private @Nullable Object applyToWhole(CompiledCall call, @Nullable Object[] arguments) {
        @Nullable Object[] whole = arguments.clone();
        WholeCharacters characters = WholeCharacters.replaceIn(whole);
        Object result = RuntimeValues.toDatum(call.apply(whole), type);
        return characters == null ? result : characters.restored(result);
    }

    /**
     * Equal for calls of one function over inputs of the same types, so that equal parts of a plan can be told to be
     * equal.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CalciteFunction function
                && expression.equals(function.expression)
                && operandTypes.equals(function.operandTypes)
                && type.equals(function.type)
                && zone.equals(function.zone);
    }

    @Override
    public int hashCode() {
        return expression.hashCode();
    }

    private CompiledCall compiled() {
        CompiledCall known = compiled;
        if (known == null) {
            // All functions of a plan share the builder, which knows nothing of threads.
            synchronized (rexBuilder) {
                known = compiled;
                if (known == null) {
                    known = compile();
                    compiled = known;
                }
            }
        }
        return known;
    }

    private CompiledCall compile() {
        try {
            return CompiledCall.of(rexBuilder, expression, operands, json, zone);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            throw RefusedFunctions.notSupported(
                            name + " over these types", "Calcite's library has no code for " + expression)
                    .causedBy(e);
        }
    }

    private EngineException failure(RuntimeException e, @Nullable Object[] arguments) {
        return new EngineException(code(e), name + " failed: " + FailureReason.of(e))
                .withDetail("in " + text(expression, values(arguments)))
                .causedBy(e);
    }

    private static ErrorCode code(RuntimeException e) {
        if (e instanceof ArithmeticException) {
            boolean zero = e.getMessage() != null && e.getMessage().contains("zero");
            return zero ? ErrorCode.DIVISION_BY_ZERO : ErrorCode.NUMERIC_OUT_OF_RANGE;
        }
        if (e instanceof NumberFormatException) {
            return ErrorCode.INVALID_CAST;
        }
        return e instanceof DateTimeException ? ErrorCode.INVALID_DATETIME : ErrorCode.INVALID_ARGUMENT;
    }

    @Override
    public String callText(List<String> arguments) {
        return text(expression, arguments);
    }

    private static String text(RexNode node, List<String> arguments) {
        if (node instanceof RexInputRef ref) {
            return arguments.get(ref.getIndex());
        }
        if (node instanceof RexLiteral literal) {
            return literal(literal);
        }
        RexCall call = (RexCall) node;
        List<String> parts =
                call.getOperands().stream().map(part -> text(part, arguments)).toList();
        String name = call.getOperator().getName();
        if (call.getOperator() instanceof SqlCastFunction) {
            return name + "(" + parts.get(0) + " AS " + call.getType() + ")";
        }
        return switch (call.getOperator().getSyntax()) {
            case BINARY -> "(" + String.join(" " + name + " ", parts) + ")";
            case POSTFIX -> parts.get(0) + " " + name;
            // As of times and intervals.
            case SPECIAL ->
                parts.size() == 2 && !Character.isLetter(name.charAt(0))
                        ? "(" + parts.get(0) + " " + name + " " + parts.get(1) + ")"
                        : name + "(" + String.join(", ", parts) + ")";
            default -> name + "(" + String.join(", ", parts) + ")";
        };
    }

    private static String literal(RexLiteral literal) {
        if (SqlTypeUtil.inCharFamily(literal.getType()) && !literal.isNull()) {
            return "'" + literal.getValueAs(String.class) + "'";
        }
        return literal.getValue() == null ? "NULL" : literal.getValue().toString();
    }

    private List<String> values(@Nullable Object[] arguments) {
        return IntStream.range(0, operandTypes.size())
                .mapToObj(i -> value(arguments[i], operandTypes.get(i)))
                .toList();
    }

    private String value(@Nullable Object datum, Type type) {
        if (datum == null) {
            return "NULL";
        }
        String text = ValueText.format(datum, type, zone);
        String shortened = text.length() <= VALUE_LENGTH_MAX ? text : text.substring(0, VALUE_LENGTH_MAX - 3) + "...";
        return type.kind().isText() ? "'" + shortened + "'" : shortened;
    }
}
