// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

/** Makes the columns of a batch when they are first read, of rows that are kept elsewhere and never change. */
public interface DeferredColumns {

    /** A column of all rows. */
    Column make(int index);

    /** The same columns of some of the rows, of which the first {@code n} count. */
    DeferredColumns take(int[] rows, int n);
}
