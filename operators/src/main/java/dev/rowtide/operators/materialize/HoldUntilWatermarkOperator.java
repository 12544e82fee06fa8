// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/**
 * Holds changes back until the watermark rises, and then passes on all of them under one position, the last before it rose: what comes and goes in between is no
 * change, and no conflict of keys.
 */
public final class HoldUntilWatermarkOperator implements Operator {

    private static final long FORMAT = 1;

    private final Schema schema;
    private final RowStore rows;

    // The changes held, in order: the row's number, and the kind. All came while the watermark was the same.
    private int size;
    private int[] numbers = new int[16];
    private byte[] kinds = new byte[16];
    private long heldSince = Watermarks.NONE;

    private Watermarks latest = Watermarks.absent();
    private long emittedWatermark = Watermarks.NONE;

    /** @param schema the columns */
    public HoldUntilWatermarkOperator(Schema schema) {
        this.schema = schema;
        rows = new RowStore(schema, 0);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        latest = batch.watermarks();
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            releaseBefore(batch.position(row), output);
            heldSince = latest.before(batch.position(row));
            hold(rows.add(batch, row), batch.kind(row));
        }
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        releaseBefore(position, output);
        if (latest.after() > emittedWatermark) {
            output.emit(new BatchBuilder(schema).build(latest));
            emittedWatermark = latest.after();
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    /** Passes on what is held if the watermark has risen before a position. */
    private void releaseBefore(long position, Output output) {
        if (size == 0 || latest.before(position) <= heldSince) {
            return;
        }
        int run = 0;
        while (run < latest.runs() && latest.value(run + 1) <= heldSince) {
            run++;
        }
        long rise = run < latest.runs() ? Math.min(latest.end(run), position) : position;
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = 0; i < size; i++) {
            rows.append(numbers[i], builder);
            builder.endRow(kinds[i], rise - 1);
        }
        emittedWatermark = Math.max(emittedWatermark, latest.before(position));
        output.emit(builder.build(new Watermarks(new long[] {rise}, new long[] {heldSince}, emittedWatermark)));
        for (int i = 0; i < size; i++) {
            rows.free(numbers[i]);
        }
        size = 0;
    }

    private void hold(int number, byte kind) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            kinds = Arrays.copyOf(kinds, size * 2);
        }
        numbers[size] = number;
        kinds[size++] = kind;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? latest.after() : Watermarks.NONE);
        writer.writeLong(first == 0 ? heldSince : Watermarks.NONE);
        writer.writeLong(first == 0 ? emittedWatermark : Watermarks.NONE);
        writer.writeLong(first == 0 ? size : 0);
        for (int i = 0; first == 0 && i < size; i++) {
            writer.writeLong(kinds[i]);
            rows.write(numbers[i], writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "changes held back");
        latest = Watermarks.constant(Math.max(latest.after(), reader.readLong()));
        heldSince = Math.max(heldSince, reader.readLong());
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
        for (long left = reader.readLong(); left > 0; left--) {
            byte kind = (byte) reader.readLong();
            hold(rows.read(reader), kind);
        }
    }

    @Override
    public long stateBytes() {
        return rows.bytes();
    }
}
