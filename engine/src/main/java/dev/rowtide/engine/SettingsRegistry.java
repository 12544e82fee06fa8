// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.sql.SqlSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All settings of a session, by name. A setting that is not declared is refused. */
public final class SettingsRegistry {

    /** Every declared setting, in the order of the manual. */
    public static final List<Setting<?>> ALL = all();

    /** Names that Flink's users set and that change no result here, with the reason. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.of(
            "table.optimizer.agg-phase-strategy", "an aggregate has one phase here",
            "table.optimizer.distinct-agg.split.enabled", "an aggregate has one phase here",
            "table.optimizer.reuse-sub-plan-enabled", "equal subplans are always computed once",
            "sql-client.execution.result-mode", "the output's form is chosen by --format",
            "pipeline.object-reuse", "rows are never objects here",
            "pipeline.name", "a job has no name here");

    private SettingsRegistry() {}

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>(EngineSettings.ALL);
        all.addAll(SqlSettings.ALL);
        return List.copyOf(all);
    }

    /** The setting called {@code name}, or that has it as an alias, in any case; null if there is none. */
    static @Nullable Setting<?> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Setting<?> setting : ALL) {
            if (setting.name().equals(lower) || setting.aliases().contains(lower)) {
                return setting;
            }
        }
        return null;
    }

    /** Why a setting that other systems have changes nothing here, or null if {@code name} is not such a setting. */
    static @Nullable String withoutEffect(String name) {
        return WITHOUT_EFFECT.get(name.toLowerCase(Locale.ROOT));
    }

    /** The error for a name that is no setting. */
    static EngineException unknown(String name) {
        EngineException error =
                new EngineException(ErrorCode.UNDEFINED_OBJECT, "setting \"" + name + "\" does not exist");
        String nearest = SimilarNames.nearest(
                        name, ALL.stream().map(Setting::name).toList())
                .orElse(null);
        return nearest == null
                ? error.withHint("SET without a name lists all settings.")
                : error.withHint("Did you mean \"" + nearest + "\"? SET without a name lists all settings.");
    }
}
