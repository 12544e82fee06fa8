// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.CatalogObject;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.RelHint;

/** Turns a name in FROM into the relational plan it stands for: a scan, a scan with computed columns, a view's query. */
@FunctionalInterface
public interface RelationExpansion {

    /**
     * The plan of a table or view.
     *
     * @param object the table or view
     * @param handle how Calcite refers to it
     * @param hints those on the table
     */
    RelNode expand(CatalogObject object, RelOptTable handle, List<RelHint> hints);
}
