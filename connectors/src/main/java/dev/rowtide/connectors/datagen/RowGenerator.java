// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.batch.Column;

/** Makes rows by their number. */
interface RowGenerator {

    /**
     * The columns of consecutive rows.
     *
     * @param first the number of the first row, from 0
     * @param rows how many
     * @param startMillis when the source started
     */
    Column[] rows(long first, int rows, long startMillis);
}
