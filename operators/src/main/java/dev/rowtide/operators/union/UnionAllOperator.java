// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/**
 * Passes on the changes of all inputs by position; at equal positions those of the first input come first. The watermark is the lowest of the inputs'. Emits
 * in {@link #advance}, in both modes, and at the tick's end what the operators before emit there.
 */
public final class UnionAllOperator implements Operator {

    private final UnionInput[] inputs;
    private final LowestWatermark watermark;
    private final boolean everyChange;

    public UnionAllOperator(UnionAll node, OperatorSettings settings) {
        inputs = new UnionInput[node.inputs().size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new UnionInput();
        }
        watermark = new LowestWatermark(inputs);
        everyChange = settings.everyChange();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs[input].add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        UnionInput only = inputs[0];
        int inputsWithRows = 0;
        for (UnionInput input : inputs) {
            if (input.rows() > 0) {
                only = input;
                inputsWithRows++;
            }
        }
        if (inputsWithRows == 1) {
            passOn(only, output);
        } else if (inputsWithRows > 1) {
            for (MergedRows rows = new MergedRows(inputs, !everyChange); rows.next(); ) {
                output.emit(rows.batch(watermark));
            }
        } else if (watermark.after() > watermark.before()) {
            passOnWatermark(output);
        }
        for (UnionInput input : inputs) {
            input.endRound();
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    /** Only one input has rows: its batches go on as they are, under the watermark of all. */
    private void passOn(UnionInput only, Output output) {
        List<ChangeBatch> batches = only.batches();
        for (int i = 0; i < batches.size(); i++) {
            ChangeBatch batch = batches.get(i);
            boolean last = i == batches.size() - 1;
            output.emit(batch.withWatermarks(watermark.over(batch, only, last)));
        }
    }

    /** No input has rows, yet time went on: an empty batch tells. */
    private void passOnWatermark(Output output) {
        for (UnionInput input : inputs) {
            if (!input.batches().isEmpty()) {
                ChangeBatch empty = input.batches().get(0);
                output.emit(empty.withWatermarks(Watermarks.constant(watermark.after())));
                return;
            }
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(first == 0 ? inputs.length : 0);
        for (int i = 0; first == 0 && i < inputs.length; i++) {
            writer.writeLong(inputs[i].watermarkBefore());
        }
    }

    @Override
    public void restore(StateReader reader) {
        int watermarks = (int) reader.readLong();
        for (int i = 0; i < watermarks; i++) {
            inputs[i].restoreWatermark(reader.readLong());
        }
    }
}
