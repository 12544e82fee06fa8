// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.temporal;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.calc.FailedRows;
import dev.rowtide.operators.change.PositionwiseOperator;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/**
 * Keeps the rows of which the clock is within their time. A row whose time is to come waits; one whose time ends is taken out when the clock gets there, under a position
 * of that moment; one whose time is over is forgotten. All rows of a tick meet the clock of the tick.
 *
 * <p>Of an update both halves of which are in the result, or neither, nothing changes but the row; else the one that is in is deleted, or inserted.
 */
public final class TemporalFilterOperator extends PositionwiseOperator {

    private static final long MICROS_PER_MILLI = 1_000;

    private final int columns;
    private final boolean updateBefore;
    private final Kernel[] from;
    private final Kernel[] until;
    private final FailedRows failedRows;
    private final TimedRows rows;
    private final BatchBuilder builder;
    private long unknownRetractions;

    public TemporalFilterOperator(TemporalFilter node, OperatorSettings settings) {
        super(node.input(), node.schema());
        columns = node.schema().size();
        updateBefore = node.mode().updateBefore();
        from = compiled(node.from(), settings);
        until = compiled(node.until(), settings);
        failedRows = new FailedRows(node.schema(), settings);
        rows = new TimedRows(node.schema());
        builder = new BatchBuilder(node.schema());
    }

    private static Kernel[] compiled(List<Expression> bounds, OperatorSettings settings) {
        return ExpressionCompiler.compileAll(bounds, settings.zone());
    }

    @Override
    protected void apply(ChangeBatch batch, int first, int end, Tick tick, Output output) {
        int[] selection = new int[end - first];
        for (int i = first; i < end; i++) {
            selection[i - first] = batch.row(i);
        }
        ChangeBatch part = batch.withSelection(selection, selection.length);
        Evaluation evaluation = new Evaluation(tick);
        Column[] withBounds = new Column[columns + TimedRows.ADDED];
        for (int c = 0; c < columns; c++) {
            withBounds[c] = batch.column(c);
        }
        long[] begins = new long[batch.rows()];
        long[] ends = new long[batch.rows()];
        bounds(part, evaluation, begins, ends);
        if (evaluation.hasFailures()) {
            part = failedRows.leaveOut(part, part, evaluation, output);
        }
        long[] next = new long[batch.rows()];
        long[] arrivals = new long[batch.rows()];
        withBounds[columns + TimedRows.NEXT] = new LongColumn(next, null);
        withBounds[columns + TimedRows.UNTIL] = new LongColumn(ends, null);
        withBounds[columns + TimedRows.ARRIVAL] = new LongColumn(arrivals, null);
        ChangeBatch timed = part.withColumns(withBounds);
        long now = tick.nowMillis() * MICROS_PER_MILLI;
        for (int i = 0; i < part.size(); i++) {
            int row = part.row(i);
            byte kind = part.kind(row);
            if (isUpdate(part, i, part.size())) {
                int after = part.row(++i);
                boolean wasIn = takeOut(timed, row, begins[row], ends[row], now);
                boolean isIn = takeIn(timed, after, begins[after], ends[after], now, next, arrivals);
                if (wasIn && isIn) {
                    if (updateBefore) {
                        emit(part, row, RowKind.MINUS_U);
                    }
                    emit(part, after, RowKind.PLUS_U);
                } else if (wasIn) {
                    emit(part, row, RowKind.MINUS_D);
                } else if (isIn) {
                    emit(part, after, RowKind.PLUS_I);
                }
            } else if (RowKind.isRetraction(kind)) {
                if (takeOut(timed, row, begins[row], ends[row], now)) {
                    emit(part, row, RowKind.MINUS_D);
                }
            } else if (takeIn(timed, row, begins[row], ends[row], now, next, arrivals)) {
                emit(part, row, RowKind.PLUS_I);
            }
            flushIfFull(batch.watermarks(), output);
        }
        flush(batch.watermarks(), output);
    }

