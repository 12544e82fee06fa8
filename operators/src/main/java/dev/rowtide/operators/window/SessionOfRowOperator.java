// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.util.Arrays;

/**
 * Puts behind each row the start, the end and the last event time of the session that it would be alone; whoever reads it merges them.
 *
 * <p>A NULL as event time fails its position.
 */
public final class SessionOfRowOperator implements Operator {

    private final int timeColumn;
    private final EventTime eventTime;
    private final LocalTime localTime;
    private final long gap;

    public SessionOfRowOperator(AssignSessions node) {
        timeColumn = node.timeColumn();
        eventTime = new EventTime(node.input().schema().type(timeColumn));
        localTime = new LocalTime(node.zone());
        gap = node.gap();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        LongColumn times = batch.longs(timeColumn);
        int failed = eventTime.firstNull(batch, times);
        ChangeBatch sound = failed < 0 ? batch : EventTime.before(batch, failed);
        output.emit(sound.withColumns(columns(sound, times.values())));
        if (failed >= 0) {
            throw EventTime.failure(batch, failed);
        }
    }

    private Column[] columns(ChangeBatch batch, long[] times) {
        long[] starts = new long[batch.rows()];
        long[] ends = new long[batch.rows()];
        long[] last = new long[batch.rows()];
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            long time = eventTime.micros(times[row]);
            starts[row] = localTime.of(time);
            ends[row] = localTime.of(time + gap);
            last[row] = time + gap - eventTime.resolution();
        }
        int columns = batch.columnCount();
        Column[] all = Arrays.copyOf(batch.columns().toArray(new Column[0]), columns + AssignWindows.ADDED_COLUMNS);
        all[columns] = new LongColumn(starts, null);
        all[columns + 1] = new LongColumn(ends, null);
        all[columns + 2] = new LongColumn(last, null);
        return all;
    }
}
