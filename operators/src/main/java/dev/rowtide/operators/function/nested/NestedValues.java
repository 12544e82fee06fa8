// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.VectorFunction;
import java.util.Objects;

/** Picks the body of a call on nested values. */
public final class NestedValues {

    private NestedValues() {}

    /** The body of a call of ARRAY to ARRAY_CONTAINS. */
    public static VectorFunction of(Call call) {
        return switch (call.function()) {
            case ARRAY -> new ArrayOf();
            case MAP -> new MapOf(call.type(), CallSite.of(call));
            case ROW -> new RowOf();
            case ROW_FIELD -> field(argument(call), (Literal) call.arguments().get(1));
            case ARRAY_ITEM -> new ArrayItem(argument(call));
            case MAP_ITEM -> new MapItem(argument(call));
            case CARDINALITY -> new Cardinality();
            case ARRAY_CONTAINS -> new Contains(argument(call));
            default -> throw new IllegalArgumentException(call.function() + " is no function of nested values");
        };
    }

    private static Type argument(Call call) {
        return call.arguments().get(0).type();
    }

    private static VectorFunction field(Type row, Literal field) {
        return new RowField(row, Math.toIntExact((Long) Objects.requireNonNull(field.value())));
    }
}
