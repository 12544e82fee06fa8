// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import java.util.List;

/** Settings about event time, which are also options of tables. */
public final class EventTimeSettings {

    /** After how long without rows a source no longer holds the watermark of others up. */
    public static final Setting<Long> IDLE_TIMEOUT = new Setting<>(
            "scan.watermark.idle-timeout",
            List.of("table.exec.source.idle-timeout"),
            "duration",
            "0 s",
            "After how long without rows a source no longer holds up the event time of those that it is joined or united with; 0 for"
                    + " never. Also an option of a table. Its rows may be late when they come again.",
            SettingParsers::durationMillis);

    private EventTimeSettings() {}
}
