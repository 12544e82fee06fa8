// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.setop;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedInputs;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * INTERSECT or EXCEPT. Counts the copies of each row in both inputs and emits {@code +I} or {@code -D} for each copy that the result gains or loses with a position,
 * or with a tick, rows in order of first touch. A row is its own key, so that there are no updates.
 *
 * <p>With a time to live, a row that neither input has told of in that time is forgotten, on both sides at once; if copies of it are in the result they are taken out, or
 * stay.
 *
 * <p>A retraction of a row that is not there has no effect and is counted. NULL is equal to NULL; a 0.0 stands for -0.0 too.
 */
public final class SetOperationOperator implements Operator {

    private static final long FORMAT = 2;

    /** The value words: the left copies plus the right ones, so that a record lives as long as there are any, and the right ones. */
    private static final int ALL_COPIES = 0;

    private static final int RIGHT_COPIES = 1;

    private final boolean except;
    private final boolean all;
    private final int columns;
    private final boolean everyChange;
    private final MergedInputs inputs;
    private final Keys keys;
    private final RecordTable table;
    private final DirtyList touched;
    private final @Nullable RecordExpiry expiry;
    private final boolean tellsExpiry;
    private boolean expires;
    private long expired;
    private long unknownRetractions;
    private int[] at = {};

    /** By place in the list of touched rows: the copies in the result before. */
    private long[] before = new long[64];

    // The changes to emit: whose row, which kind, under which position.
    private int rows;
    private int[] rowAt = new int[ChangeBatch.ROWS_MAX];
    private byte[] kinds = new byte[ChangeBatch.ROWS_MAX];
    private long[] positions = new long[ChangeBatch.ROWS_MAX];
    private boolean emitted;

