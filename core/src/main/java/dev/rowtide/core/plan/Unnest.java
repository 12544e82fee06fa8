// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A row for each element of a collection, in order: some columns of the input, then those of the element, then perhaps its number. The element of an ARRAY is one column,
 * or as many as its ROW has fields; that of a MAP is two, key and value.
 *
 * @param input its input
 * @param collection the column of the input that is an ARRAY or a MAP
 * @param kept the columns of the input that the output starts with
 * @param ordinality whether the last column is the number of the element, from 1, an INTEGER
 * @param outer whether a row whose collection is empty or NULL stays, with NULL for the element; else it gives no row
 * @param traits its output
 */
public record Unnest(
        PlanNode input, int collection, List<Integer> kept, boolean ordinality, boolean outer, Traits traits)
        implements PlanNode {

    public Unnest {
        kept = List.copyOf(kept);
    }

    /** The columns that an element of a collection of this type is spread to. */
    public static List<Field> elementFields(Type collection) {
        if (collection.kind() == TypeKind.MAP) {
            return collection.fields();
        }
        Type element = collection.element();
        return element.kind() != TypeKind.ROW
                ? collection.fields()
                : element.fields().stream()
                        .map(field -> new Field(
                                field.name(),
                                field.type().withNullable(field.type().nullable() || element.nullable())))
                        .toList();
    }

    /** The type of the collection. */
    public Type collectionType() {
        return input.schema().type(collection);
    }

    /** Where the columns of the element start in the output. */
    public int elementStart() {
        return kept.size();
    }

    /** The key of the input that is kept and that, with the number of the element, is a key of the output; empty without one, or without numbers. */
    public Optional<ColumnSet> numberedKey() {
        ColumnSet columns =
                ColumnSet.of(kept.stream().mapToInt(Integer::intValue).toArray());
        return ordinality
                ? input.traits().uniqueKeys().stream()
                        .filter(columns::containsAll)
                        .min(Comparator.comparing(ColumnSet::toString))
                : Optional.empty();
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public Unnest with(List<PlanNode> inputs, Traits traits) {
        return new Unnest(inputs.get(0), collection, kept, ordinality, outer, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
