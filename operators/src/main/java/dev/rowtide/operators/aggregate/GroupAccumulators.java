// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.aggregate.AggregateLayout.FedAccumulators;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/** All that is kept of the groups of a grouping beside their rows, and the loops in which rows come to it. */
final class GroupAccumulators {

    private final RecordTable groups;
    private final List<Filters> filters;
    private final List<DistinctValues> distinct;
    private final List<FedAccumulators> fed;
    private final List<Accumulator> all;

    /** @param groups the records of the groups */
    GroupAccumulators(AggregateLayout layout, RecordTable groups) {
        this.groups = groups;
        filters = layout.filters();
        distinct = layout.distinct();
        fed = layout.fedAccumulators();
        all = layout.accumulators();
    }

    /** Every accumulator, in the order of the layout. */
    List<Accumulator> all() {
        return all;
    }

    /** Counts rows in, whose signs and groups are known. */
    void apply(Steps steps) {
        prepareFeeds(steps);
        for (FedAccumulators group : fed) {
            byte[] weights = group.feed().weights(steps);
            for (Accumulator accumulator : group.accumulators()) {
                accumulator.apply(steps, weights, groups);
            }
        }
    }

    /** Counts rows in, and notes the words that each step found and left. */
    void trace(Steps steps, WordColumns before, WordColumns after) {
        prepareFeeds(steps);
        for (FedAccumulators group : fed) {
            byte[] weights = group.feed().weights(steps);
            for (Accumulator accumulator : group.accumulators()) {
                accumulator.trace(steps, weights, groups, before, after);
            }
        }
    }

    /** Finds out which rows count for what. */
    private void prepareFeeds(Steps steps) {
        for (Filters some : filters) {
            some.load(steps);
        }
        for (DistinctValues values : distinct) {
            values.process(steps);
        }
    }

    /** Makes the words of records say what results need, those of emptied groups 0. */
    void settle(int[] at, int from, int n) {
        long[] records = groups.records();
        for (Accumulator accumulator : all) {
            int offset = accumulator.offset(groups);
            for (int i = from; i < from + n; i++) {
                if (records[at[i] + groups.valueOffset()] == 0) {
                    accumulator.clear(records, at[i] + offset);
                } else {
                    accumulator.settle(records, at[i] + offset);
                }
            }
        }
    }

    /** Frees what was freed in vain so far; no words are held outside the records when this is called. */
    void compact() {
        for (Accumulator accumulator : all) {
            accumulator.compact(groups);
        }
    }

    /** Forgets a group. */
    void clear(int at, RowCounts rowCounts) {
        long[] records = groups.records();
        for (DistinctValues values : distinct) {
            values.forget(rowCounts.groupId(at), records[at + groups.valueOffset()]);
        }
        for (Accumulator accumulator : all) {
            accumulator.clear(records, at + accumulator.offset(groups));
        }
    }

    /** Writes what the words of a record refer to. */
    void snapshot(int at, StateWriter writer) {
        for (Accumulator accumulator : all) {
            accumulator.snapshot(groups.records(), at + accumulator.offset(groups), writer);
        }
    }

    /** Reads what {@link #snapshot} wrote. */
    void restore(int at, StateReader reader) {
        for (Accumulator accumulator : all) {
            accumulator.restore(groups.records(), at + accumulator.offset(groups), reader);
        }
    }

    /** Writes the values of some virtual partitions that are told apart. */
    void snapshotDistinct(int first, int last, StateWriter writer) {
        for (DistinctValues values : distinct) {
            values.snapshot(first, last, writer);
        }
    }

    /** Adds what {@link #snapshotDistinct} wrote. */
    void restoreDistinct(StateReader reader) {
        for (DistinctValues values : distinct) {
            values.restore(reader);
        }
    }

    /** The heap occupied beside the records, bytes. */
    long bytes() {
        long bytes = 0;
        for (Accumulator accumulator : all) {
            bytes += accumulator.bytes();
        }
        for (DistinctValues values : distinct) {
            bytes += values.bytes();
        }
        return bytes;
    }
}
