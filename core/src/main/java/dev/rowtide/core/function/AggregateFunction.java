// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

/**
 * The aggregate functions. All of them retract exactly, but for some of the user's. Unless it says otherwise a function leaves out rows with a NULL argument and is NULL
 * when no row is left.
 */
public enum AggregateFunction {
    /** Without argument: the rows; with some: those where none of them is NULL. BIGINT, never NULL. */
    COUNT,
    /** The sum of the values, in the argument's type; overflow is judged when a result is put out. */
    SUM,
    /** As {@link #SUM}, and 0 where that is NULL. */
    SUM0,
    /** The mean; of integers by division toward zero in the argument's type, of decimals in the result type's scale. */
    AVG,
    MIN,
    MAX,
    /** The only value; an error when there is more than one row. */
    SINGLE_VALUE,
    /** One of the values: the least, so that it depends on nothing else. */
    ANY_VALUE,
    /** The first value in the given order; without one, the value that has been there longest. Of equal values the first to come is the first to go. */
    FIRST_VALUE,
    /** The last value in the given order; without one, the value that came last. */
    LAST_VALUE,
    /** (value, key): the value, also NULL, of the row with the least key; of several, the least value. Rows whose key is NULL are left out. */
    MIN_BY,
    /** (value, key): the value, also NULL, of the row with the greatest key; of several, the least value. Rows whose key is NULL are left out. */
    MAX_BY,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    /** The texts in the given order, equals of that by the text; without an order as they came. Parameter: the separator, a text. */
    LISTAGG,
    /** An ARRAY of the values in the given order, equals of that by the value; without an order as they came. Of no rows NULL. Parameter: whether NULLs are kept. */
    ARRAY_AGG,
    /** The variance of the values as DOUBLE: the mean of the squared distances from their mean. */
    VAR_POP,
    /** As {@link #VAR_POP}, by one value less; NULL of one value. */
    VAR_SAMP,
    /** The root of {@link #VAR_POP}. */
    STDDEV_POP,
    /** The root of {@link #VAR_SAMP}. */
    STDDEV_SAMP,
    /** (y, x) as DOUBLE, over the rows where neither is NULL, like all that follow: the mean of the products of their distances from their means. */
    COVAR_POP,
    /** As {@link #COVAR_POP}, by one row less; NULL of one row. */
    COVAR_SAMP,
    /** The correlation of y and x; NULL if either is the same in all rows. */
    CORR,
    /** The rows where neither is NULL. BIGINT, never NULL. */
    REGR_COUNT,
    REGR_AVGX,
    REGR_AVGY,
    /** The sum of the squared distances of x from its mean. */
    REGR_SXX,
    REGR_SYY,
    REGR_SXY,
    /** The slope of the line through the points (x, y) with the least squared errors; NULL if x is the same in all rows. */
    REGR_SLOPE,
    /** Where that line meets x = 0. */
    REGR_INTERCEPT,
    /** How much of the variance of y that line explains; 1 if y is the same in all rows. */
    REGR_R2,
    /** The commonest value; of several, the least. */
    MODE,
    /**
     * The number at a fraction of the way from the first value in the given order to the last, as DOUBLE, between two values in proportion. Parameter: the fraction, a
     * BigDecimal from 0 to 1.
     */
    PERCENTILE_CONT,
    /** The first value in the given order with which the fraction of all values is reached. Parameter: as {@link #PERCENTILE_CONT}. */
    PERCENTILE_DISC,
    /**
     * (key, value): a JSON object as text, its members as rows came; of no rows NULL. A NULL key is an error. Parameters: whether a NULL value is a member that is null, or
     * left out; whether values are JSON already.
     */
    JSON_OBJECTAGG,
    /** (value): a JSON array as text, its elements in the given order, without one as they came; of no rows NULL. Parameters: as {@link #JSON_OBJECTAGG}. */
    JSON_ARRAYAGG,
    /** About as many as there are different values, from a sketch; exactly as many where the input updates. BIGINT, never NULL. */
    APPROX_COUNT_DISTINCT,
    /** {@link #PERCENTILE_CONT} in rising order, of values with eight binary digits behind the first: off by less than 0.4 %. */
    APPROX_QUANTILE,
    /** One of the user's, which sees NULLs too. Parameter: the function, an {@link dev.rowtide.core.plan.AggregateCall.User}. */
    USER
}
