// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a VALUES. */
public final class ValuesFeed implements Feed {

    private final Values values;
    private int next;

    public ValuesFeed(Values values) {
        this.values = values;
    }

    @Override
    public Values leaf() {
        return values;
    }

    @Override
    public boolean bounded() {
        return true;
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        int rows = Math.min(rowsMax, values.rows().size() - next);
        if (rows == 0) {
            return null;
        }
        BatchBuilder builder = new BatchBuilder(values.schema());
        for (int i = 0; i < rows; i++) {
            List<@Nullable Object> row = values.rows().get(next++);
            for (int c = 0; c < row.size(); c++) {
                Datum.append(builder.column(c), row.get(c), values.schema().type(c));
            }
            builder.endRow(RowKind.PLUS_I, firstPosition + i);
        }
        return builder.build(Watermarks.absent());
    }

    @Override
    public boolean ended() {
        return next == values.rows().size();
    }

    @Override
    public long nextPollMillis(long nowMillis) {
        return nowMillis;
    }

    @Override
    public @Nullable String place(long position) {
        return null;
    }

    @Override
    public List<String> remarks() {
        return List.of();
    }

    @Override
    public long[] progressBytes() {
        return new long[] {0, 0};
    }

    @Override
    public void close() {}
}
