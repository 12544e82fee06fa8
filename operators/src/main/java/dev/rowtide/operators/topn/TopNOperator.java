// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Matching;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/**
 * The rows of each partition whose rank lies in a range. How rows are kept and what a change looks like is told with the package.
 *
 * <p>The changes of an input without {@code -U} name their rows by the smallest unique key of the input.
 */
public final class TopNOperator implements Operator {

    private final Operator operator;

    public TopNOperator(TopN node, OperatorSettings settings) {
        operator = operator(byColumns(node), node.order().contains(SortKey.LATEST), settings);
    }

    private static Operator operator(TopN node, boolean latestFirst, OperatorSettings settings) {
        Matching matching = Matching.of(node.input().mode());
        boolean numbered = node.function() == RankFunction.ROW_NUMBER;
        boolean oneRow = numbered && node.from() == 1 && node.to() == 1;
        boolean rowPerRank = numbered && node.withRank() || oneRow && matching != Matching.WHOLE_ROW;
        if (matching == Matching.NOTHING && numbered && node.order().isEmpty() && !latestFirst) {
            return new ArrivalLimit(node);
        }
        Ranking ranking;
        if (matching == Matching.NOTHING && oneRow) {
            ranking = new FirstRows(node, latestFirst);
        } else if (matching == Matching.NOTHING && numbered && node.to() <= BoundedRows.ROWS_MAX) {
            ranking = new BoundedRows(node, latestFirst, rowPerRank);
        } else {
            ranking = new OrderedPartitions(node, latestFirst, rowPerRank);
        }
        return new MaintainedRanking(ranking, settings.everyChange(), node.ttl().told());
    }

    private static TopN byColumns(TopN node) {
        List<SortKey> columns =
                node.order().stream().filter(key -> !key.isArrival()).toList();
        return new TopN(
                node.input(),
                node.partitionKeys(),
                columns,
                node.function(),
                node.from(),
                node.to(),
                node.withRank(),
                false,
                node.ttl(),
                node.traits());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        operator.receive(input, batch, tick, output);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        operator.advance(position, tick, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        operator.endTick(position, tick, output);
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return operator.hasExpired(nowMillis);
    }

    @Override
    public long nextExpiryMillis() {
        return operator.nextExpiryMillis();
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        operator.expire(position, tick, output);
    }

    @Override
    public long expired() {
        return operator.expired();
    }

    /** Those of rows, or keys, that were not there. */
    @Override
    public long unknownRetractions() {
        return operator.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        operator.snapshot(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        operator.restore(reader);
    }

    @Override
    public long stateBytes() {
        return operator.stateBytes();
    }
}
