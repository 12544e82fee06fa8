// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import java.util.List;

/** The settings that say how long state is kept. */
public final class StateTtlSettings {

    private static final long DAY_MILLIS = 86_400_000;

    /** Milliseconds; 0 for ever. The default depends on the job, see {@link #chosen}. */
    public static final Setting<Long> UPDATING_TTL = new Setting<>(
            "updating_ttl",
            List.of("updating-ttl"),
            "duration",
            "",
            "How long a key is remembered that no change comes for; then it is taken out of the result, and its next row starts afresh. 0 is for ever."
                    + " Default 1 day when an input is unbounded, for ever otherwise.",
            SettingParsers::intervalMillis);

    /** Milliseconds; 0 for ever. */
    public static final Setting<Long> STATE_TTL = new Setting<>(
            "table.exec.state.ttl",
            List.of(),
            "duration",
            "",
            "The same as in Flink: every operator by itself forgets what was not written to for so long, and the result is not told. 0 is for ever.",
            SettingParsers::intervalMillis);

    private StateTtlSettings() {}

    /**
     * What the settings say of state that nothing else is said of.
     *
     * @param anyEndless whether some input of the job never ends
     * @throws EngineException if two of them say different things
     */
    static StateTtl chosen(Settings settings, boolean anyEndless) {
        boolean silent = settings.has(STATE_TTL);
        if (silent && settings.has(UPDATING_TTL)) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION,
                            "'updating_ttl' and 'table.exec.state.ttl' are both set, and mean different things")
                    .withDetail(
                            "With the first a key that expires is taken out of the result, with the second it stays.")
                    .withHint("RESET one of them.");
        }
        if (silent) {
            return ttl(settings.get(STATE_TTL), false);
        }
        if (settings.has(UPDATING_TTL)) {
            return ttl(settings.get(UPDATING_TTL), true);
        }
        return anyEndless && !ChangelogSettings.followsFlink(settings)
                ? new StateTtl(DAY_MILLIS, true)
                : StateTtl.FOREVER;
    }

    /** What a user should know who did not say how long state is kept: a line if some is not kept for ever. */
    public static List<String> notices(List<SinkNode> roots, Settings settings) {
        boolean said = settings.has(UPDATING_TTL) || settings.has(STATE_TTL);
        boolean expires = PlanOrder.inputsFirst(roots).stream()
                .anyMatch(node -> node.ttls().stream().anyMatch(ttl -> ttl.millis() == DAY_MILLIS));
        return said || !expires
                ? List.of()
                : List.of("a key that no change comes for is forgotten after 1 day;"
                        + " SET updating_ttl = '...' says another time, '0' is for ever");
    }

    private static StateTtl ttl(long millis, boolean told) {
        return millis == 0 ? StateTtl.FOREVER : new StateTtl(millis, told);
    }
}
