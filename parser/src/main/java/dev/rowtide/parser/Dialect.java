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

    /** {@code 1 DAYS} and the like. */
    @Override
    public boolean allowPluralTimeUnits() {
        return true;
    }
}
