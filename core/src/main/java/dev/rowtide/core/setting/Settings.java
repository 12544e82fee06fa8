// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.setting;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The values of settings that were set, by name; those that were not have their defaults. Immutable. */
public final class Settings {

    private static final Settings EMPTY = new Settings(Map.of());

    private final Map<String, String> texts;

    private Settings(Map<String, String> texts) {
        this.texts = texts;
    }

    /** Nothing set. */
    public static Settings empty() {
        return EMPTY;
    }

    /** The given texts by setting name or alias, in any case. Names are checked by whoever declares the settings. */
    public static Settings of(Map<String, String> texts) {
        Map<String, String> lower = new LinkedHashMap<>();
        texts.forEach((name, text) -> lower.put(name.toLowerCase(Locale.ROOT), text));
        return new Settings(lower);
    }

    /** The same with one more, or another value for {@code name}. */
    public Settings with(String name, String text) {
        Map<String, String> more = new LinkedHashMap<>(texts);
        more.put(name.toLowerCase(Locale.ROOT), text);
        return new Settings(more);
    }

    /** The same with the default for {@code name}. */
    public Settings without(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(texts);
        fewer.remove(name.toLowerCase(Locale.ROOT));
        return new Settings(fewer);
    }

    /** Whether the setting, or one of its aliases, was set. */
    public boolean has(Setting<?> setting) {
        return texts.containsKey(setting.name()) || setting.aliases().stream().anyMatch(texts::containsKey);
    }

    /**
     * The value of a setting, its default where it was not set.
     *
     * @throws EngineException if it can't be the setting's value, or was not set and has no default
     */
    public <T> T get(Setting<T> setting) {
        String text = texts.get(setting.name());
        for (String alias : setting.aliases()) {
            if (text == null) {
                text = texts.get(alias);
            }
        }
        if (text == null) {
            text = setting.defaultText();
            if (text.isEmpty()) {
                throw new EngineException(ErrorCode.INVALID_OPTION, "'" + setting.name() + "' is missing")
                        .withHint("Give " + setting.wanted() + ": " + setting.description());
            }
        }
        return setting.parse(text);
    }

    /** The names and texts that were set, in the order they were set. */
    public Map<String, String> texts() {
        return java.util.Collections.unmodifiableMap(texts);
    }
}
