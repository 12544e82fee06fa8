// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** Which liberties our SQL takes, for the parser and the validator alike: nearly all that Calcite knows. */
public final class Dialect extends SqlDelegatingConformance {
    /** The only instance. */
    public static final SqlConformance CONFORMANCE = new Dialect();

    private Dialect() {
        super(SqlConformanceEnum.BABEL);
    }

    /** {@code ROW(1, 'x')} anywhere in an expression. */
    @Override
    public boolean allowExplicitRowValueConstructor() {
        return true;
    }

    /** A column that is neither grouped nor aggregated is a mistake: any value of it would be a guess, and differ from run to run. */
    @Override
    public boolean isNonStrictGroupBy() {
        return false;
    }

    /** A name in the SELECT list is a column of the input, never another item of the list: {@code SELECT a AS b, b FROM t}. */
    @Override
    public SelectAliasLookup isSelectAlias() {
        return SelectAliasLookup.UNSUPPORTED;
    }
}
