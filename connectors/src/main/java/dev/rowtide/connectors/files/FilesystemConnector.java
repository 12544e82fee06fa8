// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import java.util.List;

/** Files of JSON lines or CSV. */
public final class FilesystemConnector implements Connector {

    @Override
    public String name() {
        return "filesystem";
    }

    @Override
    public List<Setting<?>> options() {
        return FilesystemOptions.ALL;
    }

    @Override
    public Table inferColumns(Table table) {
        return new FileSchema(table).infer();
    }

    @Override
    public Source source(Table table) {
        return new FileSource(table);
    }

    @Override
    public Sink sink(Table table) {
        return new FileSink(table);
    }
}
