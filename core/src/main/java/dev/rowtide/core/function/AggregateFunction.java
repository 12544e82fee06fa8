// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

/** The aggregate functions. All of them retract exactly, but for some of the user's. */
public enum AggregateFunction {
    /** Without argument: the rows; with one: those where it is not NULL. BIGINT, never NULL. */
    COUNT,
    /** The sum of the values that are not NULL, in the argument's type; NULL when there are none; overflow is judged when a result is put out. */
    SUM,
    /** As {@link #SUM}, and 0 where that is NULL. */
    SUM0,
    /** The mean; of integers by division toward zero in the argument's type, of decimals in the result type's scale. */
    AVG,
    MIN,
    MAX,
    /** The only value; an error when there is more than one row. */
    SINGLE_VALUE,
    /** One of the user's, which the call names. */
    USER
}
