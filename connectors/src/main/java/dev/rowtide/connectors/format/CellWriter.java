// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;

/** Writes the values of a column of one type, none of which is NULL. */
@FunctionalInterface
interface CellWriter {

    /** Writes the value at {@code row}. */
    void write(Column column, int row, TextBuffer out);
}
