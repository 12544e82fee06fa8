// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Selector;
import dev.rowtide.operators.merge.ColumnGather;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The looked-up rows that match the rows of a batch: those of the key of which the condition is TRUE, or none, for which a row of NULLs may stand. */
final class Matches {

    private static final int NULLS = -1;

    private final LookedUpRows table;
    private final boolean outer;
    private final int tableColumns;
    private final Schema schema;
    private final @Nullable Selector condition;
    private final @Nullable DeadLetters deadLetters;

    /** By physical row, where its matches begin in {@link #numbers} and end. */
    private int[] from = new int[64];

    private int[] to = new int[64];
    private int[] numbers = new int[64];
    private int[] rowOf = new int[64];
    private int count;

    Matches(LookupJoin node, LookedUpRows table, OperatorSettings settings) {
        this.table = table;
        outer = node.outer();
        tableColumns = node.columns().size();
        schema = node.schema();
        condition = node.condition() == null
                ? null
                : ExpressionCompiler.compileCondition(node.condition(), settings.zone());
        deadLetters = settings.deadLetters();
    }

    /**
     * Finds them.
     *
     * @param rows the physical rows that ask, of which the first {@code n} count; all others match nothing
     * @param first the first row of the table that each has the key of, or -1
     * @return that the condition fails, at the first position where it does and there are no dead letters
     */
    @Nullable
    RowFailure find(ChangeBatch batch, int[] rows, int n, int[] first, Tick tick) {
        count = 0;
        for (int i = 0; i < n; i++) {
            for (int number = first[i]; number >= 0; number = table.next(number)) {
                add(rows[i], number);
            }
        }
        if (condition != null && count > 0) {
            RowFailure failure = keepMatching(condition, batch, tick);
            if (failure != null) {
                return failure;
            }
        }
        order(batch);
        return null;
    }

    /**
     * Finds them where no row has several, and no condition is asked.
     *
     * @param numbers by physical row, receives the number of its match, -1 for the row of NULLs
     * @param matched receives the physical rows that have one, in their order, unless all have
     * @return how many have; -1 where this is not how things are
     */
    int findOneEach(ChangeBatch batch, int[] rows, int n, int[] first, int[] numbers, int[] matched) {
        if (condition != null) {
            return -1;
        }
        boolean isUnique = table.isUnique();
        if (isUnique && n == batch.rows() && haveAll(first, n)) {
            System.arraycopy(first, 0, numbers, 0, n);
            return n;
        }
        int one = NULLS;
        int found = 0;
        Arrays.fill(numbers, NULLS);
        for (int i = 0; i < n; i++) {
            int number = first[i];
            if (number >= 0) {
                if (!isUnique && table.next(number) >= 0) {
                    return -1;
                }
                numbers[rows[i]] = number;
                matched[found++] = rows[i];
                one = number;
            }
        }
        if (outer) {
            for (int i = 0; i < batch.size(); i++) {
                matched[i] = batch.row(i);
            }
            return batch.size();
        }
        // Rows that are left out have the number of one that is not, so that no column seems to have NULLs.
        for (int row = 0; found > 0 && found < numbers.length && row < numbers.length; row++) {
            numbers[row] = numbers[row] < 0 ? one : numbers[row];
        }
        return found;
    }

    private static boolean haveAll(int[] first, int n) {
        int signs = 0;
        for (int i = 0; i < n; i++) {
            signs |= first[i];
        }
        return signs >= 0;
    }

    private void add(int row, int number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            rowOf = Arrays.copyOf(rowOf, 2 * count);
        }
        rowOf[count] = row;
        numbers[count++] = number;
    }

    private @Nullable RowFailure keepMatching(Selector selector, ChangeBatch batch, Tick tick) {
        int kept = 0;
        for (int start = 0; start < count; start += ChangeBatch.ROWS_MAX) {
            int n = Math.min(ChangeBatch.ROWS_MAX, count - start);
            ChangeBatch pairs = pairs(batch, start, n);
            Evaluation evaluation = new Evaluation(tick);
            int[] selected = new int[n];
            int matching = selector.select(pairs, null, n, selected, evaluation);
            for (int i = 0; evaluation.hasFailures() && i < n; i++) {
                EngineException error = evaluation.failure(i);
                int row = rowOf[start + i];
                if (error != null && deadLetters == null) {
                    return new RowFailure(batch.position(row), error);
                }
                if (error != null && deadLetters != null && !RowKind.isRetraction(batch.kind(row))) {
                    StringBuilder text = new StringBuilder();
                    ChangeText.printRow(pairs, i, schema, text);
                    deadLetters.accept(batch.position(row), text.toString(), error);
                }
            }
            for (int i = 0; i < matching; i++) {
                if (!evaluation.hasFailures() || evaluation.failure(selected[i]) == null) {
                    rowOf[kept] = rowOf[start + selected[i]];
                    numbers[kept++] = numbers[start + selected[i]];
                }
            }
        }
        count = kept;
        return null;
    }

    private ChangeBatch pairs(ChangeBatch batch, int start, int n) {
        int[] rows = Arrays.copyOfRange(rowOf, start, start + n);
        int[] ofTable = Arrays.copyOfRange(numbers, start, start + n);
        Column[] columns = new Column[schema.size()];
        int inputColumns = columns.length - tableColumns;
        for (int c = 0; c < columns.length; c++) {
            columns[c] = c < inputColumns
                    ? ColumnGather.gather(batch.column(c), rows, n)
                    : table.column(c - inputColumns, ofTable, n);
        }
        return ChangeBatch.inserts(n, columns, 0, Watermarks.absent());
    }

    /** Notes where the matches of each row are; rows without any get the row of NULLs where it stands for them. */
    private void order(ChangeBatch batch) {
        if (from.length < batch.rows()) {
            from = new int[batch.rows()];
            to = new int[batch.rows()];
        }
        Arrays.fill(from, 0, batch.rows(), 0);
        Arrays.fill(to, 0, batch.rows(), 0);
        int matched = count;
        for (int i = 0; i < matched; i++) {
            int row = rowOf[i];
            from[row] = to[row] == 0 ? i : from[row];
            to[row] = i + 1;
        }
        if (outer) {
            add(NULLS, NULLS);
            for (int row = 0; row < batch.rows(); row++) {
                if (to[row] == 0) {
                    from[row] = matched;
                    to[row] = matched + 1;
                }
            }
        }
    }

    /** How many rows of the output a row of the batch has. */
    int count(int row) {
        return to[row] - from[row];
    }

    /** Where they begin in {@link #numbers()}. */
    int from(int row) {
        return from[row];
    }

    /** Where they end. */
    int to(int row) {
        return to[row];
    }

    /** The numbers of looked-up rows, -1 for NULLs. */
    int[] numbers() {
        return numbers;
    }
}
