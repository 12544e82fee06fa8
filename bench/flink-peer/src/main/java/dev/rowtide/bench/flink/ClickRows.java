// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.Clicks;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;

/** Rows {@code (user_id)}, or {@code (user_id, seen)}. */
final class ClickRows extends RowView implements RowCursor {
    private final Clicks clicks;
    private final boolean withTime;

    ClickRows(Clicks clicks, boolean withTime) {
        this.clicks = clicks;
        this.withTime = withTime;
    }

    @Override
    public int size() {
        return clicks.count;
    }

    @Override
    public RowData at(int click) {
        row = click;
        return this;
    }

    @Override
    public int getArity() {
        return withTime ? 2 : 1;
    }

    @Override
    public TimestampData getTimestamp(int field, int precision) {
        return TimestampData.fromEpochMillis(Clicks.seen(row));
    }

    @Override
    public long getLong(int field) {
        return clicks.userId[row];
    }
}
