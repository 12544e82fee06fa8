// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Named;
import java.util.List;

/**
 * {@code SELECT items FROM left, LATERAL (right)}: the right side is asked for each row of the left, to which it refers.
 *
 * @param items columns of either side
 */
record Lateral(Aliased left, Kind kind, Aliased right, List<Named> items) implements Relation {

    /** How the sides are joined; LEFT keeps rows of the left for which there is nothing on the right. */
    enum Kind {
        COMMA(", "),
        CROSS(" CROSS JOIN "),
        LEFT(" LEFT JOIN ");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** What stands between the sides. */
        String text() {
            return text;
        }
    }

    @Override
    public List<Column> columns() {
        return items.stream().map(Named::column).toList();
    }

    @Override
    public int rowsMax() {
        return left.relation().rowsMax() * Math.max(1, right.relation().rowsMax());
    }

    @Override
    public List<Relation> inputs() {
        return List.of(left.relation(), right.relation());
    }

    @Override
    public Lateral withInputs(List<Relation> inputs) {
        return new Lateral(left.with(inputs.get(0)), kind, right.with(inputs.get(1)), items);
    }
}
