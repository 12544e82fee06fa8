// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

/** Names and texts as they stand in SQL. */
final class QuotedNames {

    private QuotedNames() {}

    /** A name in double quotes, which every name can stand in. */
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** A text literal. */
    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
