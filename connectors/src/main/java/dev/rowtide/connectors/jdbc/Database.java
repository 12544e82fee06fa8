// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Secrets;
import dev.rowtide.core.setting.Settings;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The database that a table is in, and what the table and its columns are called there. */
final class Database {

    private final Table table;
    private final Settings settings;

    Database(Table table) {
        this.table = table;
        settings = Settings.of(table.options());
        settings.get(JdbcOptions.URL);
        settings.get(JdbcOptions.TABLE_NAME);
        JdbcOptions.caching(settings);
    }

    Table table() {
        return table;
    }

    Settings settings() {
        return settings;
    }

    /**
     * A new connection.
     *
     * @throws SQLException as the driver does
     * @throws EngineException if there is no driver
     */
    Connection connect() throws SQLException {
        String url = settings.get(JdbcOptions.URL);
        if (settings.has(JdbcOptions.DRIVER)) {
            loadDriver(settings.get(JdbcOptions.DRIVER));
        }
        Properties properties = new Properties();
        if (settings.has(JdbcOptions.USERNAME)) {
            properties.setProperty("user", settings.get(JdbcOptions.USERNAME));
        }
        if (settings.has(JdbcOptions.PASSWORD)) {
            properties.setProperty("password", settings.get(JdbcOptions.PASSWORD));
        }
        try {
            return DriverManager.getConnection(url, properties);
        } catch (SQLException e) {
            if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
                throw new EngineException(
                                ErrorCode.INVALID_OPTION,
                                "no JDBC driver takes the URL of table \"" + table.name() + "\"")
                        .withHint(
                                "Put the driver of the database on the class path; where it does not make itself known,"
                                        + " name its class with 'driver'.")
                        .causedBy(e);
            }
            throw e;
        }
    }

    private static boolean accepts(java.sql.Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }

    private void loadDriver(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new EngineException(
                            ErrorCode.INVALID_OPTION,
                            "the JDBC driver " + name + " of table \"" + table.name() + "\" is not on the class path")
                    .causedBy(e);
        }
    }

    /**
     * A query of some columns, without its condition.
     *
     * @param columns physical columns of the table
     * @param keys places in {@code columns}
     * @throws EngineException if the database has no such table or column
     */
    Query query(Connection connection, List<Integer> columns, List<Integer> keys) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String quote = metaData.getIdentifierQuoteString();
        String quoted = quote == null || quote.isBlank() ? "" : quote;
        String[] path = settings.get(JdbcOptions.TABLE_NAME).split("\\.", 2);
        String schema = path.length == 2 ? path[0] : null;
        Map<String, String> found = new LinkedHashMap<>();
        String name = "";
        for (String spelled : spellings(path[path.length - 1])) {
            name = spelled;
            found = columnsOf(metaData, schema, spelled);
            if (!found.isEmpty()) {
                break;
            }
        }
        if (found.isEmpty()) {
            throw new EngineException(
                            ErrorCode.UNDEFINED_TABLE,
                            "the database of table \"" + table.name() + "\" has no table "
                                    + settings.get(JdbcOptions.TABLE_NAME))
                    .withHint("Check 'table-name'; a schema stands before it, with a dot.");
        }
        List<String> names = new ArrayList<>();
        for (int column : columns) {
            names.add(quoted(inDatabase(table.schema().name(column), found), quoted));
        }
        String from = (schema == null ? "" : quoted(spelledAs(metaData, schema), quoted) + ".") + quoted(name, quoted);
        return new Query(
                "SELECT " + (names.isEmpty() ? "1" : String.join(", ", names)) + " FROM " + from,
                keys.stream().map(names::get).toList());
    }

    /**
     * A query.
     *
     * @param text up to its FROM
     * @param keys the names of its key columns
     */
    record Query(String text, List<String> keys) {}

    /** As it is written, and as databases fold what is not quoted. */
    private static Iterable<String> spellings(String name) {
        return new LinkedHashSet<>(List.of(name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT)));
    }

    private static String spelledAs(DatabaseMetaData metaData, String schema) throws SQLException {
        try (ResultSet schemas = metaData.getSchemas()) {
            while (schemas.next()) {
                String name = schemas.getString("TABLE_SCHEM");
                if (schema.equalsIgnoreCase(name)) {
                    return name;
                }
            }
        }
        return schema;
    }

    /** The names of a table's columns by their lower-case forms. */
    private static Map<String, String> columnsOf(DatabaseMetaData metaData, @Nullable String schema, String name)
            throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        String escape = metaData.getSearchStringEscape();
        String pattern = escape == null ? name : name.replace("_", escape + "_").replace("%", escape + "%");
        try (ResultSet columns = metaData.getColumns(null, null, pattern, null)) {
            while (columns.next()) {
                boolean isTable = columns.getString("TABLE_NAME").equals(name)
                        && (schema == null || schema.equalsIgnoreCase(columns.getString("TABLE_SCHEM")));
                if (isTable) {
                    String column = columns.getString("COLUMN_NAME");
                    found.putIfAbsent(column.toLowerCase(Locale.ROOT), column);
                }
            }
        }
        return found;
    }

    private String inDatabase(String column, Map<String, String> found) {
        if (found.containsValue(column)) {
            return column;
        }
        String name = found.get(column.toLowerCase(Locale.ROOT));
        if (name == null) {
            EngineException error = new EngineException(
                            ErrorCode.UNDEFINED_COLUMN,
                            "table " + settings.get(JdbcOptions.TABLE_NAME) + " in the database has no column \""
                                    + column + "\"")
                    .withDetail("It has: " + String.join(", ", found.values()) + ".");
            throw SimilarNames.didYouMean(column, found.values())
                    .map(error::withHint)
                    .orElse(error);
        }
        return name;
    }

    private static String quoted(String name, String quote) {
        return quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
    }

    /** A failure of the database as one of the table; never with the URL, which may have a password. */
    EngineException failure(String what, SQLException e) {
        return new EngineException(ErrorCode.IO_ERROR, "table \"" + table.name() + "\" can't be " + what)
                .withDetail("The database says: "
                        + Secrets.inText(String.valueOf(e.getMessage()).strip()) + ".")
                .causedBy(e);
    }
}
