// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateRowsTest {

    private static final int LAST = StateWriter.PARTITIONS - 1;

    private static LateRows none() {
        return new LateRows(List.of(WindowPlans.INPUT), new OperatorSettings(true, ZoneOffset.UTC, null));
    }

    private static byte[] snapshot(LateRows rows, int first, int last) {
        StateBytes bytes = new StateBytes();
        rows.snapshot(first, last, bytes);
        return bytes.toByteArray();
    }

    private static void leaveOut(LateRows rows, int count) {
        ChangeBatch batch =
                ChangeBatch.inserts(1, new Column[] {new LongColumn(new long[] {0}, null)}, 0, Watermarks.absent());
        for (int i = 0; i < count; i++) {
            rows.leaveOut(0, batch, 0, 0);
        }
    }

    /** Two workers with half of the partitions each, whose state one takes, and then three do. */
    @Test
    void whateverWorkerCountedThemTheyAreCountedOnce() {
        LateRows[] two = {none(), none()};
        two[0].restore(StateBytes.of(snapshot(none(), 0, 63)));
        two[1].restore(StateBytes.of(snapshot(none(), 64, LAST)));
        leaveOut(two[0], 3);
        leaveOut(two[1], 4);
        LateRows one = none();
        one.restore(StateBytes.of(snapshot(two[1], 64, LAST)));
        one.restore(StateBytes.of(snapshot(two[0], 0, 63)));
        assertThat(one.count()).isEqualTo(7);
        long sum = 0;
        for (int[] part : new int[][] {{0, 42}, {43, 85}, {86, LAST}}) {
            LateRows worker = none();
            worker.restore(StateBytes.of(snapshot(one, part[0], part[1])));
            sum += worker.count();
        }
        assertThat(sum).isEqualTo(7);
    }
}
