// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

/** How the result of a SELECT is shown. */
public enum ResultFormat {
    /** A table with borders. */
    TABLE,
    /** A JSON object a line. */
    JSON,
    /** CSV with a header. */
    CSV,
    /** A Debezium envelope a line. */
    DEBEZIUM
}
