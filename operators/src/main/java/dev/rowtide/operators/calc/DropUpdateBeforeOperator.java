// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;

/** Drops {@code -U}, by a selection vector. */
public final class DropUpdateBeforeOperator implements Operator {

    public DropUpdateBeforeOperator(DropUpdateBefore node, OperatorSettings settings) {}

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        byte[] kinds = batch.kinds();
        if (kinds == null) {
            output.emit(batch);
            return;
        }
        int[] selected = new int[batch.size()];
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            selected[count] = row;
            count += kinds[row] == RowKind.MINUS_U ? 0 : 1;
        }
        if (count > 0 || batch.watermarks().after() != Watermarks.NONE) {
            output.emit(count == batch.size() ? batch : batch.withSelection(selected, count));
        }
    }
}
