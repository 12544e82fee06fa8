// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import java.util.Arrays;

/** In which order the workers that share an operator were given rows of a position: so their changes of it are put together. */
public final class PartTurns {

    private final Rows[] inputs;

    /** The rows of an input. */
    private static final class Rows {
        private int count;
        private long[] positions = new long[16];
        private int[] parts = new int[16];
        private ChangeBatch[] batches = new ChangeBatch[16];
        private int[] rows = new int[16];

        void add(long position, int part, ChangeBatch batch, int row) {
            if (count == parts.length) {
                positions = Arrays.copyOf(positions, count * 2);
                parts = Arrays.copyOf(parts, count * 2);
                batches = Arrays.copyOf(batches, count * 2);
                rows = Arrays.copyOf(rows, count * 2);
            }
            positions[count] = position;
            parts[count] = part;
            batches[count] = batch;
            rows[count++] = row;
        }

        /** The first row at or behind a position. */
        int first(long position) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (positions[middle] < position) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Takes a row that a worker was given. */
    @FunctionalInterface
    interface RowConsumer {
        void accept(int part, int input, ChangeBatch batch, int row);
    }

    /** @param inputs the inputs of the operator */
    public PartTurns(int inputs) {
        this.inputs = new Rows[inputs];
        Arrays.setAll(this.inputs, input -> new Rows());
    }

    /** A worker was given a physical row of an input; positions never fall along an input. */
    public void note(int input, int part, ChangeBatch batch, int row) {
        inputs[input].add(batch.position(row), part, batch, row);
    }

    /** Forgets all. */
    public void clear() {
        for (Rows rows : inputs) {
            Arrays.fill(rows.batches, 0, rows.count, null);
            rows.count = 0;
        }
    }

    /**
     * Fills {@code turns} with all workers: first those that were given rows of a position, inputs one after the other.
     *
     * @return whether some were, and each of them in one go
     */
    boolean find(long position, int[] turns) {
        Found found = new Found(turns);
        forEach(position, (part, input, batch, row) -> found.add(part));
        boolean inOneGo = found.count > 0 && found.goes == found.count;
        for (int part = 0; found.count < turns.length; part++) {
            found.add(part);
        }
        return inOneGo;
    }

    /** Whether some worker was given rows of a position. */
    boolean isKnown(long position) {
        for (Rows rows : inputs) {
            int first = rows.first(position);
            if (first < rows.count && rows.positions[first] == position) {
                return true;
            }
        }
        return false;
    }

    /** The rows of a position in the order in which they were given, inputs one after the other. */
    void forEach(long position, RowConsumer consumer) {
        for (int input = 0; input < inputs.length; input++) {
            Rows rows = inputs[input];
            for (int i = rows.first(position); i < rows.count && rows.positions[i] == position; i++) {
                consumer.accept(rows.parts[i], input, rows.batches[i], rows.rows[i]);
            }
        }
    }

    private static final class Found {
        private final int[] turns;
        private int count;
        private int goes;
        private int last = -1;

        Found(int[] turns) {
            this.turns = turns;
        }

        void add(int part) {
            goes += part == last ? 0 : 1;
            last = part;
            for (int i = 0; i < count; i++) {
                if (turns[i] == part) {
                    return;
                }
            }
            turns[count++] = part;
        }
    }
}
