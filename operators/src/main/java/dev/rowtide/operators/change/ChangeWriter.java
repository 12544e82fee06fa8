// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.RowStore;

/** Writes changes of stored rows into batches. */
final class ChangeWriter {

    private final RowStore rows;
    private final boolean updateBefore;
    private final BatchBuilder builder;
    private boolean repeats;
    private long emittedWatermark = Watermarks.NONE;

    /**
     * @param schema the columns
     * @param updateBefore whether {@code -U} is written
     */
    ChangeWriter(Schema schema, RowStore rows, boolean updateBefore) {
        this.rows = rows;
        this.updateBefore = updateBefore;
        builder = new BatchBuilder(schema);
    }

    /** From now on an update by an equal row is written too. */
    void setRepeats() {
        repeats = true;
    }

    /**
     * Writes what turns one row into another: nothing if they are equal, unless updates are repeated.
     *
     * @param before the number of the old row, or -1 for none
     * @param after the number of the new row, or -1 for none
     */
    void write(int before, int after, long position) {
        if (before < 0 && after < 0) {
            return;
        }
        if (before < 0) {
            write(RowKind.PLUS_I, after, position);
        } else if (after < 0) {
            write(RowKind.MINUS_D, before, position);
        } else if (repeats || before != after && !rows.equals(before, after)) {
            if (updateBefore) {
                write(RowKind.MINUS_U, before, position);
            }
            write(RowKind.PLUS_U, after, position);
        }
    }

    private void write(byte kind, int number, long position) {
        rows.append(number, builder);
        builder.endRow(kind, position);
    }

    /** Whether a batch is full. */
    boolean isFull() {
        return builder.rows() >= ChangeBatch.ROWS_MAX;
    }

    /** Takes it as known behind the operator that the watermark has risen so far. */
    void restoreWatermark(long emitted) {
        emittedWatermark = Math.max(emittedWatermark, emitted);
    }

    /** The watermark that went out last. */
    long emittedWatermark() {
        return emittedWatermark;
    }

    /** Emits what was written, also when that is only a risen watermark. */
    void flush(Watermarks watermarks, Output output) {
        if (builder.rows() > 0 || watermarks.after() > emittedWatermark) {
            output.emit(builder.build(watermarks));
            emittedWatermark = watermarks.after();
        }
    }
}
