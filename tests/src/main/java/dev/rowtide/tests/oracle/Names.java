// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

/** Names that are unique in a query. */
final class Names {

    private int count;

    /** For a column. */
    String column() {
        return "n" + ++count;
    }

    /** For a view. */
    String view() {
        return "v" + ++count;
    }

    /** For what stands in FROM. */
    String alias() {
        return "a" + ++count;
    }
}
