// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import java.util.List;
import java.util.stream.IntStream;

/** Tells which changes of an operator are those of the key of a row that it was given. */
public final class PartKeys {

    private final List<int[]> ofInputs;
    private final int[] ofChanges;
    private final RowMatch match;

    /**
     * @param ofInputs the key columns of each input
     * @param ofChanges the same columns in the changes that the operator puts out
     */
    public PartKeys(List<int[]> ofInputs, int[] ofChanges) {
        this.ofInputs = List.copyOf(ofInputs);
        this.ofChanges = ofChanges.clone();
        match = new RowMatch(IntStream.range(0, ofChanges.length).toArray());
    }

    boolean isSame(int input, ChangeBatch given, int givenRow, ChangeBatch change, int row) {
        return match.equal(keys(given, ofInputs.get(input)), givenRow, keys(change, ofChanges), row);
    }

    private static ChangeBatch keys(ChangeBatch batch, int[] columns) {
        Column[] keys = new Column[columns.length];
        for (int k = 0; k < keys.length; k++) {
            keys[k] = batch.column(columns[k]);
        }
        return batch.withColumns(keys);
    }
}
