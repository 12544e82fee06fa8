// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Schema;

/** What a name in FROM can stand for. Tables and views share one name space. */
public sealed interface CatalogObject permits CatalogTable, CatalogView {

    /** The name as it was written. */
    String name();

    /** All columns that a query sees, in order. */
    Schema schema();

    /** The CREATE statement that defines it, but for the values of options that are secret. */
    String toSql();
}
