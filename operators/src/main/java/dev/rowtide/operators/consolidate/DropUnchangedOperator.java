// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RowMatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Drops the updates that change nothing: a {@code -U} and the {@code +U} behind it of an equal row. A projection that loses the column that changed makes such. Empty
 * between rounds.
 */
public final class DropUnchangedOperator implements Operator {

    private final RowMatch match;

    /** The batch whose last row is a {@code -U}, and nothing but that: the {@code +U} may come with the next. */
    private @Nullable ChangeBatch waiting;

    /** @param schema the columns */
    public DropUnchangedOperator(Schema schema) {
        match = new RowMatch(IntStream.range(0, schema.size()).toArray());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int size = batch.size();
        if (size == 0 || batch.kinds() == null && waiting == null) {
            output.emit(batch);
            return;
        }
        int from = endWaiting(batch, output) ? 1 : 0;
        int[] kept = new int[size];
        int count = 0;
        for (int i = from; i < size; i++) {
            if (i + 1 < size && isUnchanged(batch, batch.row(i), batch, batch.row(i + 1))) {
                i++;
            } else {
                kept[count++] = batch.row(i);
            }
        }
        int last = batch.row(size - 1);
        if (count > 0 && batch.kind(last) == RowKind.MINUS_U) {
            waiting = batch.withSelection(new int[] {last}, 1);
            count--;
        }
        if (count == size) {
            output.emit(batch);
        } else if (count > 0 || batch.watermarks().after() != Watermarks.NONE) {
            output.emit(batch.withSelection(kept, count));
        }
    }

    /** Emits the {@code -U} that waits, unless the first row of the batch is the equal {@code +U}; whether it is. */
    private boolean endWaiting(ChangeBatch batch, Output output) {
        ChangeBatch before = waiting;
        waiting = null;
        if (before == null || isUnchanged(before, before.row(0), batch, batch.row(0))) {
            return before != null;
        }
        output.emit(before);
        return false;
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        emitWaiting(output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        emitWaiting(output);
    }

    private void emitWaiting(Output output) {
        if (waiting != null) {
            output.emit(waiting);
            waiting = null;
        }
    }

    private boolean isUnchanged(ChangeBatch before, int old, ChangeBatch after, int row) {
        return before.kind(old) == RowKind.MINUS_U
                && after.kind(row) == RowKind.PLUS_U
                && before.position(old) == after.position(row)
                && match.equal(before, old, after, row);
    }
}
