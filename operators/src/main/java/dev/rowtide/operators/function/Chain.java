// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.Column;

/**
 * A function of another's result.
 *
 * @param first takes the arguments
 * @param second takes the result of the first
 */
public record Chain(VectorFunction first, VectorFunction second) implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        return second.apply(new Column[] {first.apply(arguments, rows, failures)}, rows, failures);
    }
}
