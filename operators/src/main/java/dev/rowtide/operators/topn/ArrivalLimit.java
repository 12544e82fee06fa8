// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/** The rows of each partition by their order of arrival, of inserts: a row passes or it doesn't, for good. Counts rows and keeps none; its output is the input, selected. */
final class ArrivalLimit implements Operator {

    private static final long FORMAT = 2;

    private final long from;
    private final long to;
    private final boolean withRank;
    private final Keys keys;
    private final RecordTable counts;
    private final @Nullable RecordExpiry expiry;
    private long expired;
    private int[] addresses = new int[ChangeBatch.ROWS_MAX];

    ArrivalLimit(TopN node) {
        from = node.from();
        to = node.to();
        withRank = node.withRank();
        int[] partition =
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
        keys = Keys.of(node.input().schema(), partition, 1 + RecordExpiry.words(node.ttl()));
        counts = keys.table();
        expiry = RecordExpiry.of(counts, node.ttl());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int size = batch.size();
        if (addresses.length < size) {
            addresses = new int[size];
        }
        keys.locate(batch, batch.selection(), size, addresses);
        if (expiry != null) {
            expiry.touch(addresses, size, tick.nowMillis());
        }
        long[] records = counts.records();
        int offset = counts.valueOffset();
        int[] selected = new int[size];
        long[] ranks = new long[withRank ? batch.rows() : 0];
        int passed = 0;
        for (int i = 0; i < size; i++) {
            int at = addresses[i] + offset;
            long rank = records[at] + 1;
            if (rank > to) {
                continue;
            }
            counts.addLive(rank == 1 ? 1 : 0);
            records[at] = rank;
            if (rank >= from) {
                selected[passed++] = batch.row(i);
                if (withRank) {
                    ranks[batch.row(i)] = rank;
                }
            }
        }
        ChangeBatch rows = withRank ? withRanks(batch, ranks) : batch;
        ChangeBatch kept = passed == size ? rows : rows.withSelection(selected, passed);
        if (passed > 0 || kept.watermarks().after() != Watermarks.NONE) {
            output.emit(kept);
        }
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    /** What has passed has passed for good. */
    @Override
    public void expire(long position, Tick tick, Output output) {
        if (expiry == null) {
            return;
        }
        int count = expiry.take(tick.nowMillis());
        for (int i = 0; i < count; i++) {
            counts.records()[expiry.expired()[i] + counts.valueOffset()] = 0;
        }
        counts.addLive(-count);
        expired += count;
    }

    @Override
    public long expired() {
        return expired;
    }

    private static ChangeBatch withRanks(ChangeBatch batch, long[] ranks) {
        Column[] columns = batch.columns().toArray(new Column[batch.columnCount() + 1]);
        columns[columns.length - 1] = new LongColumn(ranks, null);
        return batch.withColumns(columns);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? expired : 0);
        RecordExpiry.snapshot(expiry, writer);
        int[] at = counts.writeExtent(first, last, writer);
        for (int address : at) {
            counts.writeKey(address, writer);
            writer.writeLong(counts.records()[address + counts.valueOffset()]);
            RecordExpiry.write(expiry, address, writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a LIMIT");
        expired += reader.readLong();
        RecordExpiry.restore(expiry, reader);
        for (long left = counts.readExtent(reader); left > 0; left--) {
            int address = counts.readKey(reader);
            counts.records()[address + counts.valueOffset()] = reader.readLong();
            RecordExpiry.read(expiry, address, reader);
            counts.addLive(1);
        }
    }

    @Override
    public long stateBytes() {
        return counts.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
