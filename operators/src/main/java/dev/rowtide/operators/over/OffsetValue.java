// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.OverCall;
import org.jspecify.annotations.Nullable;

/** LAG and LEAD: what the row so many rows before or behind has. A change moves as many rows to where another one reads. */
final class OffsetValue extends OverValue {

    /** Farther than any row, and not so far that places overflow. */
    private static final long DISTANCE_MAX = 1 << 30;

    private final int distance;
    private final @Nullable CountSummary values;

    /**
     * LAG, or LEAD.
     *
     * @param distance negative for rows before
     * @param values of the argument, to pass over rows that have none; null to count them all
     */
    OffsetValue(OverCall call, long distance, PartitionRows partition, @Nullable CountSummary values) {
        super(partition, call.arguments());
        this.values = distance == 0 ? null : values;
        this.distance = (int) Math.max(-DISTANCE_MAX, Math.min(DISTANCE_MAX, distance));
    }

    @Override
    void compute(int place, int row, Value result) {
        int other = values == null ? place + distance : placeAt(values, place, distance < 0 ? 0 : 1);
        if (other >= 0 && other < partition.size()) {
            result.set(partition.rows, partition.row(other), argument(0));
        } else if (hasArgument(1)) {
            result.set(partition.rows, row, argument(1));
        } else {
            result.setNull();
        }
    }

    /** The place of the value so far before a place, or behind a place that itself has {@code own} rows. */
    private int placeAt(CountSummary of, int place, int own) {
        int before = of.between(partition, 0, Math.min(place + own, partition.size()));
        int value = distance < 0 ? before + distance : before + distance - 1;
        return value < 0 ? -1 : of.placeOf(partition, value);
    }

    @Override
    void reach(int row, int place, boolean came, int sizeBefore, Scans scans) {
        if (values != null) {
            reachValues(values, row, place, came, scans);
            return;
        }
        scans.all(place - Math.max(0, distance) - 1, place + Math.max(0, -distance) + 1);
    }

    /** From the row on whose other neighbour the row is, or was, the last that is read. */
    private void reachValues(CountSummary of, int row, int place, boolean came, Scans scans) {
        if (of.isNull(row)) {
            return;
        }
        if (distance > 0) {
            int before = of.between(partition, 0, place);
            scans.all(before < distance ? 0 : of.placeOf(partition, before - distance), place + 1);
        } else {
            int upTo = of.between(partition, 0, place + (came ? 1 : 0));
            scans.all(place, of.placeOf(partition, upTo - distance - 1) + 1);
        }
    }
}
