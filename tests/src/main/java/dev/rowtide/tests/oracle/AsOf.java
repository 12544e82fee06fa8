// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Join.Equality;
import dev.rowtide.tests.oracle.Relation.Aliased;
import dev.rowtide.tests.oracle.Relation.Named;
import dev.rowtide.tests.oracle.Relation.Scan;
import java.util.List;
import java.util.Objects;

/**
 * {@code SELECT items FROM left ASOF JOIN right MATCH_CONDITION left.time >= right.time ON equalities}: each row on the left with the latest on the right that is equal and
 * not later. Of several of one time the one that came last counts.
 *
 * @param left a table with event time
 * @param outer whether rows stay that find none
 * @param right a table of inserts with event time
 * @param earlier whether the row on the right must be earlier
 */
record AsOf(Aliased left, boolean outer, Aliased right, boolean earlier, List<Equality> equalities, List<Named> items)
        implements Relation {

    /** The event time of a side, as it is called from outside. */
    static String time(Aliased side) {
        Scan scan = (Scan) side.relation();
        int column = Objects.requireNonNull(scan.table().eventTime()).column();
        return side.qualified(scan.columns().get(column)).name();
    }

    /** How the times are compared, the left one first. */
    String comparison() {
        return earlier ? " > " : " >= ";
    }

    @Override
    public List<Column> columns() {
        return items.stream().map(Named::column).toList();
    }

    @Override
    public int rowsMax() {
        return left.relation().rowsMax();
    }

    @Override
    public List<Relation> inputs() {
        return List.of(left.relation(), right.relation());
    }

    /** Only tables can take the place of tables. */
    @Override
    public AsOf withInputs(List<Relation> inputs) {
        return inputs.stream().allMatch(Scan.class::isInstance)
                ? new AsOf(left.with(inputs.get(0)), outer, right.with(inputs.get(1)), earlier, equalities, items)
                : this;
    }
}
