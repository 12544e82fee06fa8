// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.function.CollectionCall;
import dev.rowtide.sql.validate.CollectionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** What makes and reads arrays, maps and rows. */
final class NestedExpressions {

    private final TranslateExpression expressions;
    private final RelDataTypeFactory factory;

    NestedExpressions(TranslateExpression expressions, RelDataTypeFactory factory) {
        this.expressions = expressions;
        this.factory = factory;
    }

    /** {@code row.field}. */
    Expression field(RexFieldAccess access) {
        return field(
                expressions.of(access.getReferenceExpr()), access.getField().getIndex());
    }

    private static Expression field(Expression row, int index) {
        Type type = row.type().fields().get(index).type();
        return new Call(
                BuiltinFunction.ROW_FIELD,
                List.of(row, integer(index)),
                type.withNullable(type.nullable() || row.type().nullable()));
    }

    /** The engine's form of a call that is about nested values, or null. */
    @Nullable
    Expression of(RexCall call, Type result) {
        if (call.getOperator() instanceof CollectionFunction function) {
            return collection(function, call, result);
        }
        return switch (call.getKind()) {
            case ARRAY_VALUE_CONSTRUCTOR -> made(BuiltinFunction.ARRAY, call, result, 1);
            case MAP_VALUE_CONSTRUCTOR -> made(BuiltinFunction.MAP, call, result, 2);
            case ROW -> made(BuiltinFunction.ROW, call, result, result.fields().size());
            case ITEM -> item(call, result);
            case LEAST, GREATEST -> {
                checkOrder(result);
                yield null;
            }
            default -> call.getOperator().getName().equals("CARDINALITY") ? cardinality(call, result) : null;
        };
    }

    private Expression made(BuiltinFunction function, RexCall call, Type result, int parts) {
        List<Expression> arguments = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            Type part = result.fields().get(i % parts).type();
            arguments.add(Conversions.to(expressions.of(call.getOperands().get(i)), part));
        }
        return new Call(function, arguments, result.withNullable(false), expressions.origin(call));
    }

    private Expression item(RexCall call, Type result) {
        Expression value = expressions.of(call.getOperands().get(0));
        Expression at = expressions.of(call.getOperands().get(1));
        List<RexNode> operands = call.getOperands();
        return switch (value.type().kind()) {
            case ARRAY ->
                new Call(
                        BuiltinFunction.ARRAY_ITEM,
                        List.of(value, Conversions.to(at, Type.BIGINT)),
                        value.type().element().withNullable(true),
                        expressions.origin(call));
            case MAP ->
                new Call(
                        BuiltinFunction.MAP_ITEM,
                        List.of(value, Conversions.exactly(at, value.type().key())),
                        value.type().value().withNullable(true),
                        expressions.origin(call));
            case ROW -> field(value, fieldIndex(value.type(), at, operands.get(1)));
            default ->
                throw new EngineException(
                        ErrorCode.INVALID_QUERY, value.type().name() + " has no elements to take one of");
        };
    }

    private static int fieldIndex(Type row, Expression at, RexNode written) {
        if (at instanceof Literal literal && literal.value() instanceof Long number) {
            if (number >= 1 && number <= row.fields().size()) {
                return Math.toIntExact(number) - 1;
            }
        } else if (at instanceof Literal literal && literal.value() instanceof String name) {
            int found = IntStream.range(0, row.fields().size())
                    .filter(i -> row.fields().get(i).name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(-1);
            if (found >= 0) {
                return found;
            }
        }
        throw new EngineException(ErrorCode.INVALID_QUERY, row.name() + " has no field " + written);
    }

    private Expression cardinality(RexCall call, Type result) {
        return expressions.call(
                BuiltinFunction.CARDINALITY,
                List.of(expressions.of(call.getOperands().get(0))),
                result,
                call);
    }

    private Expression collection(CollectionFunction function, RexCall call, Type result) {
        List<RelDataType> types = function.parameterTypes(
                call.getOperands().stream().map(RexNode::getType).toList(), factory);
        List<Expression> arguments = new ArrayList<>();
        List<Boolean> takesNull = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            Expression argument = expressions.of(call.getOperands().get(i));
            Type type = TypeMapping.toCore(types.get(i));
            arguments.add(Conversions.exactly(argument, type));
            takesNull.add(function.takesNull(i));
        }
        return switch (function.getName()) {
            case "ARRAY_LENGTH", "ARRAY_SIZE" -> expressions.call(BuiltinFunction.CARDINALITY, arguments, result, call);
            case "ARRAY_CONTAINS" ->
                new Call(BuiltinFunction.ARRAY_CONTAINS, arguments, result, expressions.origin(call));
            default -> new ScalarCall(new CollectionCall(function.getName(), takesNull), arguments, result);
        };
    }

    private static Literal integer(int value) {
        return new Literal((long) value, Type.INTEGER.withNullable(false));
    }

    /**
     * Lets a comparison pass unless it asks which of two nested values is the smaller.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if it does
     */
    static void checkOrder(BuiltinFunction comparison, Type type) {
        boolean ordering = switch (comparison) {
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
        if (ordering) {
            checkOrder(type);
        }
    }

    /**
     * Lets a type pass whose values have an order.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if it is nested
     */
    static void checkOrder(Type type) {
        if (type.kind().isNested()) {
            TypeKind kind = type.kind();
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED, (kind == TypeKind.ARRAY ? "an " : "a ") + kind + " has no order")
                    .withHint("Compare what is in it: an element, the value of a key, a field.");
        }
    }
}
