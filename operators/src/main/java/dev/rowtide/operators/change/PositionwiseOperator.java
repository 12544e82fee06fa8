// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;

/**
 * An operator of one input that sends what a position changes as soon as all of the position has come: inserts at once, since no other row of their position matters to
 * them, other changes once the two halves of an update are together. The watermark of a batch of which nothing comes is sent alone.
 */
public abstract class PositionwiseOperator implements Operator {

    private final boolean appendOnly;
    private final Schema schema;
    private final WholePositions positions;

    /** For the changes of a node as input and rows with these columns as output. */
    protected PositionwiseOperator(PlanNode input, Schema schema) {
        this.schema = schema;
        appendOnly = input.mode().isAppendOnly();
        positions = new WholePositions(input.schema());
    }

    /**
     * Applies rows of a batch and sends what they change.
     *
     * @param from the first row, counted along the batch's selection; unless all rows are inserts, it begins a position
     * @param to behind the last row, which ends one
     */
    protected abstract void apply(ChangeBatch batch, int from, int to, Tick tick, Output output);

    /** Whether the input inserts rows and changes none. */
    protected final boolean isAppendOnly() {
        return appendOnly;
    }

    /** Whether the row at place {@code i} of a batch's selection is the first half of an update whose second half follows before {@code to}. */
    protected static boolean isUpdate(ChangeBatch batch, int i, int to) {
        int row = batch.row(i);
        return batch.kind(row) == RowKind.MINUS_U
                && i + 1 < to
                && batch.kind(batch.row(i + 1)) == RowKind.PLUS_U
                && batch.position(batch.row(i + 1)) == batch.position(row);
    }

    @Override
    public final void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        boolean[] emitted = new boolean[1];
        Output noting = changes -> {
            emitted[0] = true;
            output.emit(changes);
        };
        if (appendOnly) {
            apply(batch, 0, batch.size(), tick, noting);
        } else {
            positions.receive(batch, (whole, from, to) -> apply(whole, from, to, tick, noting));
        }
        if (!emitted[0] && batch.watermarks().after() != Watermarks.NONE) {
            output.emit(new BatchBuilder(schema).build(batch.watermarks()));
        }
    }

    @Override
    public final void advance(long position, Tick tick, Output output) {
        positions.advance(position, (whole, from, to) -> apply(whole, from, to, tick, output));
    }

    @Override
    public final void endTick(long position, Tick tick, Output output) {
        positions.release((whole, from, to) -> apply(whole, from, to, tick, output));
    }
}
