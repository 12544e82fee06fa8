// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.plan.LookupCaching;
import java.util.List;

/** A table of a database that is asked for the rows of a key. */
final class JdbcLookup implements LookupTable {

    private final Database database;

    JdbcLookup(Database database) {
        this.database = database;
    }

    @Override
    public LookupCaching caching() {
        return JdbcOptions.caching(database.settings());
    }

    @Override
    public LookupReader open(List<Integer> columns, List<Integer> keys) {
        return new JdbcLookupReader(database, columns, keys);
    }
}
