// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import java.util.List;

/**
 * An expression in both dialects.
 *
 * @param rowtide its text for Rowtide
 * @param duckDb its text for DuckDB, of the same type and value
 * @param type its type
 * @param bound no value is larger than this, its sign aside: nothing that overflows is generated
 * @param exact whether a DOUBLE is a multiple of a quarter, so that any sum of such is exact
 * @param constant whether it reads no column
 * @param parts expressions of the same type that it is made of, for the shrinker
 */
record Expression(
        String rowtide,
        String duckDb,
        Type type,
        double bound,
        boolean exact,
        boolean constant,
        List<Expression> parts) {

    /** Its text for one of the engines. */
    @FunctionalInterface
    interface Dialect {
        String text(Expression expression);
    }

    static Expression column(Column column) {
        return new Expression(
                column.name(), column.name(), column.type(), column.bound(), column.exact(), false, List.of());
    }

    /** A condition. */
    static Expression condition(String rowtide, String duckDb) {
        return new Expression(rowtide, duckDb, Type.BOOLEAN.withNullable(true), 0, true, false, List.of());
    }

    /** Both conditions. */
    Expression and(Expression other) {
        String and = " AND ";
        return new Expression(
                "(" + rowtide + and + other.rowtide + ")",
                "(" + duckDb + and + other.duckDb + ")",
                type,
                0,
                true,
                constant && other.constant,
                List.of(this, other));
    }

    Column named(String name) {
        return new Column(name, type, bound, exact);
    }

    /**
     * A column of a relation; see the expression's fields.
     *
     * @param name unique in the query
     */
    record Column(String name, Type type, double bound, boolean exact) {}
}
