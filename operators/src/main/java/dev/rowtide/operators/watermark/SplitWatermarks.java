// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * The watermarks of a table's splits that are read in turn: each is the largest value of the table's expression in the split so far. That of the table is the lowest of those that were begun and
 * have not ended, so that a row is late by what its own split, or one behind it, has told.
 */
public final class SplitWatermarks {

    private static final int NANOS_PER_MICRO = 1_000;

    private final Kernel kernel;
    private final int unitsPerMicro;
    private final long[] watermarks;

    /**
     * No split has begun.
     *
     * @throws IllegalArgumentException if the table declares no watermark
     */
    public SplitWatermarks(Scan node, ZoneId zone, int splits) {
        if (node.watermark() == null) {
            throw new IllegalArgumentException("no watermark: " + node.table().name());
        }
        Expression expression = node.watermark().expression();
        kernel = ExpressionCompiler.compile(expression, zone);
        unitsPerMicro = expression.type().unitsPerSecond() > 1_000_000 ? NANOS_PER_MICRO : 1;
        watermarks = new long[splits];
        Arrays.fill(watermarks, Watermarks.MAX);
    }

    /** A split is read from now on: until it has rows nothing is known. */
    public void begin(int split) {
        watermarks[split] = Watermarks.BEGIN;
    }

    /** A split has no more rows, and holds nothing up. */
    public void end(int split) {
        watermarks[split] = Watermarks.MAX;
    }

    /** How far a split has come; {@link Watermarks#MAX} if it is not being read. */
    public long of(int split) {
        return watermarks[split];
    }

    /** The next batch of a split, with the watermark of the table before each of its positions and behind them. */
    public ChangeBatch assign(int split, ChangeBatch batch, long nowMillis) {
        long others = Watermarks.MAX;
        for (int other = 0; other < watermarks.length; other++) {
            others = other == split ? others : Math.min(others, watermarks[other]);
        }
        // A row that fails here fails behind the scan again, where it is told of; it raises nothing.
        Evaluation evaluation = new Evaluation(new Tick(0, nowMillis, 0));
        LongColumn values = (LongColumn) kernel.evaluate(batch, batch.selection(), batch.size(), evaluation);
        long own = watermarks[split];
        WatermarkRuns runs = new WatermarkRuns(Math.min(own, others));
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            if (!values.isNull(row) && evaluation.failure(row) == null) {
                own = Math.max(own, Math.floorDiv(values.values()[row], unitsPerMicro));
                runs.raise(batch.position(row) + 1, Math.min(own, others));
            }
        }
        watermarks[split] = own;
        return batch.withWatermarks(runs.build());
    }
}
