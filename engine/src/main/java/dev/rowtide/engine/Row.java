// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a ROW type.
 *
 * @param names of the fields
 * @param values of the fields, in the same order; null for NULL
 */
public record Row(List<String> names, List<@Nullable Object> values) {

    public Row {
        names = List.copyOf(names);
        values = Collections.unmodifiableList(new ArrayList<>(values));
        if (names.size() != values.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + names.size() + " fields");
        }
    }

    /**
     * The value of a field.
     *
     * @throws IllegalArgumentException if the row has no such field
     */
    public @Nullable Object get(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("no field " + name + " among " + names);
        }
        return values.get(index);
    }
}
