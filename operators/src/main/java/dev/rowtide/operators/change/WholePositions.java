// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of batches at the ends of positions: the rows of the last position of a batch are held back until it is known that no more of it will come.
 */
public final class WholePositions {

    /** Takes the rows {@code from} to {@code to - 1} of a batch, counted along its selection; they begin and end with a position. */
    public interface Consumer {
        void accept(ChangeBatch batch, int from, int to);
    }

    private final Schema schema;
    private @Nullable ChangeBatch held;
    private int heldFrom;

    /** For batches with these columns. */
    public WholePositions(Schema schema) {
        this.schema = schema;
    }

    /** Takes a batch and hands on what is complete. */
    public void receive(ChangeBatch batch, Consumer consumer) {
        int size = batch.size();
        if (size == 0) {
            return;
        }
        int from = 0;
        if (held != null) {
            from = leading(batch, heldPosition(held));
            if (from > 0) {
                held = joined(held, batch, from);
                heldFrom = 0;
            }
            if (from == size) {
                return;
            }
            release(consumer);
        }
        int to = size - 1;
        long last = batch.position(batch.row(to));
        while (to > from && batch.position(batch.row(to - 1)) == last) {
            to--;
        }
        held = batch;
        heldFrom = to;
        if (to > from) {
            consumer.accept(batch, from, to);
        }
    }

    /** All changes below {@code position} have come: hands on what is held back of them. */
    public void advance(long position, Consumer consumer) {
        if (held != null && heldPosition(held) < position) {
            release(consumer);
        }
    }

    /** Hands on what is held back. */
    public void release(Consumer consumer) {
        ChangeBatch batch = held;
        if (batch != null) {
            held = null;
            consumer.accept(batch, heldFrom, batch.size());
        }
    }

    private long heldPosition(ChangeBatch batch) {
        return batch.position(batch.row(heldFrom));
    }

    /** How many rows in front of the batch have the position. */
    private static int leading(ChangeBatch batch, long position) {
        int count = 0;
        while (count < batch.size() && batch.position(batch.row(count)) == position) {
            count++;
        }
        return count;
    }

    private ChangeBatch joined(ChangeBatch front, ChangeBatch behind, int count) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = heldFrom; i < front.size(); i++) {
            append(front, front.row(i), builder);
        }
        for (int i = 0; i < count; i++) {
            append(behind, behind.row(i), builder);
        }
        return builder.build(behind.watermarks());
    }

    private void append(ChangeBatch batch, int row, BatchBuilder builder) {
        for (int c = 0; c < schema.size(); c++) {
            builder.column(c).append(batch.column(c), row);
        }
        builder.endRow(batch.kind(row), batch.position(row));
    }
}
