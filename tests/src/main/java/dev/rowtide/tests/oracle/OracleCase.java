// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.List;

/**
 * A case: tables, what arrives, and a query over them.
 *
 * @param tables the input tables
 * @param arrivals the changes in the order of arrival; version {@code n} of the input is the tables after the first {@code n} of them
 * @param query the query, with the views that it uses
 * @param flushRows rows between flushes in the consolidated run
 */
record OracleCase(List<InputTable> tables, List<InputChange> arrivals, Relation query, int flushRows) {

    OracleCase withArrivals(List<InputChange> fewer) {
        return new OracleCase(tables, fewer, query, flushRows);
    }

    OracleCase withQuery(Relation other) {
        return new OracleCase(tables, arrivals, other, flushRows);
    }
}
