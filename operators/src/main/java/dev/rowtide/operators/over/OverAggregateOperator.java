// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;
import org.jspecify.annotations.Nullable;

/** Emits each row with functions of the rows around it, and corrects what each position, or each tick, has changed. */
public final class OverAggregateOperator implements Operator {

    private final boolean everyChange;
    private final OverRows rows;
    private final OverChanges changes;
    private final boolean tellsExpiry;
    private long expired;
    private long openPosition = Long.MIN_VALUE;
    private WatermarkRuns roundWatermarks = new WatermarkRuns(Watermarks.NONE);
    private final TickWatermarks tickWatermarks = new TickWatermarks();

    public OverAggregateOperator(OverAggregate node, OperatorSettings settings) {
        everyChange = settings.everyChange();
        rows = new OverRows(node);
        tellsExpiry = node.ttl().told();
        changes = rows.changes();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (everyChange) {
            roundWatermarks.add(batch);
            rows.apply(batch, tick.nowMillis(), position -> reach(position, output));
        } else {
            tickWatermarks.note(batch);
            rows.apply(batch, tick.nowMillis(), position -> {});
        }
    }

    /** The last position of a batch stays open, since more of it may come with the next. */
    private void reach(long position, Output output) {
        if (position != openPosition) {
            complete(output);
            openPosition = position;
        }
    }

    private void complete(Output output) {
        complete(openPosition, roundWatermarks.build(), output);
        if (changes.isFull()) {
            changes.flush(roundWatermarks.build(), output);
        }
    }

    private void complete(long position, Watermarks watermarks, Output output) {
        int before = changes.size();
        changes.at(position);
        @Nullable EngineException failure = rows.complete();
        if (failure != null) {
            changes.truncate(before);
            changes.flush(watermarks.until(position), output);
            throw new RowFailure(position, failure);
        }
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (everyChange) {
            if (openPosition < position) {
                complete(output);
            }
            changes.flush(roundWatermarks.build(), output);
            roundWatermarks = new WatermarkRuns(roundWatermarks.watermark());
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        if (everyChange) {
            advance(position, tick, output);
        } else {
            Watermarks watermarks = tickWatermarks.endTick(position);
            complete(position - 1, watermarks, output);
            changes.flush(watermarks, output);
        }
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return rows.hasExpired(nowMillis);
    }

    @Override
    public long nextExpiryMillis() {
        return rows.nextExpiryMillis();
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        if (tellsExpiry) {
            if (everyChange) {
                reach(position, output);
            }
            expired += rows.expire(tick.nowMillis());
            return;
        }
        Watermarks watermarks = Watermarks.constant(changes.emittedWatermark());
        complete(everyChange ? openPosition : position, watermarks, output);
        changes.flush(watermarks, output);
        expired += rows.expire(tick.nowMillis());
        complete(position, watermarks, output);
        changes.discard();
    }

    @Override
    public long expired() {
        return expired;
    }

    /** Those of rows, or keys, that were not there. */
    @Override
    public long unknownRetractions() {
        return rows.unknownRetractions();
    }

    /** How many results were computed so far, the measure of the work that changes make. */
    long computedResults() {
        return rows.computedResults();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        rows.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? roundWatermarks.watermark() : Watermarks.NONE);
        tickWatermarks.snapshot(first, writer);
        writer.writeLong(first == 0 ? expired : 0);
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
        roundWatermarks = new WatermarkRuns(Math.max(roundWatermarks.watermark(), reader.readLong()));
        tickWatermarks.restore(reader);
        expired += reader.readLong();
    }

    @Override
    public long stateBytes() {
        return rows.bytes();
    }
}
