// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits each row once, when the watermark has reached its event time: then all rows that its frame can hold are there, since frames look back only. Rows go out in the
 * order of event time, whatever their partition, under the position that raised the watermark. A row at or below the watermark is late and is dropped.
 *
 * <p>Rows wait in one list; in the lists of the partitions are those that went out, as long as a frame may reach them.
 */
public final class EventTimeOverOperator implements Operator {

    private static final long FORMAT = 2;
    private static final int EXTRA_WORDS = 1;
    private static final long NANOS_PER_MICRO = 1_000;

    private final boolean everyChange;
    private final int timeColumn;
    private final long unitsPerMicro;
    private final Partitions partitions;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowStore results;
    private final OverValues values;
    private final OrderedRows lists;
    private final PartitionRows partitionRows;
    private final OrderedRows waiting;
    private final OverChanges changes;
    private final Value value = new Value();
    private final OverCall[] calls;

    private int waitingRoot;
    private int waitingCount;

    /** By partition: how many of its rows wait. */
    private int[] waitingIn = new int[16];

    private int[] left = new int[16];
    private int leftCount;

    private int[] located = new int[ChangeBatch.ROWS_MAX];
    private int[] due = new int[64];
    private long arrivals;
    private long lateRows;
    private long expired;
    private WatermarkRuns roundWatermarks = new WatermarkRuns(Watermarks.NONE);
    private long fired = Watermarks.NONE;
    private final TickWatermarks tickWatermarks = new TickWatermarks();

