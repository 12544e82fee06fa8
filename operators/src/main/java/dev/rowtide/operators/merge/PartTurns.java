// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import java.util.Arrays;

/** In which order the workers that share an operator were first given rows of a position: so their changes of it are put together. */
public final class PartTurns {

    private final long[][] positions;
    private final int[][] parts;
    private final int[] counts;

    /** @param inputs the inputs of the operator */
    public PartTurns(int inputs) {
        positions = new long[inputs][16];
        parts = new int[inputs][16];
        counts = new int[inputs];
    }

    /** A worker was given a row of an input; positions never fall along an input. */
    public void note(int input, long position, int part) {
        int count = counts[input];
        if (count > 0 && positions[input][count - 1] == position && parts[input][count - 1] == part) {
            return;
        }
        if (count == parts[input].length) {
            positions[input] = Arrays.copyOf(positions[input], count * 2);
            parts[input] = Arrays.copyOf(parts[input], count * 2);
        }
        positions[input][count] = position;
        parts[input][count] = part;
        counts[input]++;
    }

    /** Forgets all. */
    public void clear() {
        Arrays.fill(counts, 0);
    }

    /** Fills {@code turns} with all workers: first those that were given rows of a position, inputs one after the other. */
    void find(long position, int[] turns) {
        int found = 0;
        for (int input = 0; input < counts.length; input++) {
            for (int i = first(input, position); i < counts[input] && positions[input][i] == position; i++) {
                found = addIfNew(parts[input][i], turns, found);
            }
        }
        for (int part = 0; found < turns.length; part++) {
            found = addIfNew(part, turns, found);
        }
    }

    private int first(int input, long position) {
        int low = 0;
        int high = counts[input];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (positions[input][middle] < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int addIfNew(int part, int[] turns, int found) {
        for (int i = 0; i < found; i++) {
            if (turns[i] == part) {
                return found;
            }
        }
        turns[found] = part;
        return found + 1;
    }
}
