// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.Clicks;
import org.apache.flink.table.data.RowData;

/** Rows {@code (user_id, since)}. */
final class UserRows extends RowView implements RowCursor {
    private final int users;

    UserRows(int users) {
        this.users = users;
    }

    @Override
    public int size() {
        return users;
    }

    @Override
    public RowData at(int user) {
        row = user;
        return this;
    }

    @Override
    public int getArity() {
        return 2;
    }

    @Override
    public long getLong(int field) {
        return field == 0 ? row : Clicks.since(row);
    }
}
