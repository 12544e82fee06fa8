// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.calc.FailedRows;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * Gives each position the watermark that the positions before it left: the largest value of the table's watermark expression so far. A NULL raises nothing.
 * A batch may say the watermark itself: one without rows, of a source that has ended or is silent, and those of a source that reads several splits side by side. Columns, kinds and positions pass through. Stands behind a scan, where no batch parts a position.
 */
public final class WatermarkAssigner implements Operator {

    private static final long FORMAT = 1;

    private static final int NANOS_PER_MICRO = 1_000;

    private final Kernel kernel;
    private final int unitsPerMicro;
    private final FailedRows failedRows;
    private long watermark = Watermarks.NONE;

    /** The largest value so far in the stored unit of the expression; after a restore the watermark says it as well. */
    private long highest = Long.MIN_VALUE;

    /** @throws IllegalArgumentException if the table declares no watermark */
    public WatermarkAssigner(Scan node, OperatorSettings settings) {
        if (node.watermark() == null) {
            throw new IllegalArgumentException("no watermark: " + node.table().name());
        }
        Expression expression = node.watermark().expression();
        kernel = ExpressionCompiler.compile(expression, settings.zone());
        unitsPerMicro = expression.type().unitsPerSecond() > 1_000_000 ? NANOS_PER_MICRO : 1;
        failedRows = new FailedRows(node.schema(), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (batch.watermarks().after() == Watermarks.MAX) {
            watermark = Watermarks.MAX;
            output.emit(batch);
            return;
        }
        if (batch.rows() == 0 && batch.watermarks().after() != Watermarks.NONE) {
            WatermarkRuns runs = new WatermarkRuns(watermark);
            runs.raise(batch.firstPosition(), batch.watermarks().after());
            watermark = runs.watermark();
            output.emit(batch.withWatermarks(runs.build()));
            return;
        }
        Evaluation evaluation = new Evaluation(tick);
        LongColumn values = (LongColumn) kernel.evaluate(batch, batch.selection(), batch.size(), evaluation);
        WatermarkRuns runs = batch.watermarks().after() == Watermarks.NONE
                ? ofValues(batch, values, evaluation)
                : told(batch.watermarks(), batch.firstPosition());
        ChangeBatch assigned = batch.withWatermarks(runs.build());
        if (evaluation.hasFailures()) {
            assigned = failedRows.leaveOut(batch, assigned, evaluation, output);
        }
        watermark = runs.watermark();
        output.emit(assigned);
    }

    private WatermarkRuns ofValues(ChangeBatch batch, LongColumn values, Evaluation evaluation) {
        WatermarkRuns runs = new WatermarkRuns(watermark);
        long[] stored = values.values();
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            // Most rows raise nothing: the comparison comes first, in the stored unit, and saves the rest.
            if (stored[row] > highest && !values.isNull(row) && evaluation.failure(row) == null) {
                highest = stored[row];
                runs.raise(batch.position(row) + 1, Math.floorDiv(highest, unitsPerMicro));
            }
        }
        return runs;
    }

    /** What a source says that keeps the watermark itself, since its rows come of several splits. */
    private WatermarkRuns told(Watermarks source, long firstPosition) {
        WatermarkRuns runs = new WatermarkRuns(watermark);
        long from = firstPosition;
        for (int run = 0; run <= source.runs(); run++) {
            if (source.value(run) > Watermarks.BEGIN) {
                runs.raise(from, source.value(run));
            }
            from = run < source.runs() ? source.end(run) : from;
        }
        return runs;
    }

    /** The watermark after all rows so far. */
    public long watermark() {
        return watermark;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? watermark : Watermarks.NONE);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a watermark");
        watermark = Math.max(watermark, reader.readLong());
    }
}