    /** @throws IllegalArgumentException if the node is not one in event time */
    public EventTimeOverOperator(OverAggregate node, OperatorSettings settings) {
        if (!node.inEventTime()) {
            throw new IllegalArgumentException("not in event time: " + node);
        }
        everyChange = settings.everyChange();
        Schema schema = node.input().schema();
        timeColumn = node.order().get(0).column();
        unitsPerMicro = schema.type(timeColumn).unitsPerSecond() > 1_000_000 ? NANOS_PER_MICRO : 1;
        partitions = new Partitions(
                schema,
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                node.ttl());
        expiry = partitions.expiry();
        rows = new RowStore(schema, EXTRA_WORDS);
        results = new RowStore(
                node.schema()
                        .project(IntStream.range(schema.size(), node.schema().size())
                                .toArray()),
                0);
        RowOrder order = new RowOrder(schema, node.order(), rows);
        values = new OverValues(node, rows, order);
        lists = values.lists();
        partitionRows = values.partition();
        waiting = new OrderedRows(order);
        calls = node.calls().toArray(OverCall[]::new);
        changes = new OverChanges(rows, schema.size(), results, calls.length, false);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (located.length < batch.size()) {
            located = new int[batch.size()];
        }
        if (everyChange) {
            roundWatermarks.add(batch);
        } else {
            tickWatermarks.note(batch);
        }
        partitions.locate(batch, located, tick.nowMillis());
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            long position = batch.position(row);
            if (everyChange) {
                fireBelow(position, output);
            }
            take(located[i], batch, row, position, output);
        }
    }

    private void take(int partition, ChangeBatch batch, int row, long position, Output output) {
        LongColumn times = batch.longs(timeColumn);
        if (times.isNull(row)) {
            changes.flush(roundWatermarks.build().until(position), output);
            throw new RowFailure(
                    position,
                    new EngineException(
                                    ErrorCode.NOT_NULL_VIOLATION,
                                    "a row that OVER orders by its event time has none: NULL")
                            .withHint("Leave out such rows: WHERE … IS NOT NULL."));
        }
        if (Math.floorDiv(times.values()[row], unitsPerMicro)
                <= batch.watermarks().before(position)) {
            lateRows++;
            noteLeft(partition);
            return;
        }
        int number = rows.add(batch, row);
        await(number, partition, ++arrivals);
    }

    private void await(int number, int partition, long arrival) {
        if (partition >= waitingIn.length) {
            waitingIn = Arrays.copyOf(waitingIn, Math.max(partition + 1, 2 * waitingIn.length));
        }
        waitingIn[partition]++;
        rows.setExtra(number, 0, partition);
        waitingRoot = waiting.insert(waitingRoot, number, arrival);
        waitingCount++;
    }

    private void noteLeft(int partition) {
        if (leftCount == left.length) {
            left = Arrays.copyOf(left, 2 * leftCount);
        }
        left[leftCount++] = partition;
    }

    /** Gives up the partitions that rows have left, if they have none that wait either. */
    private void giveUpEmpty() {
        for (int i = 0; i < leftCount; i++) {
            int partition = left[i];
            boolean nothingWaits = partition >= waitingIn.length || waitingIn[partition] == 0;
            if (nothingWaits && partitions.size(partition) == 0) {
                partitions.noteEmpty(partition);
            }
        }
        leftCount = 0;
        partitions.giveUpEmpty();
    }

    /** Fires whatever rises of the watermark below a position, to which the input is complete, have made due. */
    private void fireBelow(long position, Output output) {
        if (roundWatermarks.watermark() == fired) {
            return;
        }
        Watermarks watermarks = roundWatermarks.build();
        for (int run = 0; run < watermarks.runs() && watermarks.end(run) <= position; run++) {
            if (watermarks.value(run + 1) > fired) {
                // Time that goes on without a row, as at the end of the input, does so where the input is complete to.
                long end = watermarks.end(run) == Long.MIN_VALUE ? position : watermarks.end(run);
                fire(watermarks.value(run + 1), end - 1, watermarks, output);
            }
        }
    }

    private void fire(long watermark, long position, Watermarks watermarks, Output output) {
        fired = watermark;
        changes.at(position);
        int count = watermark == Watermarks.MAX
                ? waitingCount
                : waiting.descend(waitingRoot, (row, left) -> isDue(row, watermark) ? 1 : -1);
        if (count == 0) {
            return;
        }
        if (due.length < count) {
            due = new int[Math.max(count, 2 * due.length)];
        }
        waiting.rows(waitingRoot, 0, count, due);
        for (int i = 0; i < count; i++) {
            int row = due[i];
            int partition = (int) rows.extra(row, 0);
            long arrival = waiting.arrival(row);
            waitingRoot = waiting.remove(waitingRoot, row);
            waitingIn[partition]--;
            partitions.setRoot(partition, lists.insert(partitions.root(partition), row, arrival), 1);
        }
        waitingCount -= count;
        int before = changes.size();
        for (int i = 0; i < count; i++) {
            EngineException failure = collect(due[i]);
            if (failure != null) {
                changes.truncate(before);
                changes.flush(watermarks.until(position), output);
                throw new RowFailure(position, failure);
            }
        }
        for (int i = 0; i < count; i++) {
            forget((int) rows.extra(due[i], 0), watermark);
        }
    }

    private boolean isDue(int row, long watermark) {
        return Math.floorDiv(rows.word(row, timeColumn), unitsPerMicro) <= watermark;
    }

    private @Nullable EngineException collect(int row) {
        int partition = (int) rows.extra(row, 0);
        partitionRows.enter(partition, partitions.root(partition), partitions.size(partition));
        int place = partitionRows.placeOf(row);
        int result = results.addNulls();
        OverValue[] functions = values.values();
        for (int v = 0; v < functions.length; v++) {
            functions[v].compute(place, row, value);
            if (value.failure() != null) {
                return value.failure();
            }
            value.putInto(results, result, v);
        }
        changes.insert(row, result);
        changes.freeResult(result);
        return null;
    }

    /** Gives up the first rows of a partition that no frame reaches any more, of rows that are still to come. */
    private void forget(int partition, long watermark) {
        partitionRows.enter(partition, partitions.root(partition), partitions.size(partition));
        int end = partitionRows.size();
        for (OverCall call : calls) {
            end = Math.min(end, firstNeeded(call, watermark));
        }
        forgetFirst(end, partition);
    }

    /** Gives up so many first rows of a partition, which is at hand. */
    private void forgetFirst(int count, int partition) {
        values.leave(count);
        for (int left = count; left > 0; left--) {
            int row = lists.row(partitions.root(partition), 0);
            partitions.setRoot(partition, lists.remove(partitions.root(partition), row), -1);
            changes.freeRow(row);
        }
        noteLeft(partition);
    }

    private int firstNeeded(OverCall call, long watermark) {
        int size = partitionRows.size();
        if (call.function() == OverFunction.LAG) {
            return (int) Math.max(0, size - call.number());
        }
        if (!call.function().readsFrame() || call.frame().lower() == null) {
            return 0;
        }
        if (call.frame().unit() == Frame.Unit.ROWS) {
            return (int) Math.max(0, size + call.frame().lower().longValue());
        }
        // A row to come is later than the watermark.
        long distance = -call.frame().lower().longValue();
        return watermark == Watermarks.MAX
                ? size
                : partitionRows.firstPlace(
                        row -> Math.floorDiv(rows.word(row, timeColumn) + distance, unitsPerMicro) >= watermark);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (everyChange) {
            fireBelow(position, output);
            changes.flush(roundWatermarks.build(), output);
            roundWatermarks = new WatermarkRuns(roundWatermarks.watermark());
            giveUpEmpty();
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        if (everyChange) {
            advance(position, tick, output);
            return;
        }
        Watermarks watermarks = tickWatermarks.endTick(position);
        if (watermarks.after() > fired) {
            fire(watermarks.after(), position - 1, watermarks, output);
        }
        changes.flush(watermarks, output);
        giveUpEmpty();
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    /** Forgets the rows that went out of partitions that are too old: the next one starts afresh. A partition is not too old while rows of it wait. */
    @Override
    public void expire(long position, Tick tick, Output output) {
        if (expiry == null) {
            return;
        }
        int count = expiry.take(tick.nowMillis());
        for (int i = 0; i < count; i++) {
            int at = expiry.expired()[i];
            int partition = partitions.numberAt(at);
            if (partition < waitingIn.length && waitingIn[partition] > 0) {
                expiry.touch(at, tick.nowMillis());
            } else {
                partitionRows.enter(partition, partitions.root(partition), partitions.size(partition));
                forgetFirst(partitionRows.size(), partition);
                expired++;
            }
        }
    }

    @Override
    public long expired() {
        return expired;
    }

    @Override
    public long lateRows() {
        return lateRows;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] numbers = partitions.writeExtent(first, last, writer);
        int[] all = new int[waitingCount];
        waiting.rows(waitingRoot, 0, waitingCount, all);
        for (int partition : numbers) {
            int[] kept = new int[partitions.size(partition)];
            lists.rows(partitions.root(partition), 0, kept.length, kept);
            partitions.writeKey(partition, writer);
            partitions.writeTime(partition, writer);
            writer.writeLong(kept.length);
            for (int row : kept) {
                writer.writeLong(lists.arrival(row));
                rows.write(row, writer);
            }
            int[] wait = Arrays.stream(all)
                    .filter(row -> (int) rows.extra(row, 0) == partition)
                    .toArray();
            writer.writeLong(wait.length);
            for (int row : wait) {
                writer.writeLong(waiting.arrival(row));
                rows.write(row, writer);
            }
        }
        writer.writeLong(first == 0 ? lateRows : 0);
        writer.writeLong(first == 0 ? expired : 0);
        writer.writeLong(first == 0 ? fired : Watermarks.NONE);
        writer.writeLong(first == 0 ? roundWatermarks.watermark() : Watermarks.NONE);
        tickWatermarks.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "an OVER aggregate in event time");
        RecordExpiry.restore(expiry, reader);
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int partition = partitions.readKey(reader);
            partitions.readTime(partition, reader);
            for (long count = reader.readLong(); count > 0; count--) {
                long arrival = reader.readLong();
                int row = rows.read(reader);
                rows.setExtra(row, 0, partition);
                partitions.setRoot(partition, lists.insert(partitions.root(partition), row, arrival), 1);
                arrivals = Math.max(arrivals, arrival);
            }
            for (long count = reader.readLong(); count > 0; count--) {
                long arrival = reader.readLong();
                await(rows.read(reader), partition, arrival);
                arrivals = Math.max(arrivals, arrival);
            }
        }
        lateRows += reader.readLong();
        expired += reader.readLong();
        fired = Math.max(fired, reader.readLong());
        roundWatermarks = new WatermarkRuns(Math.max(roundWatermarks.watermark(), reader.readLong()));
        tickWatermarks.restore(reader);
    }

    @Override
    public long stateBytes() {
        return partitions.bytes()
                + rows.bytes()
                + results.bytes()
                + lists.bytes()
                + waiting.bytes()
                + values.bytes()
                + (expiry == null ? 0 : expiry.bytes())
                + (long) waitingIn.length * Integer.BYTES;
    }
}
