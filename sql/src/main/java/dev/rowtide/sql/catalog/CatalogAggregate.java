// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Type;
import java.util.List;

/**
 * An aggregate function that the embedding program brought.
 *
 * @param name its name
 * @param parameters the types of its arguments
 * @param result the type of its value
 * @param body what it does
 */
public record CatalogAggregate(String name, List<Type> parameters, Type result, UserAggregate<?> body) {

    public CatalogAggregate {
        parameters = List.copyOf(parameters);
    }
}
