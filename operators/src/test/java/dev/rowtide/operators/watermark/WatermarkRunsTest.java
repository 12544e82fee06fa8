// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import org.junit.jupiter.api.Test;

class WatermarkRunsTest {

    @Test
    void batchesThatShareWatermarksCountOnce() {
        Watermarks round = new Watermarks(new long[] {2, 5}, new long[] {10, 20}, 30);
        WatermarkRuns runs = new WatermarkRuns(10);
        runs.add(rows(0, 2, round));
        runs.add(rows(2, 3, round));
        expect(runs, 10, 10, 20, 20, 20, 30, 30);
        assertThat(runs.build().runs()).isEqualTo(2);
    }

    @Test
    void eachBatchTellsItsOwnPositions() {
        WatermarkRuns runs = new WatermarkRuns(Watermarks.NONE);
        runs.add(rows(0, 2, new Watermarks(new long[] {1}, new long[] {Watermarks.NONE}, 10)));
        runs.add(rows(2, 3, new Watermarks(new long[] {4}, new long[] {10}, 20)));
        expect(runs, Watermarks.NONE, 10, 10, 10, 20, 20);
    }

    @Test
    void aRiseBetweenTwoBatchesCountsFromTheSecondOn() {
        WatermarkRuns runs = new WatermarkRuns(1);
        runs.add(rows(0, 2, Watermarks.constant(1)));
        runs.add(rows(4, 1, Watermarks.constant(7)));
        expect(runs, 1, 1, 1, 1, 7, 7);
    }

    @Test
    void anEmptyBatchRaisesBehindTheRowsBefore() {
        WatermarkRuns runs = new WatermarkRuns(1);
        runs.add(rows(0, 2, Watermarks.constant(1)));
        runs.add(rows(0, 0, Watermarks.constant(7)));
        expect(runs, 1, 1, 7, 7);
        assertThat(runs.watermark()).isEqualTo(7);
    }

    /** As in a stream that is read on after a restore: what was known before is known no more. */
    @Test
    void aRiseBeforeTheFirstRowOfABatchIsNotPutOff() {
        WatermarkRuns runs = new WatermarkRuns(Watermarks.NONE);
        runs.add(rows(4, 1, new Watermarks(new long[] {2}, new long[] {10}, 20)));
        expect(runs, 10, 10, 20, 20, 20);
        runs.add(rows(8, 1, new Watermarks(new long[] {7}, new long[] {30}, 40)));
        expect(runs, 10, 10, 20, 20, 20, 30, 30, 40);
    }

    private static ChangeBatch rows(long firstPosition, int rows, Watermarks watermarks) {
        return ChangeBatch.inserts(rows, new Column[0], firstPosition, watermarks);
    }

    private static void expect(WatermarkRuns runs, long... beforeEachPosition) {
        Watermarks built = runs.build();
        for (int position = 0; position < beforeEachPosition.length; position++) {
            assertThat(built.before(position)).as("before " + position).isEqualTo(beforeEachPosition[position]);
        }
    }
}