    /** The latest beginning and the earliest end of each row; a row without time where one is NULL. */
    private void bounds(ChangeBatch batch, Evaluation evaluation, long[] begins, long[] ends) {
        for (int i = 0; i < batch.size(); i++) {
            begins[batch.row(i)] = Long.MIN_VALUE;
            ends[batch.row(i)] = Long.MAX_VALUE;
        }
        for (Kernel kernel : from) {
            LongColumn bound = (LongColumn) kernel.evaluate(batch, batch.selection(), batch.size(), evaluation);
            for (int i = 0; i < batch.size(); i++) {
                int row = batch.row(i);
                begins[row] = bound.isNull(row) ? Long.MAX_VALUE : Math.max(begins[row], bound.values()[row]);
            }
        }
        for (Kernel kernel : until) {
            LongColumn bound = (LongColumn) kernel.evaluate(batch, batch.selection(), batch.size(), evaluation);
            for (int i = 0; i < batch.size(); i++) {
                int row = batch.row(i);
                ends[row] = bound.isNull(row) ? Long.MIN_VALUE : Math.min(ends[row], bound.values()[row]);
            }
        }
    }

    /** Takes a row in that has come; whether it is in the result now. */
    private boolean takeIn(ChangeBatch timed, int row, long begins, long ends, long now, long[] next, long[] arrivals) {
        if (begins >= ends || ends <= now) {
            return false;
        }
        boolean isIn = begins <= now;
        if (!isIn || ends != Long.MAX_VALUE) {
            next[row] = isIn ? ends : begins;
            arrivals[row] = rows.nextArrival();
            rows.add(timed, row);
        }
        return isIn;
    }

    /** Takes a row out; whether it was in the result. */
    private boolean takeOut(ChangeBatch timed, int row, long begins, long ends, long now) {
        if (begins >= ends) {
            return false;
        }
        int state = rows.remove(timed, row);
        if (state == TimedRows.UNKNOWN) {
            boolean isInForGood = ends == Long.MAX_VALUE && begins <= now;
            unknownRetractions += isInForGood || ends <= now ? 0 : 1;
            return isInForGood;
        }
        return state == TimedRows.IN;
    }

    private void emit(ChangeBatch batch, int row, byte kind) {
        for (int c = 0; c < columns; c++) {
            builder.column(c).append(batch.column(c), row);
        }
        builder.endRow(kind, batch.position(row));
    }

    private void flushIfFull(Watermarks watermarks, Output output) {
        if (builder.rows() >= ChangeBatch.ROWS_MAX) {
            output.emit(builder.build(watermarks));
        }
    }

    private void flush(Watermarks watermarks, Output output) {
        if (builder.rows() > 0) {
            output.emit(builder.build(watermarks));
        }
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return rows.nextMicros() <= nowMillis * MICROS_PER_MILLI;
    }

    @Override
    public long nextExpiryMillis() {
        long next = rows.nextMicros();
        return next == Long.MAX_VALUE ? next : -Math.floorDiv(-next, MICROS_PER_MILLI);
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        long now = tick.nowMillis() * MICROS_PER_MILLI;
        for (int number = rows.pollDue(now); number >= 0; number = rows.pollDue(now)) {
            boolean comes = rows.isToCome(number);
            boolean isOver = rows.until(number) <= now;
            if (!comes || !isOver) {
                rows.append(number, builder);
                builder.endRow(comes ? RowKind.PLUS_I : RowKind.MINUS_D, position);
            }
            if (isOver) {
                rows.forget(number);
            } else {
                rows.enter(number);
            }
            flushIfFull(Watermarks.absent(), output);
        }
        flush(Watermarks.absent(), output);
    }

    /** Of rows that are neither in the result nor to come; such whose time was over are not told from them. */
    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        rows.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
    }

    @Override
    public long stateBytes() {
        return rows.bytes();
    }
}