    public SetOperationOperator(SetOperation node, OperatorSettings settings) {
        except = node.except();
        all = node.all();
        columns = node.schema().size();
        everyChange = settings.everyChange();
        inputs = new MergedInputs(2, everyChange);
        keys = Keys.of(node.schema(), IntStream.range(0, columns).toArray(), 2 + RecordExpiry.words(node.ttl()));
        table = keys.table();
        expiry = RecordExpiry.of(table, node.ttl());
        tellsExpiry = node.ttl().told();
        touched = new DirtyList(table);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs.add(input, batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (!everyChange) {
            return;
        }
        Watermarks watermarks = inputs.endRound();
        emitted = false;
        if (expires) {
            for (MergedRows merged = inputs.rows(true); merged.next(); ) {
                countAll(merged, tick);
            }
            takeOutExpired(tick);
            complete(position - 1, watermarks, output);
            end(watermarks, output);
            return;
        }
        for (MergedRows merged = inputs.rows(false); merged.next(); ) {
            locate(merged, tick);
            for (int i = 0; i < merged.rows(); i++) {
                count(merged, i);
                if (i + 1 == merged.rows() || merged.position(i + 1) != merged.position(i)) {
                    complete(merged.position(i), watermarks, output);
                }
            }
            // The table may move the records of the rows when it looks for those of the next.
            flush(watermarks, output);
        }
        end(watermarks, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        if (everyChange) {
            advance(position, tick, output);
            return;
        }
        Watermarks watermarks = inputs.endTick(position);
        emitted = false;
        for (MergedRows merged = inputs.rows(false); merged.next(); ) {
            countAll(merged, tick);
        }
        if (expires) {
            takeOutExpired(tick);
        }
        complete(position - 1, watermarks, output);
        end(watermarks, output);
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    /** The rows go when the inputs' own retractions are known, so that both are one step. */
    @Override
    public void expire(long position, Tick tick, Output output) {
        if (tellsExpiry) {
            expires = true;
        } else {
            takeOutExpired(tick);
        }
    }

    @Override
    public long expired() {
        return expired;
    }

    private void takeOutExpired(Tick tick) {
        expires = false;
        if (expiry == null) {
            return;
        }
        int count = expiry.take(tick.nowMillis());
        for (int i = 0; i < count; i++) {
            int address = expiry.expired()[i];
            if (tellsExpiry) {
                touch(address);
            }
            Arrays.fill(table.records(), address + table.valueOffset(), address + table.width(), 0);
        }
        table.addLive(-count);
        expired += count;
    }

    private void countAll(MergedRows merged, Tick tick) {
        locate(merged, tick);
        for (int i = 0; i < merged.rows(); i++) {
            count(merged, i);
        }
    }

    private void locate(MergedRows merged, Tick tick) {
        if (at.length < merged.rows()) {
            at = new int[merged.rows()];
        }
        keys.locate(merged.batch(Watermarks.absent()), null, merged.rows(), at);
        if (expiry != null) {
            expiry.touch(at, merged.rows(), tick.nowMillis());
        }
    }

    private void count(MergedRows merged, int i) {
        long[] records = table.records();
        int word = at[i] + table.valueOffset();
        boolean right = merged.input(i) == 1;
        int more = RowKind.isRetraction(merged.kind(i)) ? -1 : 1;
        long copies = right ? records[word + RIGHT_COPIES] : records[word + ALL_COPIES] - records[word + RIGHT_COPIES];
        if (copies + more < 0) {
            unknownRetractions++;
            return;
        }
        touch(at[i]);
        boolean wasLive = records[word + ALL_COPIES] != 0;
        records[word + ALL_COPIES] += more;
        records[word + RIGHT_COPIES] += right ? more : 0;
        boolean isLive = records[word + ALL_COPIES] != 0;
        table.addLive(isLive == wasLive ? 0 : more);
    }

    private void touch(int address) {
        if (!RecordTable.isMarked(table.records()[address])) {
            int place = touched.add(address);
            before = place == before.length ? Arrays.copyOf(before, place * 2) : before;
            before[place] = copiesInResult(address);
        }
    }

    private long copiesInResult(int address) {
        long[] records = table.records();
        int word = address + table.valueOffset();
        long right = records[word + RIGHT_COPIES];
        long left = records[word + ALL_COPIES] - right;
        if (all) {
            return except ? Math.max(0, left - right) : Math.min(left, right);
        }
        return left > 0 && except == (right == 0) ? 1 : 0;
    }

    /** Emits what the step that ends has changed. */
    private void complete(long position, Watermarks watermarks, Output output) {
        int[] addresses = touched.addresses();
        for (int place = 0; place < touched.size(); place++) {
            long more = copiesInResult(addresses[place]) - before[place];
            for (long copies = Math.abs(more); copies > 0; copies--) {
                if (rows == rowAt.length) {
                    flush(watermarks, output);
                }
                rowAt[rows] = addresses[place];
                kinds[rows] = more > 0 ? RowKind.PLUS_I : RowKind.MINUS_D;
                positions[rows++] = position;
            }
        }
        touched.clear();
    }

    private void flush(Watermarks watermarks, Output output) {
        if (rows > 0) {
            emit(watermarks, output);
        }
    }

    /** Emits what is left, and a risen watermark also where there is nothing else to emit. */
    private void end(Watermarks watermarks, Output output) {
        inputs.clear();
        if (rows > 0 || !emitted && watermarks.runs() > 0) {
            emit(watermarks, output);
        }
    }

    private void emit(Watermarks watermarks, Output output) {
        Column[] values = new Column[columns];
        keys.columns(rowAt, rows, values);
        output.emit(ChangeBatch.of(rows, values, kinds, positions, watermarks));
        kinds = new byte[ChangeBatch.ROWS_MAX];
        positions = new long[ChangeBatch.ROWS_MAX];
        rows = 0;
        emitted = true;
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        inputs.snapshot(first, writer);
        writer.writeLong(first == 0 ? expired : 0);
        RecordExpiry.snapshot(expiry, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int address : addresses) {
            table.writeKey(address, writer);
            writer.writeLongs(table.records(), address + table.valueOffset(), 2);
            RecordExpiry.write(expiry, address, writer);
        }
        writer.writeLong(first == 0 ? unknownRetractions : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a set operation");
        inputs.restore(reader);
        expired += reader.readLong();
        RecordExpiry.restore(expiry, reader);
        for (long records = table.readExtent(reader); records > 0; records--) {
            int address = table.readKey(reader);
            reader.readLongs(table.records(), address + table.valueOffset(), 2);
            table.addLive(1);
            RecordExpiry.read(expiry, address, reader);
        }
        unknownRetractions += reader.readLong();
    }

    @Override
    public long stateBytes() {
        return table.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
