// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import java.util.List;

/** The changes of a relation as plain rows, {@code TO_CHANGELOG}, made changes again, {@code FROM_CHANGELOG}: the same relation. */
record Replayed(Relation input) implements Relation {

    @Override
    public List<Column> columns() {
        return input.columns();
    }

    @Override
    public int rowsMax() {
        return input.rowsMax();
    }

    @Override
    public List<Relation> inputs() {
        return List.of(input);
    }

    @Override
    public Replayed withInputs(List<Relation> inputs) {
        return new Replayed(inputs.get(0));
    }
}
