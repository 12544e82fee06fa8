// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Selector;
import dev.rowtide.operators.state.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The condition of a join besides equal keys. Evaluated over many pairs at a time, on the columns that it reads. */
final class ResidualCondition {

    /** Stands in for columns that the condition does not read. */
    private static final Column UNREAD = new LongColumn(new long[0], null);

    /** In place of how many pairs match: the condition fails on some. */
    static final int FAILED = -1;

    private final Selector selector;
    private final Schema schema;
    private final int leftColumns;
    private final int[] read;
    private final @Nullable DeadLetters deadLetters;

    ResidualCondition(Expression condition, Schema left, Schema right, OperatorSettings settings) {
        selector = ExpressionCompiler.compileCondition(condition, settings.zone());
        List<Field> fields = new ArrayList<>(left.fields());
        fields.addAll(right.fields());
        schema = new Schema(fields);
        leftColumns = left.size();
        Set<Integer> columns = new TreeSet<>();
        collectColumns(condition, columns);
        read = columns.stream().mapToInt(Integer::intValue).toArray();
        deadLetters = settings.deadLetters();
    }

    private static void collectColumns(Expression expression, Set<Integer> columns) {
        if (expression instanceof InputRef reference) {
            columns.add(reference.index());
        } else if (expression instanceof Call call) {
            call.arguments().forEach(argument -> collectColumns(argument, columns));
        } else if (expression instanceof ScalarCall call) {
            call.arguments().forEach(argument -> collectColumns(argument, columns));
        }
    }

    /**
     * Notes which pairs of a log match. A pair on which the condition fails is a dead letter and no match; where there are no dead letters the log is cut before its
     * step.
     *
     * @return the failure before which the log was cut, or null
     */
    @Nullable
    RowFailure evaluate(StepLog log, RowStore left, RowStore right, Tick tick) {
        for (int from = 0; from < log.pairs(); from += ChangeBatch.ROWS_MAX) {
            int n = Math.min(ChangeBatch.ROWS_MAX, log.pairs() - from);
            ChangeBatch pairs = gather(left, log.left(from, from + n), right, log.right(from, from + n), n, read);
            Evaluation evaluation = new Evaluation(tick);
            int[] selected = new int[n];
            int count = selector.select(pairs, null, n, selected, evaluation);
            for (int i = 0, next = 0; i < n; i++) {
                boolean match = next < count && selected[next] == i;
                next += match ? 1 : 0;
                log.setMatch(from + i, match);
            }
            if (evaluation.hasFailures()) {
                RowFailure failure = leaveOut(log, from, n, left, right, evaluation);
                if (failure != null) {
                    return failure;
                }
            }
        }
        return null;
    }

    /**
     * Finds out which pairs of stored rows match.
     *
     * @param selected receives the pairs
     * @return how many they are, or {@link #FAILED}
     */
    int select(RowStore left, int[] leftRows, RowStore right, int[] rightRows, int n, int[] selected, Tick tick) {
        Evaluation evaluation = new Evaluation(tick);
        ChangeBatch pairs = gather(left, leftRows, right, rightRows, n, read);
        int count = selector.select(pairs, null, n, selected, evaluation);
        return evaluation.hasFailures() ? FAILED : count;
    }

    private ChangeBatch gather(RowStore left, int[] leftRows, RowStore right, int[] rightRows, int n, int[] wanted) {
        Column[] columns = new Column[schema.size()];
        java.util.Arrays.fill(columns, UNREAD);
        for (int c : wanted) {
            columns[c] = c < leftColumns ? left.column(c, leftRows, n) : right.column(c - leftColumns, rightRows, n);
        }
        return ChangeBatch.inserts(n, columns, 0, Watermarks.absent());
    }

    private @Nullable RowFailure leaveOut(
            StepLog log, int from, int n, RowStore left, RowStore right, Evaluation evaluation) {
        for (int i = 0; i < n; i++) {
            EngineException error = evaluation.failure(i);
            if (error == null) {
                continue;
            }
            int step = log.stepOf(from + i);
            if (deadLetters == null) {
                RowFailure failure = new RowFailure(log.position(step), error);
                log.cutAt(step);
                return failure;
            }
            log.setMatch(from + i, false);
            deadLetters.accept(log.position(step), text(log, from + i, left, right), error);
        }
        return null;
    }

    private String text(StepLog log, int pair, RowStore left, RowStore right) {
        int[] all = new int[schema.size()];
        for (int c = 0; c < all.length; c++) {
            all[c] = c;
        }
        StringBuilder text = new StringBuilder();
        int[] leftRow = log.left(pair, pair + 1);
        int[] rightRow = log.right(pair, pair + 1);
        ChangeText.printRow(gather(left, leftRow, right, rightRow, 1, all), 0, schema, text);
        return text.toString();
    }
}
