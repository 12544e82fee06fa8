// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.validate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Passes a changelog on and checks that it never takes out a row that isn't in: on a stream with whole retractions a copy of the row, on an upsert stream a
 * row of the key. Keeps a count per different row, or per key.
 */
public final class ChangelogValidator implements Operator {

    private static final long FORMAT = 1;

    private final Schema schema;
    private final String subject;
    private final boolean byKey;
    private final @Nullable DeadLetters deadLetters;
    private final Keys keys;
    private final RecordTable table;

    private int[] addresses = new int[ChangeBatch.ROWS_MAX];
    private long[] countsBefore = new long[ChangeBatch.ROWS_MAX];

    /**
     * @param schema the columns
     * @param key the key of an upsert stream; null where rows are matched whole
     * @param subject whose changelog it is, for messages, such as {@code table "orders"}
     */
    public ChangelogValidator(Schema schema, @Nullable ColumnSet key, String subject, OperatorSettings settings) {
        this.schema = schema;
        this.subject = subject;
        byKey = key != null;
        deadLetters = settings.deadLetters();
        keys = Keys.of(schema, key == null ? IntStream.range(0, schema.size()).toArray() : key.toArray(), 1);
        table = keys.table();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        int size = batch.size();
        if (addresses.length < size) {
            addresses = new int[size];
            countsBefore = new long[size];
        }
        keys.locate(batch, batch.selection(), size, addresses);
        int[] sound = new int[size];
        int soundCount = 0;
        for (int i = 0; i < size; i++) {
            int row = batch.row(i);
            countsBefore[i] = count(addresses[i]);
            if (RowKind.isRetraction(batch.kind(row))) {
                if (countsBefore[i] == 0) {
                    rejectOrFail(batch, i, sound, soundCount, output);
                    continue;
                }
                setCount(addresses[i], countsBefore[i] - 1);
            } else {
                setCount(addresses[i], byKey ? 1 : countsBefore[i] + 1);
            }
            sound[soundCount++] = row;
        }
        output.emit(soundCount == size ? batch : batch.withSelection(sound, soundCount));
    }

    private void rejectOrFail(ChangeBatch batch, int index, int[] sound, int soundCount, Output output) {
        int row = batch.row(index);
        long position = batch.position(row);
        StringBuilder text = new StringBuilder();
        ChangeText.printRow(batch, row, schema, text);
        EngineException error = new EngineException(
                        ErrorCode.BAD_RECORD, subject + " takes out a row that is not in: " + text)
                .withDetail("Until then the changelog had no such " + (byKey ? "key" : "row")
                        + ", or had taken it out already.")
                .withHint("A changelog has to start with the rows that exist, and tell each change once.");
        if (deadLetters != null && deadLetters.takes(error)) {
            deadLetters.accept(position, text.toString(), error);
            return;
        }
        int before = soundCount;
        for (int i = index - 1; i >= 0 && batch.position(batch.row(i)) == position; i--) {
            setCount(addresses[i], countsBefore[i]);
            before--;
        }
        output.emit(batch.withSelection(sound, before));
        throw new RowFailure(position, error);
    }

    private long count(int at) {
        return table.records()[at + table.valueOffset()];
    }

    private void setCount(int at, long count) {
        table.addLive((count > 0 ? 1 : 0) - (count(at) > 0 ? 1 : 0));
        table.records()[at + table.valueOffset()] = count;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        for (int at : table.writeExtent(first, last, writer)) {
            table.writeKey(at, writer);
            writer.writeLong(count(at));
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a changelog's check");
        for (long left = table.readExtent(reader); left > 0; left--) {
            int at = table.readKey(reader);
            setCount(at, reader.readLong());
        }
    }

    @Override
    public long stateBytes() {
        return table.bytes();
    }
}
