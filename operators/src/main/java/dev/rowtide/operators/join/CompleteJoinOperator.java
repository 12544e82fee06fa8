// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.ColumnGather;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An inner join of rows that are all there by the first {@link #advance}, such as those of a window that is complete. So nothing is kept of the right ones, and of the left ones
 * only where they lie. The pairs come in the order in which {@link JoinOperator} has them where all rows are of one position: by the right row, then by the left.
 */
public final class CompleteJoinOperator implements Operator {

    private final int leftColumns;
    private final int rightColumns;
    private final LeftRows lefts;
    private final List<ChangeBatch> rights = new ArrayList<>();

    // The pairs that go out next.
    private int pairs;
    private final int[] batchOf = new int[ChangeBatch.ROWS_MAX];
    private final int[] rowOf = new int[ChangeBatch.ROWS_MAX];
    private final int[] rightRow = new int[ChangeBatch.ROWS_MAX];

    /** @throws IllegalArgumentException if it {@linkplain #isFor is not for} the node */
    public CompleteJoinOperator(Join node) {
        if (!isFor(node)) {
            throw new IllegalArgumentException("no plain join: " + node);
        }
        leftColumns = node.left().schema().size();
        rightColumns = node.right().schema().size();
        lefts = new LeftRows(node);
    }

    /** Whether a join is of this kind: one of equal keys alone, of inputs whose rows stay. */
    public static boolean isFor(Join node) {
        return node.type() == JoinType.INNER
                && node.condition() == null
                && !node.nullAware()
                && node.left().mode().isAppendOnly()
                && node.right().mode().isAppendOnly();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (input == 0) {
            lefts.add(batch);
        } else {
            rights.add(batch);
        }
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        lefts.index();
        for (ChangeBatch right : rights) {
            join(right, output);
        }
        lefts.clear();
        rights.clear();
    }

    private void join(ChangeBatch right, Output output) {
        int[] rows = new int[right.size()];
        int[] first = new int[right.size()];
        int n = lefts.find(right, rows, first);
        for (int i = 0; i < n; i++) {
            for (int left = first[i]; left != LeftRows.NONE; left = lefts.next(left)) {
                batchOf[pairs] = lefts.batchOf(left);
                rowOf[pairs] = lefts.rowOf(left);
                rightRow[pairs++] = rows[i];
                if (pairs == rightRow.length) {
                    emit(right, output);
                }
            }
        }
        emit(right, output);
    }

    private void emit(ChangeBatch right, Output output) {
        if (pairs == 0) {
            return;
        }
        Column[] columns = new Column[leftColumns + rightColumns];
        for (int c = 0; c < leftColumns; c++) {
            columns[c] = ColumnGather.gather(lefts.column(c), batchOf, rowOf, pairs);
        }
        for (int c = 0; c < rightColumns; c++) {
            columns[leftColumns + c] = ColumnGather.gather(right.column(c), rightRow, pairs);
        }
        long[] positions = new long[pairs];
        Arrays.fill(positions, right.position(rightRow[0]));
        output.emit(ChangeBatch.of(pairs, columns, null, positions, Watermarks.absent()));
        pairs = 0;
    }
}
