// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits the net effect of each tick. On a stream with whole retractions an insertion and a retraction of equal rows cancel out; on an upsert stream the last
 * change of a key stands for all. What is left comes in order of arrival, all under the tick's last position. Keeps no rows between ticks.
 *
 * <p>On a stream with whole retractions the halves of an update go out as {@code -U +U} if neither was cancelled; a half that is left alone goes out as
 * {@code -D} or {@code +I}.
 */
public final class ConsolidateOperator implements Operator {

    private static final long FORMAT = 1;

    private static final int NONE = -1;

    /** The kind of a change that has no effect any more. On an upsert stream a later change of the key builds on it. */
    private static final byte CANCELLED = 4;

    private final Schema schema;
    private final int[] matched;
    private final boolean byKey;
    private final boolean exactKinds;
    private final boolean insertsOnly;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private final TickWatermarks watermarks = new TickWatermarks();

    // By row, or key: the number of its last change that has not been cancelled or replaced, plus 1.
    private Keys keys;
    private int[] addresses = new int[64];

    // The changes of the tick, by arrival number: where they lie, what they are now, whether they are the second half
    // of an update of which the change before is the first, and the one before of the same row.
    private int changes;
    private int[] batchOf = new int[64];
    private int[] rowOf = new int[64];
    private byte[] kindOf = new byte[64];
    private boolean[] completesUpdate = new boolean[64];
    private int[] previousOfRow = new int[64];
    private long unknownRetractions;

    /**
     * @param schema the columns
     * @param key the key of an upsert stream; null for a stream with whole retractions
     * @param exactKinds whether a {@code +I} of an upsert stream says that the key was absent; else it only puts, and a delete after it must go out
     * @param insertsOnly whether what is left is put out as {@code +I}: for batch runs, where the first version is empty
     */
    public ConsolidateOperator(Schema schema, @Nullable ColumnSet key, boolean exactKinds, boolean insertsOnly) {
        this.schema = schema;
        this.byKey = key != null;
        this.exactKinds = exactKinds;
        this.insertsOnly = insertsOnly;
        matched = key == null ? IntStream.range(0, schema.size()).toArray() : key.toArray();
        keys = Keys.of(schema, matched, 1);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        watermarks.note(batch);
        int size = batch.size();
        if (size == 0) {
            return;
        }
        batches.add(batch);
        grow(size);
        keys.locate(batch, batch.selection(), size, addresses);
        boolean afterFirstHalf = false;
        for (int i = 0; i < size; i++) {
            int row = batch.row(i);
            byte kind = batch.kind(row);
            boolean update = afterFirstHalf && kind == RowKind.PLUS_U && isSamePosition(batch, i);
            int number = byKey ? replace(addresses[i], kind) : cancelOrAdd(addresses[i], kind);
            if (number != NONE) {
                batchOf[number] = batches.size() - 1;
                rowOf[number] = row;
                completesUpdate[number] = update;
            }
            afterFirstHalf = number != NONE && kind == RowKind.MINUS_U;
        }
    }

    private static boolean isSamePosition(ChangeBatch batch, int i) {
        return batch.position(batch.row(i - 1)) == batch.position(batch.row(i));
    }

    /** Lets a change of a key stand for the one before; its number. */
    private int replace(int at, byte kind) {
        int earlier = last(at);
        if (earlier == NONE) {
            return add(at, NONE, kind);
        }
        byte net = netKind(kindOf[earlier], kind);
        kindOf[earlier] = CANCELLED;
        return add(at, NONE, net);
    }

    /** Lets a change of a row cancel the last opposite one, if there is one; else its number. */
    private int cancelOrAdd(int at, byte kind) {
        int earlier = last(at);
        if (earlier == NONE || RowKind.isRetraction(kind) == RowKind.isRetraction(kindOf[earlier])) {
            return add(at, earlier, kind);
        }
        kindOf[earlier] = CANCELLED;
        setLast(at, previousOfRow[earlier]);
        return NONE;
    }

    private int add(int at, int previous, byte kind) {
        kindOf[changes] = kind;
        previousOfRow[changes] = previous;
        setLast(at, changes);
        return changes++;
    }

    private byte netKind(byte first, byte last) {
        boolean inserted = first == RowKind.PLUS_I || first == CANCELLED;
        if (RowKind.isRetraction(last)) {
            return exactKinds && inserted ? CANCELLED : RowKind.MINUS_D;
        }
        return inserted ? RowKind.PLUS_I : RowKind.PLUS_U;
    }

    private int last(int at) {
        RecordTable table = keys.table();
        return (int) table.records()[at + table.valueOffset()] - 1;
    }

    private void setLast(int at, int number) {
        RecordTable table = keys.table();
        int word = at + table.valueOffset();
        table.addLive((number != NONE ? 1 : 0) - (table.records()[word] != 0 ? 1 : 0));
        table.records()[word] = number + 1L;
    }

    private void grow(int more) {
        if (more > addresses.length) {
            addresses = new int[Math.max(more, addresses.length * 2)];
        }
        if (changes + more > batchOf.length) {
            int capacity = Math.max(changes + more, changes * 2);
            batchOf = Arrays.copyOf(batchOf, capacity);
            rowOf = Arrays.copyOf(rowOf, capacity);
            kindOf = Arrays.copyOf(kindOf, capacity);
            completesUpdate = Arrays.copyOf(completesUpdate, capacity);
            previousOfRow = Arrays.copyOf(previousOfRow, capacity);
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        Watermarks after = watermarks.endTick(position);
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = 0; i < changes; i++) {
            byte kind = kindOf[i];
            if (kind == CANCELLED) {
                continue;
            }
            if (insertsOnly && RowKind.isRetraction(kind)) {
                // A first version has nothing to take out: the key came and went, or the row was never there.
                unknownRetractions += byKey ? 0 : 1;
                continue;
            }
            if (builder.rows() >= ChangeBatch.ROWS_MAX && !isSecondHalf(i)) {
                output.emit(builder.build(after));
            }
            ChangeBatch batch = batches.get(batchOf[i]);
            for (int c = 0; c < schema.size(); c++) {
                builder.column(c).append(batch.column(c), rowOf[i]);
            }
            builder.endRow(insertsOnly ? RowKind.PLUS_I : emittedKind(i), position - 1);
        }
        output.emit(builder.build(after));
        batches.clear();
        changes = 0;
        keys = Keys.of(schema, matched, 1);
    }

    private byte emittedKind(int number) {
        return switch (kindOf[number]) {
            case RowKind.MINUS_U ->
                number + 1 < changes && isSecondHalf(number + 1) ? RowKind.MINUS_U : RowKind.MINUS_D;
            case RowKind.PLUS_U -> byKey || isSecondHalf(number) ? RowKind.PLUS_U : RowKind.PLUS_I;
            default -> kindOf[number];
        };
    }

    /** Whether a change goes out as the second half of an update. */
    private boolean isSecondHalf(int number) {
        return !byKey && completesUpdate[number] && kindOf[number] != CANCELLED && kindOf[number - 1] != CANCELLED;
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    /** Of the tick that is open: the rows themselves lie in batches, which are not counted. */
    @Override
    public long stateBytes() {
        return keys.table().bytes() + (long) batchOf.length * (3 * Integer.BYTES + 2);
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        watermarks.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a consolidation");
        unknownRetractions += reader.readLong();
        watermarks.restore(reader);
    }
}
