// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The options of a datagen column: {@code fields.<column>.<option>}. */
final class FieldOptions {

    private static final String PREFIX = "fields.";

    static final Setting<String> KIND = option(
            "kind",
            "random or sequence",
            "random",
            "Whether values are random or count from start to end.",
            text -> SettingParsers.choice(text, List.of("random", "sequence")));
    static final Setting<BigDecimal> MIN = option(
            "min",
            "number",
            "",
            "The least random number; by default the type's, 0 for floating ones.",
            BigDecimal::new);
    static final Setting<BigDecimal> MAX = option(
            "max",
            "number",
            "",
            "The greatest random number; by default the type's, 1 for floating ones.",
            BigDecimal::new);
    static final Setting<Long> LENGTH =
            option("length", "count", "100", "The length of random texts and binary strings.", SettingParsers::count);
    static final Setting<Long> START = option("start", "number", "", "Where a sequence starts.", Long::parseLong);
    static final Setting<Long> END =
            option("end", "number", "", "Where a sequence, and with it the source, ends.", Long::parseLong);
    static final Setting<Long> MAX_PAST = option(
            "max-past",
            "duration",
            "0",
            "How far random times lie before the time at which their row comes, at most.",
            SettingParsers::durationMillis);
    static final Setting<Double> NULL_RATE =
            option("null-rate", "number from 0 to 1", "0", "How many of the values are NULL.", FieldOptions::rate);

    static final List<Setting<?>> ALL = List.of(KIND, MIN, MAX, LENGTH, START, END, MAX_PAST, NULL_RATE);

    private final Field field;
    private final Settings settings;

    FieldOptions(Field field, Settings settings) {
        this.field = field;
        this.settings = settings;
    }

    /** Refuses options for columns that the table has not. */
    static void checkColumns(Table table) {
        for (String name : table.options().keySet()) {
            int dot = name.lastIndexOf('.');
            if (name.startsWith(PREFIX) && dot > PREFIX.length()) {
                String column = name.substring(PREFIX.length(), dot);
                if (table.schema().names().stream().noneMatch(column::equalsIgnoreCase)) {
                    throw new EngineException(
                                    ErrorCode.INVALID_OPTION,
                                    "option '" + name + "' is for a column that table \"" + table.name() + "\" has not")
                            .withDetail("It has: "
                                    + String.join(", ", table.schema().names()));
                }
            }
        }
    }

    <T> T get(Setting<T> option) {
        return settings.get(named(option));
    }

    <T> @Nullable T getOrNull(Setting<T> option) {
        return settings.has(named(option)) ? get(option) : null;
    }

    /** The option as it is called for this column. */
    private <T> Setting<T> named(Setting<T> option) {
        return new Setting<>(
                option.name().replace("#", field.name().toLowerCase(Locale.ROOT)),
                List.of(),
                option.type(),
                option.defaultText(),
                option.description(),
                option.parser());
    }

    private static <T> Setting<T> option(
            String name, String type, String defaultText, String description, Function<String, T> parser) {
        return new Setting<>(PREFIX + "#." + name, List.of(), type, defaultText, description, parser);
    }

    private static double rate(String text) {
        double rate = Double.parseDouble(text);
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("not between 0 and 1");
        }
        return rate;
    }
}
