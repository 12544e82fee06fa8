// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.parser.statement.SqlColumn;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlOption;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options in a table's WITH clause, checked against what its connector knows. A {@code #} in the name of a
 * connector's option stands for any column.
 *
 * @param connectorName the connector as the options name it
 * @param connector the connector
 * @param texts the other options, by lower-case name, in the order written
 * @param eventTime names the column of event time, as WATERMARK does; null if it is not given
 * @param watermark names the column whose greatest value is the watermark; null if it is not given
 */
record TableOptions(
        String connectorName,
        Connector connector,
        Map<String, String> texts,
        @Nullable SqlOption eventTime,
        @Nullable SqlOption watermark) {

    private static final String EVENT_TIME = "event_time_field";
    private static final String WATERMARK = "watermark_field";

    private static final String CONNECTOR = "connector";
    private static final char ANY_COLUMN = '#';

    /**
     * The options of a CREATE TABLE.
     *
     * @throws EngineException {@code INVALID_OPTION} at an option that is unknown, doubled, missing or has a value that
     *     it can't have
     */
    static TableOptions of(SqlCreateTable statement, ConnectorRegistry connectors) {
        Map<String, SqlOption> written = new LinkedHashMap<>();
        for (SqlOption option : statement.options()) {
            if (written.put(option.key().toLowerCase(Locale.ROOT), option) != null) {
                throw at(option, "option '" + option.key() + "' is given twice");
            }
        }
        SqlOption named = written.remove(CONNECTOR);
        if (named == null) {
            throw Positions.at(
                            statement.name(),
                            new EngineException(
                                    ErrorCode.INVALID_OPTION, "table \"" + statement.name() + "\" has no connector"))
                    .withHint(
                            "Say where its rows come from or go to: WITH ('connector' = 'filesystem', 'path' = '...').");
        }
        Connector connector;
        try {
            connector = connectors.find(named.value());
        } catch (EngineException e) {
            throw Positions.at(named, e);
        }
        SqlOption eventTime = written.remove(EVENT_TIME);
        SqlOption watermark = written.remove(WATERMARK);
        if (watermark != null && eventTime == null) {
            throw at(watermark, "option '" + WATERMARK + "' needs '" + EVENT_TIME + "'");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        written.forEach((key, option) -> {
            check(option, key, connector, statement);
            texts.put(key, option.value());
        });
        return new TableOptions(connector.name(), connector, texts, eventTime, watermark);
    }

    private static void check(SqlOption option, String key, Connector connector, SqlCreateTable statement) {
        if (EventTimeSettings.IDLE_TIMEOUT.name().equals(key)) {
            checkValue(option, EventTimeSettings.IDLE_TIMEOUT);
            return;
        }
        List<String> known = new ArrayList<>();
        for (Setting<?> setting : connector.options()) {
            if (setting.name().equals(key) || setting.aliases().contains(key)) {
                checkValue(option, setting);
                return;
            }
            String column = column(setting.name(), key);
            if (column != null) {
                checkColumn(option, column, statement);
                checkValue(option, setting);
                return;
            }
            known.add(setting.name());
        }
        EngineException error = at(option, "connector '" + connector.name() + "' has no option '" + option.key() + "'")
                .withDetail("It has: " + String.join(", ", known));
        throw SimilarNames.didYouMean(key, known).map(error::withHint).orElse(error);
    }

    /** The column that an option is for whose name is {@code pattern} for any; null if it is another option. */
    private static @Nullable String column(String pattern, String key) {
        int any = pattern.indexOf(ANY_COLUMN);
        if (any < 0) {
            return null;
        }
        String before = pattern.substring(0, any);
        String behind = pattern.substring(any + 1);
        boolean fits = key.length() >= pattern.length() && key.startsWith(before) && key.endsWith(behind);
        return fits ? key.substring(before.length(), key.length() - behind.length()) : null;
    }

    /** A table whose columns its connector tells is checked there. */
    private static void checkColumn(SqlOption option, String column, SqlCreateTable statement) {
        List<String> columns = statement.columns().stream().map(SqlColumn::name).toList();
        if (statement.hasColumnList() && columns.stream().noneMatch(column::equalsIgnoreCase)) {
            EngineException error = at(option, "option '" + option.key() + "' is for a column that the table has not")
                    .withDetail("It has: " + String.join(", ", columns));
            throw SimilarNames.didYouMean(column, columns).map(error::withHint).orElse(error);
        }
    }

    private static void checkValue(SqlOption option, Setting<?> setting) {
        try {
            setting.parse(option.value());
        } catch (EngineException e) {
            throw Positions.at(option, e);
        }
    }

    private static EngineException at(SqlOption option, String message) {
        return Positions.at(option, new EngineException(ErrorCode.INVALID_OPTION, message));
    }
}
