// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.constraint.RowCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the passes ask of an expression. */
final class Expressions {

    private Expressions() {}

    /** The columns that it reads. */
    static ColumnSet columns(Expression expression) {
        return ColumnSet.of(indices(expression).toArray());
    }

    /** The column of which the expression is a copy, perhaps of a wider type, or the text of the date that it has as a number; -1 if it is none. */
    static int sourceColumn(Expression expression) {
        if (expression instanceof InputRef ref) {
            return ref.index();
        }
        return expression instanceof Call call && isCopy(call)
                ? sourceColumn(call.arguments().get(0))
                : -1;
    }

    /** Whether a call has the value of its argument, in another form. */
    private static boolean isCopy(Call call) {
        return call.function() == BuiltinFunction.DATE_TEXT
                || (call.function() == BuiltinFunction.CAST
                        && keepsValues(call.arguments().get(0).type(), call.type()));
    }

    /** Whether a cast maps different values to different ones, always. */
    private static boolean keepsValues(Type from, Type to) {
        TypeKind kind = from.kind();
        if (kind.isInteger()) {
            return to.kind().isInteger() && kind.compareTo(to.kind()) <= 0;
        }
        if (kind == TypeKind.VARCHAR || kind == TypeKind.VARBINARY || kind.isTimestamp()) {
            return to.kind() == kind && from.precision() <= to.precision();
        }
        return from.withNullable(true).equals(to.withNullable(true));
    }

    /** Whether equal columns always give an equal value. */
    static boolean isDeterministic(Expression expression) {
        return nondeterministic(expression) == null;
    }

    /** The name of a function in it that gives equal columns different values; null if there is none. */
    static @Nullable String nondeterministic(Expression expression) {
        return nondeterministic(expression, false);
    }

    /**
     * The name of a function in it that gives equal columns different values; null if there is none.
     *
     * @param atOneTime whether all rows have the same time, as in a batch run
     */
    static @Nullable String nondeterministic(Expression expression, boolean atOneTime) {
        String name = expression instanceof Call call ? nondeterministicName(call, atOneTime) : null;
        if (expression instanceof ScalarCall call && !call.function().deterministic()) {
            name = call.function().name();
        }
        return name != null || expression instanceof InputRef || expression instanceof Literal
                ? name
                : arguments(expression)
                        .map(argument -> nondeterministic(argument, atOneTime))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable String nondeterministicName(Call call, boolean atOneTime) {
        return switch (call.function()) {
            case RAND, UUID -> call.function().name();
            case CURRENT_TIMESTAMP -> atOneTime ? null : call.function().name();
            default -> null;
        };
    }

    /** Whether it checks rows in front of a sink. */
    static boolean checksRows(Expression condition) {
        return condition instanceof ScalarCall call && call.function() instanceof RowCheck;
    }

    /** The parts of a conjunction, in order; the condition alone if it is none. */
    static List<Expression> conjuncts(Expression condition) {
        if (condition instanceof Call call && call.function() == BuiltinFunction.AND) {
            List<Expression> parts = new ArrayList<>();
            call.arguments().forEach(argument -> parts.addAll(conjuncts(argument)));
            return parts;
        }
        return List.of(condition);
    }

    /** The conjunction of one or more parts. */
    static Expression conjunction(List<Expression> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        boolean nullable = parts.stream().anyMatch(part -> part.type().nullable());
        return new Call(BuiltinFunction.AND, parts, Type.BOOLEAN.withNullable(nullable));
    }

    private static IntStream indices(Expression expression) {
        if (expression instanceof InputRef ref) {
            return IntStream.of(ref.index());
        }
        if (expression instanceof Literal) {
            return IntStream.empty();
        }
        return arguments(expression).flatMapToInt(Expressions::indices);
    }

    private static Stream<Expression> arguments(Expression expression) {
        return expression instanceof Call call
                ? call.arguments().stream()
                : ((ScalarCall) expression).arguments().stream();
    }
}
