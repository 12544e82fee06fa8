// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlOption;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.catalog.SimilarNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The options in a table's WITH clause, checked against what its connector knows.
 *
 * @param connectorName the connector as the options name it
 * @param connector the connector
 * @param texts the other options, by lower-case name, in the order written
 */
record TableOptions(String connectorName, Connector connector, Map<String, String> texts) {

    private static final String CONNECTOR = "connector";

    /**
     * The options of a CREATE TABLE.
     *
     * @throws EngineException {@code INVALID_OPTION} at an option that is unknown, doubled, missing or has a value that it can't have
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
        Map<String, String> texts = new LinkedHashMap<>();
        written.forEach((key, option) -> {
            check(option, key, connector);
            texts.put(key, option.value());
        });
        return new TableOptions(connector.name(), connector, texts);
    }

    private static void check(SqlOption option, String key, Connector connector) {
        List<String> known = new ArrayList<>();
        for (Setting<?> setting : connector.options()) {
            if (setting.name().equals(key) || setting.aliases().contains(key)) {
                checkValue(option, setting);
                return;
            }
            known.add(setting.name());
        }
        EngineException error = at(option, "connector '" + connector.name() + "' has no option '" + option.key() + "'")
                .withDetail("It has: " + String.join(", ", known));
        throw SimilarNames.didYouMean(key, known).map(error::withHint).orElse(error);
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
