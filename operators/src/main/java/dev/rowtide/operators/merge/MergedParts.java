// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stream out of the parts of it that several workers have made, by position. Where several have changes of one position they take turns as they were given rows, key
 * by key, in the order in which one worker would have come to them.
 *
 * <p>Where that can't be told, all take two turns: first what they take out or update, then what they put in. So a row that passes from one worker to another is not put in
 * before it is taken out, for readers that know rows by a key. Halves of an update stay together.
 */
public final class MergedParts {

    private static final long AT_END = Long.MAX_VALUE;

    private final Part[] parts;
    private final PartTurns turns;
    private final boolean keyByKey;
    private final @Nullable PartKeys keys;
    private final int[] order;

    /**
     * @param count how many workers there are
     * @param turns in which order workers take their turns at a position
     * @param keyByKey whether one worker puts out its changes of a position key by key, as it was given rows of them
     * @param keys tells of which key a change is; null where that can't be told
     */
    public MergedParts(int count, PartTurns turns, boolean keyByKey, @Nullable PartKeys keys) {
        parts = new Part[count];
        Arrays.setAll(parts, i -> new Part());
        order = new int[count];
        this.turns = turns;
        this.keyByKey = keyByKey;
        this.keys = keys;
    }

    /** The batches of a worker, and the next of its rows. */
    private static final class Part {
        private final List<ChangeBatch> batches = new ArrayList<>();
        private WatermarkRuns watermarks = new WatermarkRuns(Watermarks.NONE);
        private int firstSource;
        private int batch;
        private int next;
        private int row;
        private long position = AT_END;

        void load() {
            while (batch < batches.size() && next == batches.get(batch).size()) {
                batch++;
                next = 0;
            }
            if (batch == batches.size()) {
                position = AT_END;
            } else {
                row = batches.get(batch).row(next);
                position = batches.get(batch).position(row);
            }
        }

        ChangeBatch batch() {
            return batches.get(batch);
        }

        byte kind() {
            return batches.get(batch).kind(row);
        }

        void begin(int firstSource) {
            this.firstSource = firstSource;
            batch = 0;
            next = 0;
            load();
        }

        void skipRow() {
            next++;
            load();
        }

        void end() {
            watermarks = new WatermarkRuns(watermarks.watermark());
            batches.clear();
        }
    }

    /** Adds the next batch of a worker. */
    public void add(int worker, ChangeBatch batch) {
        parts[worker].batches.add(batch);
        parts[worker].watermarks.add(batch);
    }

    /** Puts out what was added, and forgets it. */
    public void emit(Output output) {
        Watermarks watermarks = LowestWatermark.of(
                Arrays.stream(parts).map(part -> part.watermarks.build()).toArray(Watermarks[]::new));
        List<ChangeBatch> batches = new ArrayList<>();
        int withRows = 0;
        for (Part part : parts) {
            part.begin(batches.size());
            batches.addAll(part.batches);
            withRows += part.position == AT_END ? 0 : 1;
        }
        if (withRows == 0) {
            if (watermarks.runs() > 0) {
                output.emit(batches.get(0).withWatermarks(watermarks));
            }
        } else if (withRows == 1 || !keyByKey && isOnePosition()) {
            passOn(withRows > 1, watermarks, output);
        } else {
            Merging merging = new Merging(batches.toArray(ChangeBatch[]::new), watermarks, output);
            while (mergeNext(merging)) {
                // the work is in mergeNext
            }
            merging.flush();
        }
        for (Part part : parts) {
            part.end();
        }
    }

    /** Whether all rows have one position, as at the end of a tick. */
    private boolean isOnePosition() {
        long position = lowestPosition();
        for (Part part : parts) {
            for (ChangeBatch batch : part.batches) {
                if (batch.size() > 0 && batch.position(batch.row(batch.size() - 1)) != position) {
                    return false;
                }
            }
        }
        return true;
    }

    private long lowestPosition() {
        return Arrays.stream(parts).mapToLong(part -> part.position).min().orElse(AT_END);
    }

    /** The rows as they are, worker by worker, in one turn or in two. */
    private void passOn(boolean twoTurns, Watermarks watermarks, Output output) {
        turns.find(lowestPosition(), order);
        List<ChangeBatch> putIn = new ArrayList<>();
        for (int worker : order) {
            for (ChangeBatch received : parts[worker].batches) {
                ChangeBatch batch = received.withWatermarks(watermarks);
                ChangeBatch rest = twoTurns ? turn(batch, false) : batch;
                if (rest.size() > 0) {
                    output.emit(rest);
                }
                if (rest.size() < batch.size()) {
                    putIn.add(rest.size() == 0 ? batch : turn(batch, true));
                }
            }
        }
        putIn.forEach(output::emit);
    }

