// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import java.util.List;
import java.util.Locale;

/** The settings that decide about changelog modes. */
public final class ChangelogSettings {

    public static final Setting<Compatibility> COMPATIBILITY = new Setting<>(
            "compatibility",
            List.of(),
            "choice of native, flink",
            "native",
            "Whose rules decide what is refused and which kinds of change a plan promises.",
            text -> Compatibility.valueOf(
                    SettingParsers.choice(text, List.of("native", "flink")).toUpperCase(Locale.ROOT)));

    public static final Setting<UpsertMaterializeOption> UPSERT_MATERIALIZE = new Setting<>(
            "table.exec.sink.upsert-materialize",
            List.of(),
            "choice of auto, force, none",
            "auto",
            "When rows of an updating result that share a key of the sink are kept in order to know which one stands.",
            text -> UpsertMaterializeOption.valueOf(SettingParsers.choice(text, List.of("auto", "force", "none"))
                    .toUpperCase(Locale.ROOT)));

    public static final Setting<Boolean> REQUIRE_ON_CONFLICT = new Setting<>(
            "table.exec.sink.require-on-conflict",
            List.of(),
            "boolean",
            "",
            "Whether a statement must say ON CONFLICT when the key of its result does not fit the key of its sink;"
                    + " unless set, it must under compatibility = 'flink' only.",
            SettingParsers::bool);

    public static final Setting<Boolean> CDC_EVENTS_DUPLICATE = new Setting<>(
            "table.exec.source.cdc-events-duplicate",
            List.of(),
            "boolean",
            "false",
            "Whether updating sources with a primary key may deliver a change more than once; repeats are then dropped,"
                    + " at the price of keeping the last row of each key.",
            SettingParsers::bool);

    public static final Setting<NonDeterministicUpdateStrategy> NON_DETERMINISTIC_UPDATE = new Setting<>(
            "table.optimizer.non-deterministic-update.strategy",
            List.of(),
            "choice of ignore, try-resolve",
            "",
            "Whether a query is refused ('try-resolve') in which a function such as RAND, UUID or CURRENT_TIMESTAMP gives a retraction"
                    + " another value than the row that it takes back; unless set, it is refused except under compatibility = 'flink'.",
            text -> NonDeterministicUpdateStrategy.valueOf(
                    SettingParsers.choice(text.replace('-', '_'), List.of("IGNORE", "TRY_RESOLVE"))));

    /** Whoever runs a job acts by it; planning must know where rows are left out. */
    public static final Setting<String> BAD_RECORDS = new Setting<>(
            "bad-records",
            List.of(),
            "'fail', 'skip' or a table's name",
            "fail",
            "What happens to a record that can't be read, or a row on which an expression fails: the job stops, the row is counted and left out, or it"
                    + " is written to a table. A table's own option goes before the setting.",
            text -> text);

    /** Whoever runs a job acts by it. */
    public static final Setting<String> LATE_ROWS = new Setting<>(
            "late-rows",
            List.of(),
            "'count' or a table's name",
            "count",
            "What happens to a row that comes too late for its window: it is counted and left out, or it is also written to a table, with the reason.",
            text -> text);

    /** All of them. */
    public static final List<Setting<?>> ALL = List.of(
            COMPATIBILITY,
            UPSERT_MATERIALIZE,
            REQUIRE_ON_CONFLICT,
            CDC_EVENTS_DUPLICATE,
            NON_DETERMINISTIC_UPDATE,
            StateTtlSettings.UPDATING_TTL,
            StateTtlSettings.STATE_TTL,
            BAD_RECORDS,
            LATE_ROWS);

    private ChangelogSettings() {}

    /** Whether changelogs are those of Flink where there is a choice. */
    public static boolean followsFlink(Settings settings) {
        return settings.get(COMPATIBILITY) == Compatibility.FLINK;
    }

    static boolean requiresOnConflict(Settings settings) {
        return settings.has(REQUIRE_ON_CONFLICT) ? settings.get(REQUIRE_ON_CONFLICT) : followsFlink(settings);
    }

    static boolean refusesNonDeterministicUpdates(Settings settings) {
        return settings.has(NON_DETERMINISTIC_UPDATE)
                ? settings.get(NON_DETERMINISTIC_UPDATE) == NonDeterministicUpdateStrategy.TRY_RESOLVE
                : !followsFlink(settings);
    }

    /** Whether a row on which an expression fails is left out, rather than the end of the job. */
    static boolean goesOnAfterFailures(Settings settings) {
        return !settings.get(BAD_RECORDS).equalsIgnoreCase("fail");
    }
}
