// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.blackhole;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import java.util.List;

/** Takes every changelog and keeps nothing of it. */
public final class BlackholeConnector implements Connector {

    @Override
    public String name() {
        return "blackhole";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of();
    }

    @Override
    public Source source(Table table) {
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED,
                "table \"" + table.name() + "\" can't be read: connector 'blackhole' only writes");
    }

    @Override
    public Sink sink(Table table) {
        Sink.Encoding encoding = table.primaryKey().isEmpty() ? Sink.Encoding.RETRACT : Sink.Encoding.UPSERT;
        return new Sink() {
            @Override
            public Encoding encoding() {
                return encoding;
            }

            @Override
            public boolean acceptsKeyOnlyDeletes() {
                return true;
            }

            @Override
            public SinkWriter open(List<String> names, ChangelogMode mode) {
                return new BlackholeWriter(encoding == Encoding.UPSERT);
            }
        };
    }
}
