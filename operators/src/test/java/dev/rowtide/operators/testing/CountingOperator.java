// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Map;
import java.util.TreeMap;

/** Counts rows per value of its BIGINT column, written the simplest way; the harness is tried on it and on what goes wrong in subclasses. */
class CountingOperator implements Operator {

    static final Schema OUTPUT = SchemaText.parse("k BIGINT, n BIGINT");

    final Map<Long, Long> counts = new TreeMap<>();
    final Map<Long, Long> countsBefore = new TreeMap<>();
    final boolean everyChange;
    BatchBuilder builder = new BatchBuilder(OUTPUT);

    CountingOperator(OperatorSettings settings) {
        everyChange = settings.everyChange();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            long key = batch.longs(0).values()[row];
            long before = counts.getOrDefault(key, 0L);
            long after = before + (RowKind.isRetraction(batch.kind(row)) ? -1 : 1);
            counts.put(key, after);
            if (everyChange) {
                change(key, before, after, batch.position(row));
            } else {
                countsBefore.putIfAbsent(key, before);
            }
        }
        emit(output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        countsBefore.forEach((key, before) -> change(key, before, counts.getOrDefault(key, 0L), position - 1));
        countsBefore.clear();
        emit(output);
    }

    void change(long key, long before, long after, long position) {
        if (before == after) {
            return;
        }
        if (before > 0) {
            row(after > 0 ? RowKind.MINUS_U : RowKind.MINUS_D, key, before, position);
        }
        if (after > 0) {
            row(before > 0 ? RowKind.PLUS_U : RowKind.PLUS_I, key, after, position);
        }
    }

    void row(byte kind, long key, long count, long position) {
        builder.column(0).appendLong(key);
        builder.column(1).appendLong(count);
        builder.endRow(kind, position);
    }

    void emit(Output output) {
        if (builder.rows() > 0) {
            output.emit(builder.build(Watermarks.absent()));
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        counts.forEach((key, count) -> {
            int partition = (int) (key & StateWriter.PARTITIONS - 1);
            if (count > 0 && partition >= first && partition <= last) {
                writer.writeLong(key);
                writer.writeLong(count);
            }
        });
        writer.writeLong(-1);
    }

    @Override
    public void restore(StateReader reader) {
        for (long key = reader.readLong(); key >= 0; key = reader.readLong()) {
            counts.put(key, reader.readLong());
        }
    }
}
