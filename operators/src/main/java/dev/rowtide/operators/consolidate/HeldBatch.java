// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Output;
import org.jspecify.annotations.Nullable;

/** A batch that waits to be emitted, without some of its rows. Rows are numbered along its selection. */
final class HeldBatch {

    private final ChangeBatch batch;
    private boolean @Nullable [] left;
    private int leftCount;

    HeldBatch(ChangeBatch batch) {
        this.batch = batch;
    }

    ChangeBatch batch() {
        return batch;
    }

    /** Leaves a row out that was in. */
    void leaveOut(int index) {
        if (left == null) {
            left = new boolean[batch.size()];
        }
        left[index] = true;
        leftCount++;
    }

    /** Takes a row in that was left out. */
    void takeIn(int index) {
        if (left != null) {
            left[index] = false;
            leftCount--;
        }
    }

    void emit(Output output) {
        if (leftCount == 0) {
            output.emit(batch);
            return;
        }
        int[] rows = new int[batch.size() - leftCount];
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (isIn(i)) {
                rows[count++] = batch.row(i);
            }
        }
        output.emit(batch.withSelection(rows, count));
    }

    /** Emits the rows below a position, and leaves them out from then on. */
    void emitBelow(long position, Output output) {
        int[] rows = new int[batch.size()];
        int count = 0;
        for (int i = 0; i < batch.size() && batch.position(batch.row(i)) < position; i++) {
            if (isIn(i)) {
                rows[count++] = batch.row(i);
                leaveOut(i);
            }
        }
        if (count > 0) {
            output.emit(batch.withSelection(rows, count));
        }
    }

    private boolean isIn(int index) {
        return left == null || !left[index];
    }
}
