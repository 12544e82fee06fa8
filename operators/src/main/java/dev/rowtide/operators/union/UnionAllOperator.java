// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.LowestWatermark;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.merge.RoundInput;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/**
 * Passes on the changes of all inputs by position; at equal positions those of the first input come first. The watermark is the lowest of the inputs'. Emits
 * in {@link #advance}, in both modes, and at the tick's end what the operators before emit there.
 */
public final class UnionAllOperator implements Operator {

    private static final long FORMAT = 1;

    private final RoundInput[] inputs;
    private final boolean everyChange;

    public UnionAllOperator(UnionAll node, OperatorSettings settings) {
        inputs = new RoundInput[node.inputs().size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new RoundInput();
        }
        everyChange = settings.everyChange();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs[input].add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        RoundInput only = inputs[0];
        int inputsWithRows = 0;
        for (RoundInput input : inputs) {
            if (input.rows() > 0) {
                only = input;
                inputsWithRows++;
            }
        }
        Watermarks watermarks = LowestWatermark.of(
                Arrays.stream(inputs).map(RoundInput::watermarks).toArray(Watermarks[]::new));
        if (inputsWithRows == 1) {
            for (ChangeBatch batch : only.batches()) {
                output.emit(batch.withWatermarks(watermarks));
            }
        } else if (inputsWithRows > 1) {
            for (MergedRows rows = new MergedRows(inputs, !everyChange); rows.next(); ) {
                output.emit(rows.batch(watermarks));
            }
        } else if (watermarks.runs() > 0) {
            passOn(watermarks, output);
        }
        for (RoundInput input : inputs) {
            input.endRound();
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    /** No input has rows, yet time went on: an empty batch tells. */
    private void passOn(Watermarks watermarks, Output output) {
        for (RoundInput input : inputs) {
            if (!input.batches().isEmpty()) {
                output.emit(input.batches().get(0).withWatermarks(watermarks));
                return;
            }
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? inputs.length : 0);
        for (int i = 0; first == 0 && i < inputs.length; i++) {
            writer.writeLong(inputs[i].watermark());
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a union");
        int watermarks = (int) reader.readLong();
        for (int i = 0; i < watermarks; i++) {
            inputs[i].restoreWatermark(reader.readLong());
        }
    }
}
