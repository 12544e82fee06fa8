// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.NullMask;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cast that gives NULL where it fails. */
final class TryCast implements VectorFunction {

    private final VectorFunction cast;

    TryCast(VectorFunction cast) {
        this.cast = cast;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        FailedRows failed = new FailedRows(rows.bound());
        Column column = cast.apply(arguments, rows, failed);
        return NullMask.replace(column, Nulls.union(column.nulls(), failed.rows));
    }

    private static final class FailedRows implements Failures {
        private final int bound;
        private long @Nullable [] rows;

        FailedRows(int bound) {
            this.bound = bound;
        }

        @Override
        public void fail(int row, Supplier<EngineException> error) {
            long[] bits = rows == null ? Nulls.allocate(bound) : rows;
            Nulls.set(bits, row);
            rows = bits;
        }
    }
}
