// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Join;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes of joined rows, as pairs of stored rows, and emits them in batches. Where stored rows never change, columns are gathered from them when they are read: what is
 * behind may turn most pairs away by few of them.
 */
final class JoinOutput {

    private static final int NONE = JoinSide.NONE;
    private static final byte[] INSERTS_ONLY = {};

    private final RowStore left;
    private final @Nullable RowStore right;
    private final int leftColumns;
    private final int rightColumns;
    private final boolean defers;
    private final boolean updateBefore;
    private final int[] leftUnique;
    private final int[] rightUnique;

    private int rows;
    private int[] leftRows = new int[ChangeBatch.ROWS_MAX];
    private int[] rightRows = new int[ChangeBatch.ROWS_MAX];
    private byte[] kinds = INSERTS_ONLY;
    private long[] positions = new long[ChangeBatch.ROWS_MAX];

    private Output output = batch -> {};
    private Watermarks watermarks = Watermarks.absent();
    private boolean emitted;

    /** @param right the right rows; null where the result has left columns only */
    JoinOutput(Join node, RowStore left, @Nullable RowStore right) {
        this(node, left, right, false);
    }

    /** @param lasting whether a stored row stays as it is for ever */
    JoinOutput(Join node, RowStore left, @Nullable RowStore right, boolean lasting) {
        this.left = left;
        this.right = right;
        defers = lasting;
        leftColumns = node.left().schema().size();
        rightColumns = right == null ? 0 : node.right().schema().size();
        updateBefore = node.mode().updateBefore();
        int[] unique = node.traits().uniqueKeys().stream()
                .reduce(ColumnSet.of(), ColumnSet::union)
                .toArray();
        leftUnique = Arrays.stream(unique).filter(c -> c < leftColumns).toArray();
        rightUnique = Arrays.stream(unique)
                .filter(c -> c >= leftColumns)
                .map(c -> c - leftColumns)
                .toArray();
    }

    /** What follows is emitted to an output under these watermarks. */
    void begin(Output to, Watermarks under) {
        output = to;
        watermarks = under;
        emitted = false;
    }

    /** {@code +I} of the row that a left and a right row make; {@link JoinSide#NONE} for a side means that it is padded. */
    void insert(int leftRow, int rightRow, long position) {
        add(leftRow, rightRow, RowKind.PLUS_I, position);
        flushIfFull();
    }

    /** Such a row as a change of any kind. A {@code -U} and the {@code +U} behind it come in one batch. */
    void put(byte kind, int leftRow, int rightRow, long position) {
        add(leftRow, rightRow, kind, position);
        if (kind != RowKind.MINUS_U) {
            flushIfFull();
        }
    }

    /** {@code -D} of such a row. */
    void delete(int leftRow, int rightRow, long position) {
        add(leftRow, rightRow, RowKind.MINUS_D, position);
        flushIfFull();
    }

    /** {@code -U} and {@code +U}, or {@code +U} alone if no more is wanted. */
    void update(int oldLeft, int oldRight, int newLeft, int newRight, long position) {
        if (updateBefore) {
            add(oldLeft, oldRight, RowKind.MINUS_U, position);
        }
        add(newLeft, newRight, RowKind.PLUS_U, position);
        flushIfFull();
    }

    /** Whether one row may be put out as an update of another: always if the old one is taken out first, else if it replaces that by every key of the result. */
    boolean isUpdate(int oldLeft, int oldRight, int newLeft, int newRight) {
        return updateBefore
                || isSame(left, oldLeft, newLeft, leftUnique)
                        && (right == null || isSame(right, oldRight, newRight, rightUnique));
    }

    private static boolean isSame(RowStore rows, int a, int b, int[] columns) {
        return a == b || a != NONE && b != NONE && rows.equals(a, b, columns);
    }

    private void add(int leftRow, int rightRow, byte kind, long position) {
        if (kind != RowKind.PLUS_I && kinds.length == 0) {
            kinds = new byte[leftRows.length];
        }
        if (kinds.length > 0) {
            kinds[rows] = kind;
        }
        leftRows[rows] = leftRow;
        rightRows[rows] = rightRow;
        positions[rows++] = position;
    }

    /** Leaves room for the two rows of an update, which no batch parts. */
    private void flushIfFull() {
        if (rows + 2 > leftRows.length) {
            flush();
        }
    }

    /** Emits what was collected: before the stored rows are freed. */
    void flush() {
        if (rows == 0) {
            return;
        }
        emit(kinds.length == 0 ? null : kinds);
        emitted = true;
        kinds = INSERTS_ONLY;
        rows = 0;
    }

    /** Emits what is left, and a risen watermark also where there is nothing else to emit. */
    void end() {
        flush();
        if (!emitted && watermarks.runs() > 0) {
            emit(null);
        }
    }

    private void emit(byte @Nullable [] ofRows) {
        StoredPairs pairs = new StoredPairs(
                left, Arrays.copyOf(leftRows, rows), leftColumns, right, Arrays.copyOf(rightRows, rows), rows);
        int columns = leftColumns + rightColumns;
        ChangeBatch batch =
                ChangeBatch.deferred(rows, columns, pairs, ofRows, Arrays.copyOf(positions, rows), watermarks);
        output.emit(defers ? batch : batch.made());
    }
}
