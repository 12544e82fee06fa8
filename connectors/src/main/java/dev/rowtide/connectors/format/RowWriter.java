// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.ChangeBatch;

/** Writes rows of a batch as records of a format. */
public interface RowWriter {

    /** Writes what stands before the first record. */
    default void header(TextBuffer out) {}

    /** Writes one row as a record, its line end included. */
    void row(ChangeBatch batch, int row, TextBuffer out);

    /** Writes one row as a record that starts with what kind of change it is. Not mixed with {@link #row}. */
    void row(ChangeBatch batch, int row, String op, TextBuffer out);

    /** Writes what stands before the first record that says its kind. */
    default void headerWithOp(TextBuffer out) {}
}
