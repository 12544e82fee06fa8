// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.state.SortEncoder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is kept of each row that is kept. */
interface Payload {

    /** Takes rows from this batch. */
    void bind(ChangeBatch batch);

    /** Appends that of a row. */
    void append(int row, SortEncoder encoder);

    /** The value of a column. */
    final class OfColumn implements Payload {

        private final int column;
        private @Nullable Column bound;

        OfColumn(int column) {
            this.column = column;
        }

        @Override
        public void bind(ChangeBatch batch) {
            bound = batch.column(column);
        }

        @Override
        public void append(int row, SortEncoder encoder) {
            encoder.payload(Objects.requireNonNull(bound), row);
        }
    }
}
