// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import dev.rowtide.core.plan.Distribution;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.changelog.ChangelogSettings;
import dev.rowtide.sql.changelog.Compatibility;
import dev.rowtide.sql.constraint.NotNullEnforcer;
import dev.rowtide.sql.constraint.TypeLengthEnforcer;
import dev.rowtide.sql.validate.EventTimeSettings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** The settings that planning reads. */
public final class SqlSettings {

    /** In which zone a TIMESTAMP_LTZ is shown, cast and taken apart. */
    public static final Setting<ZoneId> TIME_ZONE = new Setting<>(
            "time_zone",
            List.of("table.local-time-zone", "timezone", "time-zone"),
            "time zone such as UTC, Europe/Berlin or +02:00",
            "UTC",
            "The time zone in which a TIMESTAMP_LTZ is shown, cast and taken apart.",
            SqlSettings::zone);

    /** Whether queries are continuous, or run once over all of their input. */
    public static final Setting<RuntimeMode> RUNTIME_MODE = new Setting<>(
            "execution.runtime-mode",
            List.of("runtime-mode"),
            "'streaming' or 'batch'",
            "streaming",
            "Whether a query is continuous, or runs once over all of its (bounded) input and gives its final rows only.",
            text -> RuntimeMode.valueOf(SettingParsers.choice(text, List.of("STREAMING", "BATCH"))));

    /** How many workers a job has. */
    public static final Setting<Long> PARALLELISM = new Setting<>(
            "parallelism",
            List.of("parallelism.default", "table.exec.resource.default-parallelism"),
            "count",
            "1",
            "How many workers share a job: each has the rows of some of the keys. The result is the same.",
            text -> {
                long workers = SettingParsers.count(text);
                if (workers == 0 || workers > Distribution.WORKERS_MAX) {
                    throw new IllegalArgumentException("not between 1 and " + Distribution.WORKERS_MAX);
                }
                return workers;
            });

    /** What happens to a row with NULL in a NOT NULL column of the table written to. */
    public static final Setting<NotNullEnforcer> NOT_NULL_ENFORCER = new Setting<>(
            "table.exec.sink.not-null-enforcer",
            List.of(),
            "choice of error, drop",
            "error",
            "What happens to a row that has NULL in a NOT NULL column of the table written to: the job fails, or the row is"
                    + " counted and left out.",
            text -> NotNullEnforcer.valueOf(SettingParsers.choice(text, List.of("ERROR", "DROP"))));

    /** What happens to a text or binary string of another length than the column written to. */
    public static final Setting<TypeLengthEnforcer> TYPE_LENGTH_ENFORCER = new Setting<>(
            "table.exec.sink.type-length-enforcer",
            List.of(),
            "choice of ignore, trim-pad, error",
            "ignore",
            "What happens to a value whose length is not that of the CHAR, VARCHAR, BINARY or VARBINARY column written to: it is"
                    + " written as it is, it is cut or filled up, or the job fails.",
            text -> TypeLengthEnforcer.valueOf(
                    SettingParsers.choice(text.replace('-', '_'), List.of("IGNORE", "TRIM_PAD", "ERROR"))));

    /** Whether the table that a query ends with is all that is of interest. */
    public static final Setting<Boolean> FINAL_RESULT = new Setting<>(
            "execution.final-result",
            List.of(),
            "boolean",
            "false",
            "Whether of a continuous query's result only the table that it ends with is of interest: ORDER BY without LIMIT says how that is ordered, and is"
                    + " else left out. The command line's --final sets it.",
            SettingParsers::bool);

    /** For scripts written for Flink, where it plans a chain of joins on one key as one operator; the changelog is the same. */
    static final Setting<Boolean> MULTI_JOIN = new Setting<>(
            "table.optimizer.multi-join.enabled",
            List.of(),
            "boolean",
            "false",
            "Accepted and without effect: joins on one key run one after the other, with the same result.",
            SettingParsers::bool);

    /** All of them, those of the changelog passes included. */
    public static final List<Setting<?>> ALL = all();

    private SqlSettings() {}

    /** Whether queries run once. */
    static boolean isBatch(Settings settings) {
        return settings.get(RUNTIME_MODE) == RuntimeMode.BATCH;
    }

    /** Whether a result may have no order but that of event time. */
    static boolean refusesOrder(Settings settings) {
        return !isBatch(settings) && settings.get(ChangelogSettings.COMPATIBILITY) == Compatibility.FLINK;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("not a time zone", e);
        }
    }

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>();
        all.add(TIME_ZONE);
        all.add(RUNTIME_MODE);
        all.add(PARALLELISM);
        all.add(NOT_NULL_ENFORCER);
        all.add(TYPE_LENGTH_ENFORCER);
        all.add(FINAL_RESULT);
        all.add(MULTI_JOIN);
        all.add(EventTimeSettings.IDLE_TIMEOUT);
        all.addAll(ChangelogSettings.ALL);
        return List.copyOf(all);
    }
}
