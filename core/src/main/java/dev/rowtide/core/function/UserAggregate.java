// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

import org.jspecify.annotations.Nullable;

/**
 * An aggregate function of your own. It is called row by row with boxed values ({@link dev.rowtide.core.batch.Datum}), for one group by one thread at a time, and keeps all that it knows of a
 * group in the group's accumulator: deterministic, and free of side effects.
 *
 * @param <A> the accumulator
 */
public interface UserAggregate<A> {

    /** An accumulator that has seen no row. */
    A create();

    /**
     * Counts a row in.
     *
     * @param arguments a datum per argument, null for NULL; the array is reused, keep no reference
     */
    void accumulate(A accumulator, @Nullable Object[] arguments);

    /**
     * Whether rows can be taken back, exactly: afterwards the accumulator gives the result that it would give had it never seen the row. A function that can't is
     * refused over input that updates or deletes.
     */
    default boolean retracts() {
        return false;
    }

    /** Takes back a row that was counted in; called only if {@link #retracts()}. */
    default void retract(A accumulator, @Nullable Object[] arguments) {
        throw new UnsupportedOperationException("rows can't be taken back");
    }

    /** The result of the rows that count: a datum of the function's result type, null for NULL. Changes nothing. */
    @Nullable
    Object result(A accumulator);

    /** The accumulator as bytes, for snapshots. */
    byte[] write(A accumulator);

    /** The accumulator that {@link #write} wrote. */
    A read(byte[] bytes);
}