    /** The rows of a batch that are put in, or else the rest. */
    private static ChangeBatch turn(ChangeBatch batch, boolean putIn) {
        int[] rows = new int[batch.size()];
        int count = 0;
        byte before = RowKind.PLUS_I;
        for (int i = 0; i < batch.size(); i++) {
            byte kind = batch.kind(batch.row(i));
            if (isPutIn(before, kind) == putIn) {
                rows[count++] = batch.row(i);
            }
            before = kind;
        }
        return count == batch.size() ? batch : batch.withSelection(rows, count);
    }

    /** Whether a change is not half of an update, and takes nothing out. */
    private static boolean isPutIn(byte kindBefore, byte kind) {
        return !RowKind.isRetraction(kind) && (kind != RowKind.PLUS_U || kindBefore != RowKind.MINUS_U);
    }

    /** Merges what comes before, or at, the next position that several workers have; false when nothing is left. */
    private boolean mergeNext(Merging merging) {
        Part lowest = parts[0];
        long other = AT_END;
        for (int i = 1; i < parts.length; i++) {
            Part part = parts[i];
            if (part.position < lowest.position) {
                other = lowest.position;
                lowest = part;
            } else {
                other = Math.min(other, part.position);
            }
        }
        long position = lowest.position;
        if (position < other) {
            for (; lowest.position < other; lowest.skipRow()) {
                merging.take(lowest);
            }
        } else if (position != AT_END) {
            takeTurns(position, merging);
        }
        return position != AT_END;
    }

    /** What all workers have of a position. */
    private void takeTurns(long position, Merging merging) {
        boolean inOneGo = turns.find(position, order);
        PartKeys known = keys;
        if (!keyByKey || !inOneGo && (known == null || !turns.isKnown(position))) {
            for (int worker : order) {
                Part part = parts[worker];
                int batch = part.batch;
                int next = part.next;
                takeTurn(part, position, false, merging);
                part.batch = batch;
                part.next = next;
                part.load();
            }
            for (int worker : order) {
                takeTurn(parts[worker], position, true, merging);
            }
            return;
        }
        if (!inOneGo && known != null) {
            turns.forEach(position, (worker, input, given, row) -> {
                Part part = parts[worker];
                while (part.position == position && known.isSame(input, given, row, part.batch(), part.row)) {
                    merging.take(part);
                    part.skipRow();
                }
            });
        }
        for (int worker : order) {
            Part part = parts[worker];
            for (; part.position == position; part.skipRow()) {
                merging.take(part);
            }
        }
    }

    /** What a worker puts in at a position, or else the rest. */
    private static void takeTurn(Part part, long position, boolean putIn, Merging merging) {
        byte before = RowKind.PLUS_I;
        for (; part.position == position; part.skipRow()) {
            byte kind = part.kind();
            if (isPutIn(before, kind) == putIn) {
                merging.take(part);
            }
            before = kind;
        }
    }

    /** The merged rows that are still to be put out: where they lie. */
    private static final class Merging {
        private final ChangeBatch[] sources;
        private final Watermarks watermarks;
        private final Output output;
        private int rows;
        private final int[] sourceOf = new int[ChangeBatch.ROWS_MAX + 1];
        private final int[] rowOf = new int[ChangeBatch.ROWS_MAX + 1];
        private final long[] positions = new long[ChangeBatch.ROWS_MAX + 1];

        Merging(ChangeBatch[] sources, Watermarks watermarks, Output output) {
            this.sources = sources;
            this.watermarks = watermarks;
            this.output = output;
        }

        /** Takes the next row of a worker. A {@code +U} is never the first of a batch, unless it follows one. */
        void take(Part part) {
            if (rows >= ChangeBatch.ROWS_MAX && (part.kind() != RowKind.PLUS_U || rows > ChangeBatch.ROWS_MAX)) {
                flush();
            }
            sourceOf[rows] = part.firstSource + part.batch;
            rowOf[rows] = part.row;
            positions[rows++] = part.position;
        }

        void flush() {
            if (rows == 0) {
                return;
            }
            output.emit(ColumnGather.gather(sources, sourceOf, rowOf, Arrays.copyOf(positions, rows), watermarks));
            rows = 0;
        }
    }
}
