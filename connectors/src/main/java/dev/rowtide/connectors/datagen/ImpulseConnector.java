// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
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
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * Rows that count from zero, at a rate. A table that declares no columns has {@code counter} and {@code subtask_index}; one that does may have
 * these and {@code event_time}, a timestamp that advances by {@code event_time_interval} from row to row.
 */
public final class ImpulseConnector implements Connector {

    private static final int NANOS_PER_SECOND = 1_000_000_000;

    static final Setting<Double> EVENT_RATE = new Setting<>(
            "event_rate", List.of("event-rate"), "number", "", "How many rows come per second.", RowRate::parse);

    static final Setting<Long> MESSAGE_COUNT = new Setting<>(
            "message_count",
            List.of("message-count"),
            "count",
            "",
            "How many rows come in all; without it there is no end.",
            SettingParsers::count);

    static final Setting<BigDecimal> EVENT_TIME_INTERVAL = new Setting<>(
            "event_time_interval",
            List.of("event-time-interval"),
            "duration",
            "",
            "How much later each row's event_time is than the row's before; by default as event_rate says.",
            ImpulseConnector::seconds);

    private static final Schema COLUMNS = Schema.of(
            new Field("counter", Type.BIGINT.withNullable(false)),
            new Field("subtask_index", Type.BIGINT.withNullable(false)));

    @Override
    public String name() {
        return "impulse";
    }

    @Override
    public List<Setting<?>> options() {
        return List.of(EVENT_RATE, MESSAGE_COUNT, EVENT_TIME_INTERVAL);
    }

    @Override
    public Table inferColumns(Table table) {
        return table.withSchema(COLUMNS);
    }

    @Override
    public Source source(Table table) {
        for (Field field : table.schema().fields()) {
            check(field);
        }
        Settings settings = Settings.of(table.options());
        double rate = settings.get(EVENT_RATE);
        long count = settings.has(MESSAGE_COUNT) ? settings.get(MESSAGE_COUNT) : Long.MAX_VALUE;
        double intervalNanos = settings.has(EVENT_TIME_INTERVAL)
                ? settings.get(EVENT_TIME_INTERVAL).doubleValue() * NANOS_PER_SECOND
                : NANOS_PER_SECOND / rate;
        return new GeneratedSource(rate, count, columns -> (first, rows, startMillis) -> {
            Column[] made = new Column[columns.size()];
            for (int i = 0; i < made.length; i++) {
                made[i] = column(table.schema().fields().get(columns.get(i)), first, rows, startMillis, intervalNanos);
            }
            return made;
        });
    }

    @Override
    public Sink sink(Table table) {
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED,
                "table \"" + table.name() + "\" can't be written: connector 'impulse' only reads");
    }

    private static void check(Field field) {
        boolean fits = switch (field.name().toLowerCase(Locale.ROOT)) {
            case "counter", "subtask_index" -> field.type().kind() == TypeKind.BIGINT;
            case "event_time" -> field.type().kind().isTimestamp();
            default -> false;
        };
        if (!fits) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION,
                            "connector 'impulse' has no column \"" + field.name() + "\" of type "
                                    + field.type().name())
                    .withHint("It has: counter BIGINT, subtask_index BIGINT, event_time TIMESTAMP(3).");
        }
    }

    private static Column column(Field field, long first, int rows, long startMillis, double intervalNanos) {
        long[] values = new long[rows];
        switch (field.name().toLowerCase(Locale.ROOT)) {
            case "counter" -> {
                for (int i = 0; i < rows; i++) {
                    values[i] = first + i;
                }
            }
            case "event_time" -> {
                for (int i = 0; i < rows; i++) {
                    values[i] = eventTime(startMillis, (long) ((first + i) * intervalNanos), field.type());
                }
            }
            default -> {
                // There is one subtask, of index 0.
            }
        }
        return new LongColumn(values, null);
    }

    private static long eventTime(long startMillis, long laterNanos, Type type) {
        long nanos = Math.floorMod(startMillis, 1_000L) * 1_000_000 + laterNanos % NANOS_PER_SECOND;
        long seconds = Math.floorDiv(startMillis, 1_000L) + laterNanos / NANOS_PER_SECOND + nanos / NANOS_PER_SECOND;
        return ValueText.timestamp(seconds, (int) (nanos % NANOS_PER_SECOND), type);
    }

    private static BigDecimal seconds(String text) {
        return BigDecimal.valueOf(SettingParsers.durationMillis(text)).movePointLeft(3);
    }
}
