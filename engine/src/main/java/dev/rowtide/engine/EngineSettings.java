// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import java.util.List;

/** The settings that the engine itself reads. */
public final class EngineSettings {

    /** Milliseconds between flushes; 0 shows every change. The default depends on the job, see {@link JobSettings}. */
    public static final Setting<Long> FLUSH_INTERVAL = new Setting<>(
            "pipeline.update-aggregate-flush-interval",
            List.of("flush-interval", "mini-batch.allow-latency", "table.exec.mini-batch.allow-latency"),
            "duration",
            "",
            "How often a reader sees what changed: 0 shows every change in order, a longer time only the difference since the last flush."
                    + " Default 0 for bounded input, 1 s when an input is unbounded.",
            SettingParsers::durationMillis);

    public static final Setting<Long> MINI_BATCH_SIZE = new Setting<>(
            "mini-batch.size",
            List.of("table.exec.mini-batch.size"),
            "count",
            "",
            "Flush after so many input rows of the job; 0 is no such bound, as when it is not set.",
            SettingParsers::count);

    public static final Setting<Boolean> MINI_BATCH_ENABLED = new Setting<>(
            "table.exec.mini-batch.enabled",
            List.of("mini-batch.enabled"),
            "boolean",
            "true",
            "Whether the mini-batch settings count; false shows every change.",
            SettingParsers::bool);

    public static final Setting<Long> BATCH_ROWS = new Setting<>(
            "pipeline.batch-rows",
            List.of(),
            "count",
            Integer.toString(ChangeBatch.ROWS_MAX),
            "The rows that are taken from a source and worked on together; never changes a result.",
            text -> {
                long rows = SettingParsers.count(text);
                if (rows == 0 || rows > 1 << 20) {
                    throw new IllegalArgumentException("not between 1 and " + (1 << 20));
                }
                return rows;
            });

    public static final Setting<Long> SEED =
            new Setting<>("pipeline.seed", List.of(), "count", "0", "The seed of RAND.", SettingParsers::count);

    public static final Setting<Boolean> VALIDATE_CHANGELOG = new Setting<>(
            "validate-changelog",
            List.of(),
            "boolean",
            "false",
            "Checks that no source, and no FROM_CHANGELOG, takes out a row that it did not put in; costs state for every row.",
            SettingParsers::bool);

    /** Bytes; 0 for no limit. */
    public static final Setting<Long> MEMORY_LIMIT = new Setting<>(
            "memory.limit",
            List.of(),
            "size such as 512 mb",
            "",
            "What the operators of a job may keep together; a job that needs more is stopped, and told which operator keeps most. Without it the memory of the"
                    + " process is the limit.",
            SettingParsers::bytes);

    public static final Setting<Boolean> WARN_UNBOUNDED_STATE = new Setting<>(
            "warn-unbounded-state",
            List.of(),
            "boolean",
            "true",
            "Warns before a query runs of which an operator keeps more and more, since a table that it reads has no end.",
            SettingParsers::bool);

    public static final List<Setting<?>> ALL = List.of(
            FLUSH_INTERVAL,
            MINI_BATCH_SIZE,
            MINI_BATCH_ENABLED,
            BATCH_ROWS,
            SEED,
            VALIDATE_CHANGELOG,
            MEMORY_LIMIT,
            WARN_UNBOUNDED_STATE);

    private EngineSettings() {}
}
