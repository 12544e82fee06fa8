// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

import java.util.List;

/**
 * The columns of a table or of a plan node's output, in order.
 *
 * @param fields the columns
 */
public record Schema(List<Field> fields) {

    public Schema {
        fields = List.copyOf(fields);
    }

    /** A schema of the given columns. */
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /** The number of columns. */
    public int size() {
        return fields.size();
    }

    /** The name of column {@code index}. */
    public String name(int index) {
        return fields.get(index).name();
    }

    /** The type of column {@code index}. */
    public Type type(int index) {
        return fields.get(index).type();
    }

    /** The names of all columns. */
    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /** The types of all columns. */
    public List<Type> types() {
        return fields.stream().map(Field::type).toList();
    }

    /** The columns at the given indices, in that order. */
    public Schema project(int[] indices) {
        Field[] chosen = new Field[indices.length];
        for (int i = 0; i < indices.length; i++) {
            chosen[i] = fields.get(indices[i]);
        }
        return of(chosen);
    }
}
