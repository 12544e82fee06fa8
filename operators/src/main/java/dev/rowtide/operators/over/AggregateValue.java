// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.operators.aggregate.TotalResult;
import org.jspecify.annotations.Nullable;

/** COUNT, SUM, AVG, MIN and MAX of the rows of the frame, put together from summaries of subtrees. */
final class AggregateValue extends OverValue {

    private final OverFunction function;
    private final Frames frames;
    private final @Nullable Summary summary;
    private final @Nullable TotalResult total;
    private final boolean settles;

    /**
     * COUNT, SUM, AVG, MIN or MAX.
     *
     * @param summary of the argument; null for {@code COUNT(*)}
     * @param total what SUM and AVG make of it; null for others
     */
    AggregateValue(
            OverCall call,
            Frames frames,
            PartitionRows partition,
            @Nullable Summary summary,
            @Nullable TotalResult total) {
        super(partition, call.arguments());
        function = call.function();
        this.frames = frames;
        this.summary = summary;
        this.total = total;
        // Of two averages, or rounded sums, that are equal the next ones may differ.
        settles = function != OverFunction.AVG && !(summary instanceof DoubleSumSummary);
    }

    @Override
    void compute(int place, int row, Value result) {
        int from = frames.from(place, row);
        int to = Math.max(from, frames.to(place, row));
        if (summary == null) {
            result.set(to - from, 0);
            return;
        }
        summary.range(partition, from, to);
        long count = summary.count();
        if (function == OverFunction.COUNT) {
            result.set(count, 0);
        } else if (count == 0) {
            result.setNull();
        } else if (summary instanceof ExtremeSummary extreme) {
            result.set(partition.rows, extreme.found(), argument(0));
        } else if (total != null) {
            if (summary instanceof DoubleSumSummary sums) {
                total.compute(count, sums.sum(), sums.beyondRange());
            } else {
                SumSummary sums = (SumSummary) summary;
                total.compute(count, sums.top(), sums.high(), sums.low());
            }
            take(total, result);
        }
    }

    private static void take(TotalResult total, Value result) {
        if (total.failure() != null) {
            result.fail(total.failure());
        } else if (total.isNull()) {
            result.setNull();
        } else {
            result.set(total.word(), total.low());
        }
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        frames.reach(row, place, settles, summary == null || !summary.isNull(row), scans);
    }
}
