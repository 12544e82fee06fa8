// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;

/** Hands out the rows of one share of the input, a block at each call. */
final class MemoryReader implements SourceReader<RowData, MemorySource.Share> {
    private static final int BLOCK_ROWS = 512;

    private final RowCursor cursor;
    private final MeasuredPass pass;
    private final CompletableFuture<Void> shareKnown = new CompletableFuture<>();
    private MemorySource.@Nullable Share share;
    private long nextRow;
    private boolean begun;

    MemoryReader(RowCursor cursor, MeasuredPass pass) {
        this.cursor = cursor;
        this.pass = pass;
    }

    @Override
    public void start() {}

    @Override
    public void addSplits(List<MemorySource.Share> shares) {
        share = shares.get(0);
        nextRow = (long) share.reader() * BLOCK_ROWS;
        shareKnown.complete(null);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return shareKnown;
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
        if (share == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (!begun) {
            begun = true;
            pass.firstRow();
        }
        int end = (int) Math.min(cursor.size(), nextRow + BLOCK_ROWS);
        for (int row = (int) Math.min(nextRow, end); row < end; row++) {
            output.collect(cursor.at(row));
        }
        nextRow += (long) BLOCK_ROWS * share.readers();
        return nextRow < cursor.size() ? InputStatus.MORE_AVAILABLE : InputStatus.END_OF_INPUT;
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public List<MemorySource.Share> snapshotState(long checkpoint) {
        throw new UnsupportedOperationException("a measurement takes no checkpoints");
    }

    @Override
    public void close() {}
}
