// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.RuntimeMode;
import dev.rowtide.sql.SqlSettings;

/**
 * How a job runs, from the session's settings and what kind of input it has.
 *
 * @param batch whether the whole input is one tick, of which the final rows come out
 * @param flushIntervalMillis milliseconds between flushes; 0 shows every change
 * @param flushRows flush after so many input rows; 0 for no such bound
 * @param batchRows rows taken from a source together
 * @param seed the seed of RAND
 * @param validateChangelog whether sources are checked to retract only what they inserted
 * @param memoryLimitBytes what the operators may keep together, bytes; 0 for no limit
 */
record JobSettings(
        boolean batch,
        long flushIntervalMillis,
        long flushRows,
        int batchRows,
        long seed,
        boolean validateChangelog,
        long memoryLimitBytes) {

    private static final long UNBOUNDED_FLUSH_MILLIS = 1_000;

    static JobSettings of(Settings settings, boolean bounded) {
        boolean batch = settings.get(SqlSettings.RUNTIME_MODE) == RuntimeMode.BATCH;
        boolean miniBatch = settings.get(EngineSettings.MINI_BATCH_ENABLED) && !batch;
        long interval = settings.has(EngineSettings.FLUSH_INTERVAL)
                ? settings.get(EngineSettings.FLUSH_INTERVAL)
                : bounded ? 0 : UNBOUNDED_FLUSH_MILLIS;
        long rows = settings.has(EngineSettings.MINI_BATCH_SIZE) ? settings.get(EngineSettings.MINI_BATCH_SIZE) : 0;
        return new JobSettings(
                batch,
                miniBatch ? interval : 0,
                miniBatch ? rows : 0,
                Math.toIntExact(settings.get(EngineSettings.BATCH_ROWS)),
                settings.get(EngineSettings.SEED),
                settings.get(EngineSettings.VALIDATE_CHANGELOG),
                settings.has(EngineSettings.MEMORY_LIMIT) ? settings.get(EngineSettings.MEMORY_LIMIT) : 0);
    }

    /** Whether each input position's effect is shown. */
    boolean everyChange() {
        return !batch && flushIntervalMillis == 0 && flushRows == 0;
    }
}
