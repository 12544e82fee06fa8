// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.type.Type;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A constant.
 *
 * @param value a datum of the type, see {@link dev.rowtide.core.batch.Datum}; null for NULL
 * @param type its type
 */
public record Literal(@Nullable Object value, Type type) implements Expression {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Literal literal
                && type.equals(literal.type)
                && Objects.deepEquals(value, literal.value);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode()
                + (value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value));
    }

    @Override
    public String toString() {
        return value instanceof String text ? "'" + text.replace("'", "''") + "'" : String.valueOf(value);
    }
}
