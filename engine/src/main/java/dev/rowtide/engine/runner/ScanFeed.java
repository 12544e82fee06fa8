// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.Scan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the splits of a table's source, one after the other. */
public final class ScanFeed implements Feed {

    /** A folder may have many files of which the same is to be said. */
    private static final int REMARKS_MAX = 3;

    private final Scan scan;
    private final Source source;
    private final BadRecords badRecords;
    private final Deque<String> waiting;
    private final int splitCount;
    private @Nullable SplitReader reader;
    private final List<String> remarks = new ArrayList<>();

    /**
     * @throws dev.rowtide.core.error.EngineException if the splits can't be found
     */
    public ScanFeed(Scan scan, Source source, BadRecords badRecords) {
        this.scan = scan;
        this.source = source;
        this.badRecords = badRecords;
        this.waiting = new ArrayDeque<>(source.splits());
        this.splitCount = waiting.size();
    }

    @Override
    public Scan leaf() {
        return scan;
    }

    @Override
    public boolean bounded() {
        return source.bounded();
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        while (true) {
            SplitReader current = reader;
            if (current == null) {
                String split = waiting.poll();
                if (split == null) {
                    return null;
                }
                current = source.open(split, scan.columns(), null, badRecords);
                reader = current;
            }
            ChangeBatch batch = current.poll(firstPosition, rowsMax, nowMillis);
            if (batch != null || !current.ended()) {
                return batch;
            }
            note(current.remark());
            current.close();
            reader = null;
        }
    }

    @Override
    public boolean ended() {
        return waiting.isEmpty() && (reader == null || reader.ended());
    }

    @Override
    public long nextPollMillis(long nowMillis) {
        return reader == null ? nowMillis : reader.nextPollMillis(nowMillis);
    }

    @Override
    public @Nullable String place(long position) {
        return reader == null ? null : reader.place(position);
    }

    private void note(@Nullable String remark) {
        if (remark != null && remarks.size() < REMARKS_MAX) {
            remarks.add(remark);
        }
    }

    @Override
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    @Override
    public long[] progressBytes() {
        return splitCount != 1 || reader == null ? new long[] {0, 0} : reader.progressBytes();
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
