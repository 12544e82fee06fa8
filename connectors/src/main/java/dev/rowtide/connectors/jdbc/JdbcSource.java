// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of a database that is read whole, once. */
final class JdbcSource implements Source {

    private final Database database;

    JdbcSource(Database database) {
        this.database = database;
    }

    @Override
    public ChangelogMode mode() {
        return ChangelogMode.APPEND;
    }

    @Override
    public boolean bounded() {
        return true;
    }

    @Override
    public List<String> splits() {
        return List.of(database.settings().get(JdbcOptions.TABLE_NAME));
    }

    @Override
    public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
        return new JdbcSplitReader(database, columns, position == null ? 0 : Long.parseLong(position));
    }
}
