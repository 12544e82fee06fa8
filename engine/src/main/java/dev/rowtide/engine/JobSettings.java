// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.engine.tick.TickPolicy;
import dev.rowtide.sql.RuntimeMode;
import dev.rowtide.sql.SqlSettings;
import dev.rowtide.sql.changelog.ChangelogSettings;
import dev.rowtide.sql.validate.EventTimeSettings;

/**
 * How a job runs, from the session's settings and what kind of input it has.
 *
 * @param ticks where its ticks end
 * @param validateChangelog whether sources, and changelogs read from rows, are checked to retract only what they inserted
 * @param showsUnchanged whether sinks are sent updates that change nothing, as Flink does
 * @param memoryLimitBytes what the operators may keep together, bytes; 0 for no limit
 * @param idleTimeoutMillis after how long without rows a source no longer holds up the watermark of others; 0 for never
 * @param parallelism how many workers share its operators
 */
record JobSettings(
        TickPolicy ticks,
        boolean validateChangelog,
        boolean showsUnchanged,
        long memoryLimitBytes,
        long idleTimeoutMillis,
        int parallelism) {

    private static final long UNBOUNDED_FLUSH_MILLIS = 1_000;

    static JobSettings of(Settings settings, boolean bounded) {
        boolean batch = settings.get(SqlSettings.RUNTIME_MODE) == RuntimeMode.BATCH;
        boolean miniBatch = settings.get(EngineSettings.MINI_BATCH_ENABLED) && !batch;
        long interval = settings.has(EngineSettings.FLUSH_INTERVAL)
                ? settings.get(EngineSettings.FLUSH_INTERVAL)
                : bounded ? 0 : UNBOUNDED_FLUSH_MILLIS;
        long rows = settings.has(EngineSettings.MINI_BATCH_SIZE) ? settings.get(EngineSettings.MINI_BATCH_SIZE) : 0;
        TickPolicy ticks = new TickPolicy(
                batch,
                miniBatch ? interval : 0,
                miniBatch ? rows : 0,
                Math.toIntExact(settings.get(EngineSettings.BATCH_ROWS)),
                settings.get(EngineSettings.SEED));
        return new JobSettings(
                ticks,
                settings.get(EngineSettings.VALIDATE_CHANGELOG),
                ChangelogSettings.followsFlink(settings),
                settings.has(EngineSettings.MEMORY_LIMIT) ? settings.get(EngineSettings.MEMORY_LIMIT) : 0,
                settings.get(EventTimeSettings.IDLE_TIMEOUT),
                Math.toIntExact(settings.get(SqlSettings.PARALLELISM)));
    }
}
