// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import java.util.List;

/** What a table's options say of its database and of how it is asked. */
final class JdbcOptions {

    static final Setting<String> URL = new Setting<>(
            "url",
            List.of(),
            "JDBC URL",
            "",
            "Where the database is, as in jdbc:postgresql://host/database.",
            JdbcOptions::notEmpty);

    static final Setting<String> TABLE_NAME = new Setting<>(
            "table-name",
            List.of("table"),
            "name",
            "",
            "The name of the table in the database, with its schema where that is not the default: sales.customers.",
            JdbcOptions::notEmpty);

    static final Setting<String> USERNAME =
            new Setting<>("username", List.of("user"), "text", "", "The user of the database.", text -> text);

    static final Setting<String> PASSWORD =
            new Setting<>("password", List.of(), "text", "", "The user's password.", text -> text);

    static final Setting<String> DRIVER = new Setting<>(
            "driver",
            List.of(),
            "class",
            "",
            "The class of the driver, where the driver does not make itself known by the URL.",
            text -> text);

    static final Setting<Long> FETCH_SIZE = new Setting<>(
            "scan.fetch-size",
            List.of(),
            "count",
            "1000",
            "How many rows the driver is asked to fetch at a time when the table is read whole.",
            SettingParsers::count);

    static final Setting<LookupCaching.Scope> CACHE = new Setting<>(
            "lookup.cache",
            List.of(),
            "NONE, PARTIAL or FULL",
            "NONE",
            "Which looked-up rows are kept: none, those of keys that were asked for, or all, the table being read whole.",
            JdbcOptions::scope);

    static final Setting<Long> CACHE_ROWS = new Setting<>(
            "lookup.partial-cache.max-rows",
            List.of("lookup.cache.max-rows"),
            "count",
            "",
            "How many keys are kept at most with 'lookup.cache' = 'PARTIAL'; those that were asked for last stay.",
            SettingParsers::count);

    static final Setting<Long> EXPIRE_AFTER_WRITE = new Setting<>(
            "lookup.partial-cache.expire-after-write",
            List.of("lookup.cache.ttl"),
            "duration",
            "",
            "How long after it was asked for a key is asked for again.",
            SettingParsers::durationMillis);

    static final Setting<Long> EXPIRE_AFTER_ACCESS = new Setting<>(
            "lookup.partial-cache.expire-after-access",
            List.of(),
            "duration",
            "",
            "How long a key is kept that no row needs.",
            SettingParsers::durationMillis);

    static final Setting<Boolean> CACHE_MISSING = new Setting<>(
            "lookup.partial-cache.cache-missing-key",
            List.of("lookup.partial-cache.caching-missing-key", "lookup.cache.caching-missing-key"),
            "boolean",
            "true",
            "Whether it is kept that a key has no rows.",
            SettingParsers::bool);

    static final Setting<Long> RELOAD_INTERVAL = new Setting<>(
            "lookup.full-cache.periodic-reload.interval",
            List.of(),
            "duration",
            "",
            "How often the table is read again with 'lookup.cache' = 'FULL'; by default never.",
            SettingParsers::durationMillis);

    static final Setting<Long> MAX_RETRIES = new Setting<>(
            "lookup.max-retries",
            List.of(),
            "count",
            "3",
            "How often a question that failed is asked again, over a new connection.",
            SettingParsers::count);

    static final List<Setting<?>> ALL = List.of(
            URL,
            TABLE_NAME,
            USERNAME,
            PASSWORD,
            DRIVER,
            FETCH_SIZE,
            CACHE,
            CACHE_ROWS,
            EXPIRE_AFTER_WRITE,
            EXPIRE_AFTER_ACCESS,
            CACHE_MISSING,
            RELOAD_INTERVAL,
            MAX_RETRIES);

    private JdbcOptions() {}

    static LookupCaching caching(Settings settings) {
        LookupCaching.Scope scope = settings.get(CACHE);
        return switch (scope) {
            case NONE -> LookupCaching.NONE;
            case ASKED ->
                new LookupCaching(
                        scope,
                        optional(settings, CACHE_ROWS),
                        optional(settings, EXPIRE_AFTER_WRITE),
                        optional(settings, EXPIRE_AFTER_ACCESS),
                        settings.get(CACHE_MISSING));
            case ALL -> new LookupCaching(scope, 0, optional(settings, RELOAD_INTERVAL), 0, true);
        };
    }

    private static long optional(Settings settings, Setting<Long> setting) {
        return settings.has(setting) ? settings.get(setting) : 0;
    }

    private static LookupCaching.Scope scope(String text) {
        return switch (SettingParsers.choice(text, List.of("NONE", "PARTIAL", "FULL"))) {
            case "PARTIAL" -> LookupCaching.Scope.ASKED;
            case "FULL" -> LookupCaching.Scope.ALL;
            default -> LookupCaching.Scope.NONE;
        };
    }

    private static String notEmpty(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text;
    }
}
