// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.merge.ColumnGather;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of a round whose effect goes out at their own positions, in the order in which it does: by position, and of one position by window. */
final class DeferredRows {

    private static final int SIZE_MIN = 64;

    private ChangeBatch[] batches = new ChangeBatch[SIZE_MIN];
    private int[] inputs = new int[SIZE_MIN];
    private int[] rows = new int[SIZE_MIN];
    private long[] positions = new long[SIZE_MIN];
    private long[] starts = new long[SIZE_MIN];
    private long[] ends = new long[SIZE_MIN];
    private int count;
    private int next;
    private int[] order = {};

    /** Adds a row of a window. */
    void add(int input, ChangeBatch batch, int row, long start, long end) {
        if (count == rows.length) {
            int size = 2 * count;
            batches = Arrays.copyOf(batches, size);
            inputs = Arrays.copyOf(inputs, size);
            rows = Arrays.copyOf(rows, size);
            positions = Arrays.copyOf(positions, size);
            starts = Arrays.copyOf(starts, size);
            ends = Arrays.copyOf(ends, size);
        }
        batches[count] = batch;
        inputs[count] = input;
        rows[count] = row;
        positions[count] = batch.position(row);
        starts[count] = start;
        ends[count++] = end;
    }

    /** All rows of the round are added. */
    void sort() {
        order = new int[count];
        boolean sorted = true;
        for (int i = 0; i < count; i++) {
            order[i] = i;
            sorted &= i == 0 || compare(i - 1, i) <= 0;
        }
        if (!sorted) {
            order = Arrays.stream(order)
                    .boxed()
                    .sorted(this::compare)
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        next = 0;
    }

    private int compare(int a, int b) {
        int byPosition = Long.compare(positions[a], positions[b]);
        return byPosition != 0 ? byPosition : Long.compare(ends[a], ends[b]);
    }

    boolean hasNext() {
        return next < count;
    }

    /** The position of the next row. */
    long position() {
        return positions[order[next]];
    }

    /** The start of the next row's window. */
    long start() {
        return starts[order[next]];
    }

    /** The end of the next row's window. */
    long end() {
        return ends[order[next]];
    }

    /** Takes rows of one window. */
    @FunctionalInterface
    interface Consumer {
        void accept(int input, ChangeBatch batch);
    }

    /**
     * Hands on the next rows, as many as are of one window and below a position, in whole positions; the position after them.
     *
     * @param onePosition whether only rows of one position are
     */
    long takeRun(long below, boolean onePosition, Consumer consumer) {
        long first = position();
        long end = end();
        int to = next;
        while (to < count
                && ends[order[to]] == end
                && positions[order[to]] < below
                && (!onePosition || positions[order[to]] == first)) {
            to++;
        }
        while (next < to) {
            int piece = next + 1;
            while (piece < to && isOnePiece(order[piece - 1], order[piece])) {
                piece++;
            }
            consumer.accept(inputs[order[next]], piece(next, piece));
            next = piece;
        }
        return positions[order[to - 1]] + 1;
    }

    /** Whether a row is handed on in the batch of the one before it: a batch is of one input, both may have come in the same one, and has whole positions. */
    private boolean isOnePiece(int row, int behind) {
        return inputs[row] == inputs[behind]
                && (batches[row] == batches[behind] || positions[row] == positions[behind]);
    }

    /** The rows from one place in the order to another. */
    private ChangeBatch piece(int from, int to) {
        int[] rowOf = new int[to - from];
        int[] sourceOf = new int[rowOf.length];
        List<ChangeBatch> sources = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ChangeBatch batch = batches[order[i]];
            if (sources.isEmpty() || sources.get(sources.size() - 1) != batch) {
                sources.add(batch);
            }
            sourceOf[i - from] = sources.size() - 1;
            rowOf[i - from] = rows[order[i]];
        }
        if (sources.size() == 1) {
            return sources.get(0).withSelection(rowOf, rowOf.length);
        }
        long[] gathered = new long[rowOf.length];
        for (int i = from; i < to; i++) {
            gathered[i - from] = positions[order[i]];
        }
        return ColumnGather.gather(sources.toArray(ChangeBatch[]::new), sourceOf, rowOf, gathered, Watermarks.absent());
    }

    /** Forgets all rows. */
    void clear() {
        Arrays.fill(batches, 0, count, null);
        count = 0;
        next = 0;
    }
}
