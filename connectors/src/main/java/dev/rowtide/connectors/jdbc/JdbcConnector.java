// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.type.Field;
import java.util.List;

/** Tables of databases, through their JDBC drivers: read whole, or asked for the rows of a key. */
public final class JdbcConnector implements Connector {

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public List<Setting<?>> options() {
        return JdbcOptions.ALL;
    }

    @Override
    public Source source(Table table) {
        check(table);
        return new JdbcSource(new Database(table));
    }

    @Override
    public LookupTable lookup(Table table) {
        check(table);
        return new JdbcLookup(new Database(table));
    }

    @Override
    public Sink sink(Table table) {
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED,
                "table \"" + table.name() + "\" can't be written: connector 'jdbc' only reads");
    }

    private static void check(Table table) {
        for (Field field : table.schema().fields()) {
            if (field.type().kind().isNested()) {
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED,
                        "connector 'jdbc' has no column \"" + field.name() + "\" of type "
                                + field.type().name());
            }
        }
    }
}
