// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.SplitReader;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the rows that are due. Its position is {@code rows delivered@start of the clock}: one that goes on from there keeps the start, so rows that came due
 * meanwhile are delivered at once and hold what they would have held.
 */
final class GeneratedReader implements SplitReader {

    private final RowGenerator generator;
    private final RowRate rate;
    private final long rowCount;
    private long nextRow;

    GeneratedReader(RowGenerator generator, double rowsPerSecond, long rowCount, @Nullable String position) {
        this.generator = generator;
        this.rowCount = rowCount;
        rate = new RowRate(rowsPerSecond);
        if (position != null) {
            int at = position.indexOf('@');
            nextRow = Long.parseLong(position, 0, at < 0 ? position.length() : at, 10);
            if (at >= 0) {
                rate.startMillis(Long.parseLong(position, at + 1, position.length(), 10));
            }
        }
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        long due = Math.min(rate.due(nowMillis), rowCount) - nextRow;
        int rows = (int) Math.min(due, Math.min(rowsMax, ChangeBatch.ROWS_MAX));
        if (rows <= 0) {
            return null;
        }
        ChangeBatch batch = ChangeBatch.inserts(
                rows, generator.rows(nextRow, rows, rate.startMillis(nowMillis)), firstPosition, Watermarks.absent());
        nextRow += rows;
        return batch;
    }

    @Override
    public boolean ended() {
        return nextRow >= rowCount;
    }

    @Override
    public String position() {
        return rate.started() ? nextRow + "@" + rate.startMillis(0) : Long.toString(nextRow);
    }

    @Override
    public long nextPollMillis(long nowMillis) {
        return Math.max(nowMillis, rate.dueMillis(nextRow, nowMillis));
    }

    @Override
    public void close() {}
}
