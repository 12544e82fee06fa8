// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.plan.OverCall;
import java.util.BitSet;
import java.util.List;

/** Which columns an expression reads, and the same expression when they have moved. */
final class Columns {

    private Columns() {}

    /** Adds the columns that {@code expression} reads. */
    static void addTo(BitSet columns, Expression expression) {
        if (expression instanceof InputRef ref) {
            columns.set(ref.index());
        } else if (expression instanceof Call call) {
            call.arguments().forEach(argument -> addTo(columns, argument));
        } else if (expression instanceof ScalarCall call) {
            call.arguments().forEach(argument -> addTo(columns, argument));
        }
    }

    /** The expression over columns that are now at {@code positions}. */
    static Expression moved(Expression expression, int[] positions) {
        if (expression instanceof InputRef ref) {
            return new InputRef(positions[ref.index()], ref.type());
        }
        if (expression instanceof Call call) {
            return new Call(call.function(), moved(call.arguments(), positions), call.type(), call.source());
        }
        if (expression instanceof ScalarCall call) {
            return new ScalarCall(call.function(), moved(call.arguments(), positions), call.type(), call.source());
        }
        return expression;
    }

    /** The function over columns that are now at {@code positions}. */
    static OverCall moved(OverCall call, int[] positions) {
        return new OverCall(
                call.function(),
                movedIndices(call.arguments(), positions),
                call.ignoreNulls(),
                call.number(),
                call.frame(),
                call.aggregate() == null ? null : call.aggregate().moved(positions),
                call.type(),
                call.source());
    }

    /** The columns at {@code indices}, where they are now. */
    static List<Integer> movedIndices(List<Integer> indices, int[] positions) {
        return indices.stream().map(index -> positions[index]).toList();
    }

    /** The expressions over columns that are now at {@code positions}. */
    static List<Expression> moved(List<Expression> expressions, int[] positions) {
        return expressions.stream()
                .map(expression -> moved(expression, positions))
                .toList();
    }
}
