// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** Which of SQL's variants is spoken: the lenient one, without aliases in the SELECT list that define them. */
final class Dialect extends SqlDelegatingConformance {

    static final Dialect INSTANCE = new Dialect();

    private Dialect() {
        super(SqlConformanceEnum.BABEL);
    }

    @Override
    public boolean isGroupByAlias() {
        return true;
    }

    @Override
    public boolean isGroupByOrdinal() {
        return true;
    }

    @Override
    public boolean isHavingAlias() {
        return true;
    }

    @Override
    public SelectAliasLookup isSelectAlias() {
        return SelectAliasLookup.UNSUPPORTED;
    }

    /** A column that is neither grouped by nor aggregated has no value. */
    @Override
    public boolean isNonStrictGroupBy() {
        return false;
    }

    /** {@code VALUES} and SELECT without FROM need no DUAL. */
    @Override
    public boolean isFromRequired() {
        return false;
    }

    /** {@code LIMIT 1, 2} is an offset in one system and a count in another. */
    @Override
    public boolean isLimitStartCountAllowed() {
        return false;
    }
}
