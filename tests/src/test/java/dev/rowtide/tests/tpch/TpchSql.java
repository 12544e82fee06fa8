// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.tpch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The texts of the suite. */
final class TpchSql {

    static final int QUERIES = 22;

    private static final Path FOLDER = Path.of("sql/src/test/resources/tpch");

    private TpchSql() {}

    /** The tables. */
    static String schema() {
        return read("schema.sql");
    }

    /** The tables without keys, which in DuckDB stand in the way of updates. */
    static String duckDbSchema() {
        return schema().replaceAll("(?s),\\s*PRIMARY KEY \\([^)]*\\) NOT ENFORCED\\) WITH \\([^)]*\\)", ")");
    }

    /** A query, numbered from 1. An order without a limit is left off: a table has none. */
    static String query(int number) {
        String sql = read("q%02d.sql".formatted(number));
        int order = sql.lastIndexOf("ORDER BY");
        return order < 0 || sql.indexOf("LIMIT", order) > 0 ? sql : sql.substring(0, order);
    }

    static String duckDbQuery(int number) {
        return query(number).replace('`', '"');
    }

    private static String read(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
