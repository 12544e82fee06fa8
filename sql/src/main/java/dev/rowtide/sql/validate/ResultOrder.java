// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.Util;

/** {@code ORDER BY} without LIMIT at the end of a query: it says nothing about what rows there are, only in which order to show them, which a changelog does not have. */
public final class ResultOrder {

    private final Catalog catalog;

    public ResultOrder(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Whether a query asks for its rows in an order that only a table that is complete has. */
    public boolean isAsked(SqlNode query) {
        return query instanceof SqlOrderBy sorted
                && sorted.fetch == null
                && sorted.offset == null
                && !isByEventTime(sorted);
    }

    /** Whether the order is first of all that of event time, rising: there a row is in its place as soon as the watermark has passed it. */
    private boolean isByEventTime(SqlOrderBy sorted) {
        if (!(sorted.orderList.get(0) instanceof SqlIdentifier key) || !(sorted.query instanceof SqlSelect select)) {
            return false;
        }
        SqlNode from = select.getFrom() != null ? SqlUtil.stripAs(select.getFrom()) : null;
        return from instanceof SqlIdentifier table
                && catalog.find(Util.last(table.names)) instanceof CatalogTable read
                && read.watermark() != null
                && read.watermark().column().equalsIgnoreCase(Util.last(key.names));
    }
}
