// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.change.WatermarkRuns;
import java.util.function.IntToLongFunction;

/** The watermark of a union: the lowest of its inputs' as of each position. Asked with positions that never fall within a round. */
final class LowestWatermark {

    private final UnionInput[] inputs;

    LowestWatermark(UnionInput[] inputs) {
        this.inputs = inputs;
    }

    private long at(long position) {
        long lowest = Watermarks.MAX;
        for (UnionInput input : inputs) {
            lowest = Math.min(lowest, input.watermarkAt(position));
        }
        return lowest;
    }

    /** Before the round. */
    long before() {
        long lowest = Watermarks.MAX;
        for (UnionInput input : inputs) {
            lowest = Math.min(lowest, input.watermarkBefore());
        }
        return lowest;
    }

    /** After the round. */
    long after() {
        long lowest = Watermarks.MAX;
        for (UnionInput input : inputs) {
            lowest = Math.min(lowest, input.watermarkAfter());
        }
        return lowest;
    }

    /**
     * Before each of some rows and after them.
     *
     * @param rows how many
     * @param positions the position of each
     * @param nextPosition the position that comes after, or {@link UnionInput#AT_END}
     */
    Watermarks over(int rows, IntToLongFunction positions, long nextPosition) {
        if (stands()) {
            return Watermarks.constant(before());
        }
        WatermarkRuns runs = new WatermarkRuns();
        for (int row = 0; row < rows; row++) {
            runs.add(at(positions.applyAsLong(row)));
        }
        return runs.build(at(nextPosition));
    }

    /**
     * The watermarks of a whole batch of the only input that has rows in the round.
     *
     * @param last whether it is the input's last batch of the round
     */
    Watermarks over(ChangeBatch batch, UnionInput only, boolean last) {
        long othersLowest = Watermarks.MAX;
        boolean othersStand = true;
        for (UnionInput input : inputs) {
            if (input != only) {
                othersLowest = Math.min(othersLowest, input.watermarkBefore());
                othersStand &= input.watermarkStands();
            }
        }
        if (othersStand) {
            return capped(batch.watermarks(), othersLowest);
        }
        int rows = batch.rows();
        return over(rows, batch::position, last || rows == 0 ? UnionInput.AT_END : batch.position(rows - 1) + 1);
    }

    private boolean stands() {
        boolean all = true;
        for (UnionInput input : inputs) {
            all &= input.watermarkStands();
        }
        return all;
    }

    private static Watermarks capped(Watermarks watermarks, long cap) {
        if (watermarks.after() <= cap) {
            return watermarks;
        }
        int[] ends = new int[watermarks.runs()];
        long[] values = new long[watermarks.runs()];
        for (int run = 0; run < ends.length; run++) {
            ends[run] = watermarks.end(run);
            values[run] = Math.min(watermarks.value(run), cap);
        }
        return new Watermarks(ends, values, cap);
    }
}
