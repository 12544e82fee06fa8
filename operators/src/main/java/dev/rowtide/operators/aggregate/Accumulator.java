// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the values of a group: some words of its record, and perhaps more that they refer to. It adds a row and takes it back; how often a row counts
 * (1, 0 or -1) is its weight, so that FILTER, DISTINCT and NULLs are none of its business.
 *
 * <p>The loops over rows here call {@link #add} for each; the accumulators that most queries use have loops of their own.
 */
abstract class Accumulator {

    private final int words;
    private int word;

    /** An accumulator that takes so many words of a record. */
    Accumulator(int words) {
        this.words = words;
    }

    final int words() {
        return words;
    }

    /** Gives it its first word, counted among a record's values. */
    final void place(int word) {
        this.word = word;
    }

    /** Its first word, counted among a record's values: where {@link WordColumns} have it. */
    final int word() {
        return word;
    }

    /** Its first word's distance from a record's address. */
    final int offset(RecordTable table) {
        return table.valueOffset() + word;
    }

    /** Takes the arguments of the next {@link #add} from this batch. */
    abstract void bind(ChangeBatch batch);

    /**
     * Counts a row in.
     *
     * @param records the records
     * @param at the index of this accumulator's first word
     * @param row the physical row, whose argument is not NULL
     * @param weight 1 or -1
     */
    abstract void add(long[] records, int at, int row, int weight);

    /** Brings words up to date that {@link #add} leaves for later since they are costly to compute and only needed for a result. */
    void settle(long[] records, int at) {}

    /** Forgets all rows of a group: its words become 0, and what they referred to is freed. */
    void clear(long[] records, int at) {
        Arrays.fill(records, at, at + words, 0);
    }

    /**
     * Counts the rows in that an accumulator of the same kind has counted for another group; that one is as before afterwards.
     *
     * @param records the records
     * @param at the index of this accumulator's first word
     * @param other the accumulator
     * @param others its records
     * @param from the index of its first word
     */
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        throw new UnsupportedOperationException(getClass() + " is not made of parts");
    }

    /** Whether {@link #unmerge} is possible. */
    boolean isInvertible() {
        return false;
    }

    /** Takes the rows back that {@link #merge} counted in; the parameters are as there. */
    void unmerge(long[] records, int at, Accumulator other, long[] others, int from) {
        throw new UnsupportedOperationException(getClass() + " can't be taken apart");
    }

    /** Frees what was freed in vain so far; no words are held outside the records when this is called. */
    void compact(RecordTable table) {}

    /** Writes what the words of a record refer to. */
    void snapshot(long[] records, int at, StateWriter writer) {}

    /** Reads what {@link #snapshot} wrote, and corrects the words, which were restored as they stood. */
    void restore(long[] records, int at, StateReader reader) {}

    /** The heap that is occupied beside the records, bytes. */
    long bytes() {
        return 0;
    }

    /** Counts all rows in. */
    void apply(Steps steps, byte @Nullable [] weights, RecordTable table) {
        bind(steps.batch());
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        for (int i = 0, n = steps.size(); i < n; i++) {
            int weight = weights == null ? 1 : weights[i];
            if (weight != 0) {
                add(records, at[i] + offset, steps.row(i), weight);
            }
        }
    }

    /** Counts all rows in and notes the words that each step found and left; a group that a step leaves without rows is cleared. */
    void trace(Steps steps, byte @Nullable [] weights, RecordTable table, WordColumns before, WordColumns after) {
        bind(steps.batch());
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        long[] rowsAfter = after.column(0);
        for (int i = 0, n = steps.size(); i < n; i++) {
            int step = steps.stepOf(i);
            int address = at[i] + offset;
            if (steps.first(step) == i) {
                note(records, address, before, step);
            }
            int weight = weights == null ? 1 : weights[i];
            if (weight != 0) {
                add(records, address, steps.row(i), weight);
            }
            if (steps.last(step) == i) {
                if (rowsAfter[step] == 0) {
                    clear(records, address);
                } else {
                    settle(records, address);
                }
                note(records, address, after, step);
            }
        }
    }

    private void note(long[] records, int at, WordColumns columns, int step) {
        for (int w = 0; w < words; w++) {
            columns.column(word + w)[step] = records[at + w];
        }
    }
}
