// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.ColumnAssembler;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** LEAST or GREATEST: the first of the arguments that no other one beats; NULL when any is NULL. */
final class Extreme implements VectorFunction {

    private final Predicate beats;

    /** @param beats whether its first argument is to be preferred to its second */
    Extreme(Predicate beats) {
        this.beats = beats;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        Column best = arguments[0];
        int[] better = new int[rows.size()];
        int[] others = new int[rows.size()];
        for (int a = 1; a < arguments.length; a++) {
            Column challenger = arguments[a];
            BooleanColumn wins = beats.apply(new Column[] {challenger, best}, rows, failures);
            int betterCount = 0;
            int othersCount = 0;
            ColumnAssembler assembler = ColumnAssembler.of(best.storage(), rows);
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                if (Nulls.get(wins.nulls(), row)) {
                    assembler.setNull(row);
                } else if (wins.values()[row]) {
                    better[betterCount++] = row;
                } else {
                    others[othersCount++] = row;
                }
            }
            assembler.take(best, new Rows(others, othersCount, rows.bound()));
            assembler.take(challenger, new Rows(better, betterCount, rows.bound()));
            best = assembler.column();
        }
        return best;
    }
}
