// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.aggregate.AggregateLayout.FedAccumulators;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of groups whose rows are kept elsewhere: rows come into a group and leave it step by step, and the results after each step are at hand until the next steps. All of
 * it follows from rows, so it is in no snapshot.
 */
public final class MovingAggregates {

    private final Keys keys;
    private final RecordTable groups;
    private final RowCounts rowCounts;
    private final List<Filters> filters;
    private final List<DistinctValues> distinct;
    private final List<FedAccumulators> fed;
    private final List<Accumulator> accumulators;
    private final ResultColumn[] results;
    private final Steps steps;
    private final WordColumns before;
    private final WordColumns after;
    private final WordColumns all;

    /**
     * Aggregates of no rows yet.
     *
     * @param schema the rows' columns
     * @param group the column, a BIGINT, that says which group a row is in
     */
    public MovingAggregates(Schema schema, int group, List<AggregateCall> calls) {
        AggregateLayout layout = new AggregateLayout(schema, true, calls, false);
        keys = Keys.of(schema, new int[] {group}, layout.valueWords());
        groups = keys.table();
        rowCounts = new RowCounts(groups, layout.groupIdWord());
        filters = layout.filters();
        distinct = layout.distinct();
        fed = layout.fedAccumulators();
        accumulators = layout.accumulators();
        results = layout.results();
        steps = new Steps(groups, ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent()));
        before = new WordColumns(layout.resultWords());
        after = new WordColumns(layout.resultWords());
        all = new WordColumns(layout.resultWords());
    }

    /**
     * Moves rows of one group, those of a position in one step. Afterwards there are results for number 0, the group as it was, and for each step in turn.
     *
     * @param batch the rows, of which physical row 0 only tells the group and is not selected
     */
    public void move(ChangeBatch batch) {
        for (Accumulator accumulator : accumulators) {
            accumulator.compact(groups);
        }
        int group = keys.locate(batch, 0);
        all.ensure(1);
        all.take(0, groups.records(), group + groups.valueOffset());
        int count = batch.size() == 0 ? 0 : trace(batch);
        for (ResultColumn result : results) {
            result.compute(all, count + 1);
        }
    }

    /** How many steps the rows are; {@link #all} has what they left. */
    private int trace(ChangeBatch batch) {
        steps.load(batch, 0, batch.size());
        keys.locate(batch, steps.rows(), steps.size(), steps.at());
        steps.cut();
        int count = steps.count();
        before.ensure(count);
        after.ensure(count);
        rowCounts.trace(steps, before.column(AggregateLayout.ROWS_WORD), after.column(AggregateLayout.ROWS_WORD));
        for (Filters some : filters) {
            some.load(steps);
        }
        for (DistinctValues values : distinct) {
            values.process(steps);
        }
        for (FedAccumulators some : fed) {
            byte[] weights = some.feed().weights(steps);
            for (Accumulator accumulator : some.accumulators()) {
                accumulator.trace(steps, weights, groups, before, after);
            }
        }
        all.takeAll(after, 0, count, 1);
        return count;
    }

    /** Whether a result is NULL. */
    public boolean isNull(int call, int number) {
        return results[call].after().isNull(number);
    }

    /** The word of a result: a number, the bits of a DOUBLE, 0 or 1, the upper half of a wide number, the handle of a byte string. */
    public long word(int call, int number) {
        return results[call].after().values()[number];
    }

    /** The lower half of a wide number. */
    public long low(int call, int number) {
        long[] low = results[call].after().low();
        return low.length == 0 ? 0 : low[number];
    }

    /** Whether a call's results are byte strings. */
    public boolean isBytes(int call) {
        return results[call].isBytes();
    }

    /** What the handles of byte strings refer to. */
    public byte[] data(int call) {
        return results[call].data();
    }

    /** Why there is no result; null if there is one. */
    public @Nullable EngineException failure(int call, int number) {
        ResultVector results = this.results[call].after();
        return number < results.failedStep() ? null : results.failure();
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        long bytes = groups.bytes();
        for (Accumulator accumulator : accumulators) {
            bytes += accumulator.bytes();
        }
        for (DistinctValues values : distinct) {
            bytes += values.bytes();
        }
        return bytes;
    }
}
