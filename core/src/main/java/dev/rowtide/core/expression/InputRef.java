// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.type.Type;

/**
 * A column of the input.
 *
 * @param index the column, from 0
 * @param type its type
 */
public record InputRef(int index, Type type) implements Expression {

    @Override
    public String toString() {
        return "$" + index;
    }
}
