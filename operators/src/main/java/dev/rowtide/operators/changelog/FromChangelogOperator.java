// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.changelog;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.calc.FailedRows;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Makes a change of each row, of the kind that a column says.
 *
 * <p>A {@code -U} waits for the next row of the tick. If that is a {@code +U} the two are one change, of the later position, since by then others may have been told that the
 * earlier one is complete. If not, or at the tick's end, the {@code -U} goes out alone; it is counted, unless the first row of the next tick is its {@code +U} after all.
 */
public final class FromChangelogOperator implements Operator {

    private static final long FORMAT = 2;

    private final int operation;
    private final OperationCodes codes;
    private final FailedRows failedRows;
    private final BatchBuilder builder;

    /** The batch, without the operation, whose last row is a {@code -U} that waits. */
    private @Nullable ChangeBatch waiting;

    private long unpairedUpdates;

    /** Whether the last row was a {@code -U} that went out alone since a tick had ended. */
    private boolean endedWithUpdate;

    private Watermarks watermarks = Watermarks.absent();

    public FromChangelogOperator(FromChangelog node, OperatorSettings settings) {
        operation = node.operation();
        codes = new OperationCodes(node);
        failedRows = new FailedRows(node.input().schema(), settings);
        builder = new BatchBuilder(node.schema());
    }

    @Override
    public long unpairedUpdates() {
        return unpairedUpdates;
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        watermarks = batch.watermarks();
        Evaluation evaluation = new Evaluation(tick);
        byte[] kinds = codes.kinds(batch, evaluation);
        ChangeBatch sound = batch;
        if (evaluation.hasFailures()) {
            sound = failedRows.leaveOut(batch, batch, evaluation, before -> pass(before, kinds, output));
        }
        pass(sound, kinds, output);
    }

    private void pass(ChangeBatch batch, byte[] kinds, Output output) {
        int size = batch.size();
        int from = size == 0 ? 0 : endWaiting(batch, kinds, output);
        for (int i = from + 1; i < size; i++) {
            boolean isUnpaired = kinds[batch.row(i - 1)] == RowKind.MINUS_U && kinds[batch.row(i)] != RowKind.PLUS_U;
            unpairedUpdates += isUnpaired ? 1 : 0;
        }
        ChangeBatch changes = ChangeBatch.of(
                batch.rows(), withoutOperation(batch), kinds, positions(batch, kinds), batch.watermarks());
        boolean waits = from < size && kinds[batch.row(size - 1)] == RowKind.MINUS_U;
        if (waits) {
            waiting = select(changes, batch, size - 1, size);
        }
        int to = waits ? size - 1 : size;
        if (from < to || batch.watermarks().after() != Watermarks.NONE) {
            output.emit(select(changes, batch, from, to));
        }
    }

    /** The positions by physical row: a {@code -U} has that of the row behind it. */
    private static long[] positions(ChangeBatch batch, byte[] kinds) {
        long[] positions = new long[batch.rows()];
        for (int row = 0; row < positions.length; row++) {
            positions[row] = batch.position(row);
        }
        for (int i = 1; i < batch.size(); i++) {
            if (kinds[batch.row(i - 1)] == RowKind.MINUS_U) {
                positions[batch.row(i - 1)] = positions[batch.row(i)];
            }
        }
        return positions;
    }

    /** Emits the {@code -U} that waits, if there is one, with the first row of a batch if that is its {@code +U}; how many rows were taken. */
    private int endWaiting(ChangeBatch batch, byte[] kinds, Output output) {
        ChangeBatch before = waiting;
        int row = batch.row(0);
        boolean isPair = kinds[row] == RowKind.PLUS_U;
        unpairedUpdates -= endedWithUpdate && isPair ? 1 : 0;
        endedWithUpdate = false;
        if (before == null) {
            return 0;
        }
        waiting = null;
        append(before, before.row(0), RowKind.MINUS_U, batch.position(row));
        if (isPair) {
            append(batch.withColumns(withoutOperation(batch)), row, RowKind.PLUS_U, batch.position(row));
        } else {
            unpairedUpdates++;
        }
        output.emit(builder.build(batch.watermarks()));
        return isPair ? 1 : 0;
    }

    private void append(ChangeBatch batch, int row, byte kind, long position) {
        for (int c = 0; c < batch.columnCount(); c++) {
            builder.column(c).append(batch.column(c), row);
        }
        builder.endRow(kind, position);
    }

    private Column[] withoutOperation(ChangeBatch batch) {
        Column[] columns = new Column[batch.columnCount() - 1];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = batch.column(c < operation ? c : c + 1);
        }
        return columns;
    }

    /** The changes that stand at some places of the selection of the batch that they were made of. */
    private static ChangeBatch select(ChangeBatch changes, ChangeBatch batch, int from, int to) {
        if (from == 0 && to == batch.rows()) {
            return changes;
        }
        int[] selected = new int[to - from];
        for (int i = from; i < to; i++) {
            selected[i - from] = batch.row(i);
        }
        return changes.withSelection(selected, selected.length);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        ChangeBatch before = waiting;
        if (before != null) {
            waiting = null;
            endedWithUpdate = true;
            unpairedUpdates++;
            append(before, before.row(0), RowKind.MINUS_U, position - 1);
            output.emit(builder.build(watermarks));
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? unpairedUpdates : 0);
        writer.writeLong(first == 0 && endedWithUpdate ? 1 : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a changelog that is read");
        unpairedUpdates += reader.readLong();
        endedWithUpdate |= reader.readLong() != 0;
    }
}
