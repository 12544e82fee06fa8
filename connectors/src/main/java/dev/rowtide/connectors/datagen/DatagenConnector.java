// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Rows of made-up values for the columns of a table. The same seed makes the same rows. */
public final class DatagenConnector implements Connector {

    static final Setting<Double> ROWS_PER_SECOND = new Setting<>(
            "rows-per-second", List.of(), "number", "10000", "How many rows come per second.", RowRate::parse);

    static final Setting<Long> NUMBER_OF_ROWS = new Setting<>(
            "number-of-rows",
            List.of(),
            "count",
            "",
            "How many rows come in all; without it, and without a sequence, there is no end.",
            SettingParsers::count);

    static final Setting<Long> SEED =
            new Setting<>("seed", List.of(), "number", "0", "Another seed makes other rows.", Long::parseLong);

    @Override
    public String name() {
        return "datagen";
    }

    /** Those for a column are listed with {@code #} in place of its name. */
    @Override
    public List<Setting<?>> options() {
        List<Setting<?>> options = new ArrayList<>(List.of(ROWS_PER_SECOND, NUMBER_OF_ROWS, SEED));
        options.addAll(FieldOptions.ALL);
        return List.copyOf(options);
    }

    @Override
    public Source source(Table table) {
        Settings settings = Settings.of(table.options());
        FieldOptions.checkColumns(table);
        double rate = settings.get(ROWS_PER_SECOND);
        long seed = settings.get(SEED);
        long count = settings.has(NUMBER_OF_ROWS) ? settings.get(NUMBER_OF_ROWS) : Long.MAX_VALUE;
        List<FieldGenerator> fields = new ArrayList<>();
        for (int i = 0; i < table.schema().size(); i++) {
            Field field = table.schema().fields().get(i);
            FieldGenerator generator =
                    FieldGenerator.of(field, new FieldOptions(field, settings), new SeededBits(seed, i));
            count = Math.min(count, generator.rowCount());
            fields.add(generator);
        }
        return new GeneratedSource(rate, count, columns -> (first, rows, startMillis) -> {
            LongFunction<Long> dueMillis = row -> startMillis + (long) (row * 1_000 / rate);
            Column[] made = new Column[columns.size()];
            for (int i = 0; i < made.length; i++) {
                made[i] = fields.get(columns.get(i)).column(first, rows, dueMillis);
            }
            return made;
        });
    }

    @Override
    public Sink sink(Table table) {
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED,
                "table \"" + table.name() + "\" can't be written: connector 'datagen' only reads");
    }
}
