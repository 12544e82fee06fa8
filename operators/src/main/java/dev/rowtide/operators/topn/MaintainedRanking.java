// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;
import org.jspecify.annotations.Nullable;

/** Keeps rows by a {@link Ranking} and emits what each position, or each tick, has changed. */
final class MaintainedRanking implements Operator {

    private final boolean everyChange;
    private final Ranking ranking;
    private final Ranking.@Nullable Steps steps;
    private final Ranking.@Nullable Passage passage;
    private final RowChanges changes;
    private final boolean tellsExpiry;
    private long expired;
    private long openPosition = Long.MIN_VALUE;
    private WatermarkRuns roundWatermarks = new WatermarkRuns(Watermarks.NONE);
    private final TickWatermarks tickWatermarks = new TickWatermarks();

    /** @param tellsExpiry whether the result tells of partitions that expire */
    MaintainedRanking(Ranking ranking, boolean everyChange, boolean tellsExpiry) {
        this.everyChange = everyChange;
        this.ranking = ranking;
        this.tellsExpiry = tellsExpiry;
        steps = ranking.steps();
        passage = ranking.passage();
        changes = ranking.changes();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (!everyChange) {
            tickWatermarks.note(batch);
            ranking.applyInTick(batch, tick.nowMillis());
            return;
        }
        roundWatermarks.add(batch);
        if (passage != null || steps != null) {
            LonePositions lone = LonePositions.of(batch, openPosition);
            apply(lone.before(), tick, output);
            applyLone(lone.rows(), tick, output);
            apply(lone.behind(), tick, output);
        } else {
            apply(batch, tick, output);
        }
    }

    private void apply(ChangeBatch batch, Tick tick, Output output) {
        ranking.apply(batch, tick.nowMillis(), position -> reach(position, output));
    }

    private void applyLone(ChangeBatch rows, Tick tick, Output output) {
        if (rows.size() == 0) {
            return;
        }
        reach(rows.position(rows.row(0)), output);
        if (passage != null) {
            Watermarks watermarks = roundWatermarks.build();
            if (!changes.isEmpty()) {
                changes.flush(watermarks, output);
            }
            changes.pass(passage.pass(rows, tick.nowMillis()), watermarks, output);
        } else if (steps != null) {
            steps.apply(rows, tick.nowMillis(), position -> reach(position, output));
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
        changes.at(openPosition);
        ranking.complete();
        if (changes.isFull()) {
            changes.flush(roundWatermarks.build(), output);
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
            changes.at(position - 1);
            ranking.complete();
            changes.flush(tickWatermarks.endTick(position), output);
        }
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return ranking.hasExpired(nowMillis);
    }

    @Override
    public long nextExpiryMillis() {
        return ranking.nextExpiryMillis();
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        if (tellsExpiry) {
            if (everyChange) {
                reach(position, output);
            }
            expired += ranking.expire(tick.nowMillis());
            return;
        }
        changes.at(everyChange ? openPosition : position);
        ranking.complete();
        changes.flush(Watermarks.constant(changes.emittedWatermark()), output);
        expired += ranking.expire(tick.nowMillis());
        ranking.complete();
        changes.discard();
    }

    @Override
    public long expired() {
        return expired;
    }

    @Override
    public long unknownRetractions() {
        return ranking.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        ranking.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? roundWatermarks.watermark() : Watermarks.NONE);
        tickWatermarks.snapshot(first, writer);
        writer.writeLong(first == 0 ? expired : 0);
    }

    @Override
    public void restore(StateReader reader) {
        ranking.restore(reader);
        roundWatermarks = new WatermarkRuns(Math.max(roundWatermarks.watermark(), reader.readLong()));
        tickWatermarks.restore(reader);
        expired += reader.readLong();
    }

    @Override
    public long stateBytes() {
        return ranking.bytes();
    }
}
