// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/** Prints a line per change: {@code +I[u04, 1]}. */
public final class PrintConnector implements Connector {

    static final Setting<String> IDENTIFIER = new Setting<>(
            "print-identifier", List.of(), "text", "", "Stands before each line, followed by '> '.", text -> text);

    static final Setting<Boolean> STANDARD_ERROR = new Setting<>(
            "standard-error",
            List.of(),
            "boolean",
            "false",
            "Whether lines go to the standard error instead of the standard output.",
            SettingParsers::bool);

    static final Setting<ZoneId> TIME_ZONE = new Setting<>(
            "time-zone", List.of(), "time zone", "UTC", "Where a TIMESTAMP_LTZ is shown.", PrintConnector::zone);

    @Override
    public String name() {
        return "print";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of(IDENTIFIER, STANDARD_ERROR, TIME_ZONE);
    }

    @Override
    public Source source(Table table) {
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED, "table \"" + table.name() + "\" can't be read: connector 'print' only writes");
    }

    @Override
    public Sink sink(Table table) {
        return new PrintSink(table);
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such time zone", e);
        }
    }
}
