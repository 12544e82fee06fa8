// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import java.util.Arrays;
import java.util.List;

/** NTILE: the partition in so many parts, as equal as can be, the larger ones first. A change moves rows at the borders of the parts, and no others. */
final class TileValue extends OverValue {

    private final long parts;

    // The places from which on rows stand one place farther than they did, or one nearer: as place (32) and step (32).
    private long[] steps = new long[16];
    private int stepCount;

    TileValue(long parts, PartitionRows partition) {
        super(partition, List.of());
        this.parts = parts;
    }

    @Override
    void compute(int place, int row, Value result) {
        result.set(part(place, partition.size()) + 1, 0);
    }

    private long part(int place, int size) {
        long small = size / parts;
        long large = size % parts;
        long inLarge = large * (small + 1);
        return place < inLarge ? place / (small + 1) : large + (place - inLarge) / Math.max(1, small);
    }

    /** The place behind the last of the part of a place. */
    private long end(int place, int size) {
        long small = size / parts;
        long large = size % parts;
        long part = part(place, size);
        return (part + 1) * small + Math.min(part + 1, large);
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        if (stepCount == steps.length) {
            steps = Arrays.copyOf(steps, 2 * stepCount);
        }
        steps[stepCount++] = (long) place << 32 | (came ? 2 : 0);
    }

    @Override
    void reachTogether(int sizeBefore, Scans scans) {
        Arrays.sort(steps, 0, stepCount);
        int size = partition.size();
        int farther = 0;
        for (int i = 0; i <= stepCount; i++) {
            int from = i == 0 ? 0 : (int) (steps[i - 1] >>> 32);
            int to = i == stepCount ? size : (int) (steps[i] >>> 32);
            farther += i == 0 ? 0 : (int) steps[i - 1] - 1;
            bordersBetween(from, to, farther, sizeBefore, scans);
        }
        stepCount = 0;
    }

    /** The rows of a range of places, all of which stood {@code farther} places nearer, whose part is another. */
    private void bordersBetween(int from, int to, int farther, int sizeBefore, Scans scans) {
        int size = partition.size();
        int place = from;
        while (place < to) {
            int before = place - farther;
            if (before < 0 || before >= sizeBefore) {
                // A row that came, at either end of the range.
                place++;
                continue;
            }
            long end = Math.min(to, Math.min(end(place, size), end(before, sizeBefore) + farther));
            if (part(place, size) != part(before, sizeBefore)) {
                scans.all(place, (int) end);
            }
            place = (int) end;
        }
    }
}
