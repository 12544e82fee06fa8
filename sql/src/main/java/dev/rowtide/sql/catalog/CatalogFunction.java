// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import java.util.List;

/**
 * A scalar function that the embedding program brought.
 *
 * @param name its name
 * @param parameters the types of its arguments; arguments of other types are cast to them
 * @param result the type of its value
 * @param body what it does; its arguments and its value are data ({@link dev.rowtide.core.batch.Datum}), lists and maps among them
 */
public record CatalogFunction(String name, List<Type> parameters, Type result, ScalarFunction body) {

    public CatalogFunction {
        parameters = List.copyOf(parameters);
    }
}
