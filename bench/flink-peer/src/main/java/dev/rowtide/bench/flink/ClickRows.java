// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.Clicks;
import org.apache.flink.table.data.RowData;

/** Rows {@code (user_id)}. */
final class ClickRows extends RowView implements RowCursor {
    private final Clicks clicks;

    ClickRows(Clicks clicks) {
        this.clicks = clicks;
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
        return 1;
    }

    @Override
    public long getLong(int field) {
        return clicks.userId[row];
    }
}
