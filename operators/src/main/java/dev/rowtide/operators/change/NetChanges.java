// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The net changes of keys of which each shows one stored row or none. An operator {@linkplain #touch touches} a key before it changes what the key shows, and
 * {@linkplain #release releases} rows that it no longer needs instead of freeing them. Once a position (or, in consolidated mode, a tick) is complete, each
 * touched key's change is written, in order of first touch; full batches go out at once, the rest with {@link #advance}.
 */
public final class NetChanges {

    /** Applies the changes of an input to an operator's rows. */
    @FunctionalInterface
    public interface Change {

        /**
         * Applies one change.
         *
         * @param at the address of its key
         * @param row its physical row
         */
        void apply(int at, ChangeBatch batch, int row);
    }

    /** Looks at a key that was touched, once a position (or a tick) is complete. */
    @FunctionalInterface
    public interface Check {

        /** @throws EngineException if the key must not be as it is */
        void check(int at);
    }

    private static final long FORMAT = 2;

    private static final int NO_ROW = -1;

    private final boolean everyChange;
    private final RecordTable table;
    private final RowStore rows;
    private final IntUnaryOperator shown;
    private Check check = at -> {};
    private final DirtyList touched;
    private final ChangeWriter writer;

    // By number in the list of touched keys: the row shown before, and whether it is no longer the operator's.
    private int[] before = new int[64];
    private boolean[] released = new boolean[64];

    private long openPosition = Long.MIN_VALUE;

    private WatermarkRuns roundWatermarks = new WatermarkRuns(Watermarks.NONE);
    private final TickWatermarks tickWatermarks = new TickWatermarks();
    private long unknownRetractions;
    private long expired;

    /**
     * @param schema the columns
     * @param table the keys
     * @param rows the rows that keys show
     * @param shown the number of the row that the key at an address shows, -1 for none
     * @param everyChange whether changes go out with each position, or with each tick
     * @param updateBefore whether {@code -U} is emitted
     */
    public NetChanges(
            Schema schema,
            RecordTable table,
            RowStore rows,
            IntUnaryOperator shown,
            boolean everyChange,
            boolean updateBefore) {
        this.table = table;
        this.rows = rows;
        this.shown = shown;
        this.everyChange = everyChange;
        touched = new DirtyList(table);
        writer = new ChangeWriter(schema, rows, updateBefore);
    }

    /** Has each key looked at that was touched; where that fails, so does the position. */
    public void setCheck(Check check) {
        this.check = check;
    }

    /**
     * Applies the first {@code n} changes of a batch. The last position stays open: more of it may come with the next batch.
     *
     * @param at the addresses of their keys
     */
    public void apply(ChangeBatch batch, int n, int[] at, Change change, Output output) {
        if (everyChange) {
            roundWatermarks.add(batch);
        } else {
            tickWatermarks.note(batch);
        }
        for (int i = 0; i < n; i++) {
            int row = batch.row(i);
            long position = batch.position(row);
            if (everyChange && position != openPosition) {
                complete(openPosition, output);
                openPosition = position;
            }
            change.apply(at[i], batch, row);
        }
    }

    /** Every change below {@code position} has been applied: emits what is due by then. */
    public void advance(long position, Output output) {
        if (everyChange) {
            if (openPosition < position) {
                complete(openPosition, output);
            }
            writer.flush(roundWatermarks.build(), output);
            roundWatermarks = new WatermarkRuns(roundWatermarks.watermark());
        }
    }

    /** The tick is complete: emits what is left, or, in consolidated mode, what changed in the tick. */
    public void endTick(long position, Output output) {
        if (everyChange) {
            // What there is of no rows has the first position, also where nothing was read.
            advance(Math.max(position, openPosition + 1), output);
        } else {
            completeTick(position, output);
        }
    }

    /** What is touched from now on changes at {@code position}, which no input has. */
    public void open(long position, Output output) {
        if (everyChange && position != openPosition) {
            complete(openPosition, output);
            openPosition = position;
        }
    }

    /** Emits updates by equal rows too, so that what is behind hears of a key that it would forget otherwise. */
    public void setRepeats() {
        writer.setRepeats();
    }

    /** So many keys have expired. */
    public void noteExpired(int keys) {
        expired += keys;
    }

    /** The keys that have expired so far. */
    public long expired() {
        return expired;
    }

    /** Notes what the key at an address shows, unless the key was touched before. */
    public void touch(int at) {
        if (RecordTable.isMarked(table.records()[at])) {
            return;
        }
        int number = touched.add(at);
        if (number == before.length) {
            before = Arrays.copyOf(before, number * 2);
            released = Arrays.copyOf(released, number * 2);
        }
        before[number] = shown.applyAsInt(at);
        released[number] = false;
    }

    /** Gives up a row of a touched key; it is freed once it is not needed to tell what the key showed. */
    public void release(int at, int row) {
        int number = touched.number(at);
        if (before[number] == row) {
            released[number] = true;
        } else {
            rows.free(row);
        }
    }

    /** A retraction of something that was not there had no effect. */
    public void noteUnknownRetraction() {
        unknownRetractions++;
    }

    /** The retractions noted so far, those before a restore included. */
    public long unknownRetractions() {
        return unknownRetractions;
    }

    /** Writes what is known between ticks beside the rows, if {@code first} is partition 0. */
    public void snapshot(int first, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(first == 0 ? expired : 0);
        writer.writeLong(first == 0 ? roundWatermarks.watermark() : Watermarks.NONE);
        writer.writeLong(first == 0 ? this.writer.emittedWatermark() : Watermarks.NONE);
        tickWatermarks.snapshot(first, writer);
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "changes by key");
        unknownRetractions += reader.readLong();
        expired += reader.readLong();
        roundWatermarks = new WatermarkRuns(Math.max(roundWatermarks.watermark(), reader.readLong()));
        writer.restoreWatermark(reader.readLong());
        tickWatermarks.restore(reader);
    }

    private void complete(long position, Output output) {
        int[] at = touched.addresses();
        check(at, position, output);
        for (int i = 0; i < touched.size(); i++) {
            write(i, at[i], position);
        }
        touched.clear();
        if (writer.isFull()) {
            writer.flush(roundWatermarks.build(), output);
        }
    }

    private void completeTick(long position, Output output) {
        Watermarks watermarks = tickWatermarks.endTick(position);
        int[] at = touched.addresses();
        check(at, position - 1, output);
        for (int i = 0; i < touched.size(); i++) {
            write(i, at[i], position - 1);
            if (writer.isFull()) {
                writer.flush(watermarks, output);
            }
        }
        touched.clear();
        writer.flush(watermarks, output);
    }

    private void check(int[] at, long position, Output output) {
        try {
            for (int i = 0; i < touched.size(); i++) {
                check.check(at[i]);
            }
        } catch (EngineException e) {
            if (everyChange) {
                writer.flush(roundWatermarks.build(), output);
            }
            throw new RowFailure(position, e);
        }
    }

    private void write(int number, int at, long position) {
        writer.write(before[number], shown.applyAsInt(at), position);
        if (released[number] && before[number] != NO_ROW) {
            rows.free(before[number]);
        }
    }
}
