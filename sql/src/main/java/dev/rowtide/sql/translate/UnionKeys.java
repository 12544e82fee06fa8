// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.type.Storage;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The unique key of a union: where constants tell each two inputs apart, as with grouping sets, the columns of those constants and a key of each input.
 *
 * <p>What a column tells of its input is a number, for pairs of inputs are many: CUBE of 12 columns has eight million.
 */
final class UnionKeys {

    /** The column may have any value. */
    private static final int ANY = -2;

    /** The column has values, and never NULL. */
    private static final int NOT_NULL = -1;

    /** The column is always NULL; every other constant has a number above. */
    private static final int NULL = 0;

    private final Map<Object, Integer> constants = new HashMap<>();

    private UnionKeys() {}

    static Set<ColumnSet> of(List<PlanNode> inputs) {
        ColumnSet key = ColumnSet.of();
        for (PlanNode input : inputs) {
            Set<ColumnSet> keys = input.traits().uniqueKeys();
            if (keys.isEmpty()) {
                return Set.of();
            }
            key = key.union(keys.stream()
                    .min(Comparator.comparingInt(ColumnSet::size).thenComparing(ColumnSet::toString))
                    .orElseThrow());
        }
        UnionKeys told = new UnionKeys();
        int[][] columns = inputs.stream().map(told::columns).toArray(int[][]::new);
        return tellingApart(columns, key);
    }

    private static Set<ColumnSet> tellingApart(int[][] inputs, ColumnSet key) {
        boolean[] isKey = new boolean[inputs[0].length];
        for (int column : key.toArray()) {
            isKey[column] = true;
        }
        ColumnSet telling = key;
        for (int i = 0; i < inputs.length; i++) {
            for (int j = i + 1; j < inputs.length; j++) {
                int column = tellingColumn(inputs[i], inputs[j], isKey);
                if (column < 0) {
                    return Set.of();
                }
                if (!isKey[column]) {
                    isKey[column] = true;
                    telling = telling.union(ColumnSet.of(column));
                }
            }
        }
        return Set.of(telling);
    }

    /** A column that differs in any row of the one from any row of the other, one of the key if possible; -1 if there is none. */
    private static int tellingColumn(int[] one, int[] other, boolean[] isKey) {
        int found = -1;
        for (int column = 0; column < one.length; column++) {
            if (differ(one[column], other[column])) {
                if (isKey[column]) {
                    return column;
                }
                found = found < 0 ? column : found;
            }
        }
        return found;
    }

    private static boolean differ(int a, int b) {
        return a >= NULL && b >= NULL ? a != b : a == NULL && b == NOT_NULL || a == NOT_NULL && b == NULL;
    }

    private int[] columns(PlanNode input) {
        int[] columns = new int[input.schema().size()];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = input instanceof Project project
                    ? expression(project, project.expressions().get(column))
                    : nullability(input.schema().type(column).nullable());
        }
        return columns;
    }

    private int expression(Project project, Expression expression) {
        if (expression instanceof Literal literal) {
            return constant(literal);
        }
        // The type that a column was given to match those of other inputs may be nullable though its values are not.
        return nullability(
                expression instanceof InputRef ref
                        ? project.input().schema().type(ref.index()).nullable()
                        : expression.type().nullable());
    }

    private int constant(Literal literal) {
        Object value = literal.value();
        if (value == null) {
            return NULL;
        }
        // Of doubles different values are equal, as 0 and -0 are.
        return literal.type().storage() == Storage.DOUBLE
                ? NOT_NULL
                : constants.computeIfAbsent(
                        value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value, v -> constants.size() + 1);
    }

    private static int nullability(boolean nullable) {
        return nullable ? ANY : NOT_NULL;
    }
}
