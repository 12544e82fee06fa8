// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** The forms of a {@link Selector}. */
final class Selectors {

    private Selectors() {}

    /** Picks all rows, or none. */
    static Selector constant(boolean all) {
        return (batch, selection, size, selected, evaluation) -> {
            if (!all) {
                return 0;
            }
            for (int i = 0; i < size; i++) {
                selected[i] = selection == null ? i : selection[i];
            }
            return size;
        };
    }

    /** Picks the rows on which a predicate of the arguments is TRUE. */
    static Selector predicate(Predicate predicate, Kernel... arguments) {
        return (batch, selection, size, selected, evaluation) -> {
            Column[] columns = CallKernel.evaluateAll(arguments, batch, selection, size, evaluation);
            return predicate.select(columns, new Rows(selection, size, batch.rows()), selected, evaluation);
        };
    }

    /** Picks the rows on which a BOOLEAN kernel gives TRUE. */
    static Selector column(Kernel kernel) {
        return (batch, selection, size, selected, evaluation) -> {
            BooleanColumn column = (BooleanColumn) kernel.evaluate(batch, selection, size, evaluation);
            return Predicate.selectTrue(column, new Rows(selection, size, batch.rows()), selected);
        };
    }

    /** AND: each condition chooses from what the one before picked. */
    static Selector all(Selector... conditions) {
        return (batch, selection, size, selected, evaluation) -> {
            int @Nullable [] from = selection;
            int count = size;
            for (int i = 0; i < conditions.length && count > 0; i++) {
                count = conditions[i].select(batch, from, count, selected, evaluation);
                from = selected;
            }
            return count;
        };
    }

    /** OR: each condition chooses from what those before left. */
    static Selector any(Selector... conditions) {
        return (batch, selection, size, selected, evaluation) -> {
            int[] picked = new int[size];
            int count = conditions[0].select(batch, selection, size, picked, evaluation);
            int @Nullable [] open = selection;
            int openCount = size;
            int[] last = picked;
            int lastCount = count;
            for (int i = 1; i < conditions.length && openCount > lastCount; i++) {
                open = SelectedRows.without(open, openCount, last, lastCount);
                openCount -= lastCount;
                last = new int[openCount];
                lastCount = conditions[i].select(batch, open, openCount, last, evaluation);
                int[] merged = new int[count + lastCount];
                SelectedRows.merge(picked, count, last, lastCount, merged);
                picked = merged;
                count += lastCount;
            }
            System.arraycopy(picked, 0, selected, 0, count);
            return count;
        };
    }

    /** Picks the rows that the condition does not pick. */
    static Selector others(Selector condition) {
        return (batch, selection, size, selected, evaluation) -> {
            int[] picked = new int[size];
            int count = condition.select(batch, selection, size, picked, evaluation);
            int[] rest = SelectedRows.without(selection, size, picked, count);
            System.arraycopy(rest, 0, selected, 0, size - count);
            return size - count;
        };
    }
}
