// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.operators.watermark.SplitWatermarks;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the splits of a table with event time side by side: of those that are open always the one whose event time is behind the others', so many rows at a time. So rows do not become late by
 * being in a split that is read after another, and what waits for the event time of all has little to wait for.
 *
 * <p>The order depends on the splits alone, not on the size of a batch: a turn is a number of rows.
 */
public final class AlignedScanFeed implements Feed {

    /** The rows of a turn. */
    private static final int TURN_ROWS = 1_024;

    /** The splits that are open at once; as one ends, the next is opened. */
    private static final int OPEN_MAX = 64;

    private static final int REMARKS_MAX = 3;
    private static final int NONE = -1;

    private final Scan scan;
    private final Source source;
    private final BadRecords badRecords;
    private final List<String> splits;
    private final SplitWatermarks watermarks;
    private final @Nullable SplitReader[] readers;
    private final List<String> remarks = new ArrayList<>();
    private int opened;
    private int open;

    /** The split whose turn it is, and the rows that are left of it. */
    private int turn = NONE;

    private int left;
    private @Nullable SplitReader lastRead;

    /**
     * @param scan of a table with a watermark
     * @param zone the session's time zone
     * @throws dev.rowtide.core.error.EngineException if the splits can't be found
     */
    public AlignedScanFeed(Scan scan, Source source, BadRecords badRecords, ZoneId zone) {
        this.scan = scan;
        this.source = source;
        this.badRecords = badRecords;
        splits = source.splits();
        watermarks = new SplitWatermarks(scan, zone, splits.size());
        readers = new SplitReader[splits.size()];
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
            openMore();
            if (turn == NONE || left <= 0) {
                turn = behind();
                left = TURN_ROWS;
            }
            if (turn == NONE) {
                return null;
            }
            SplitReader reader = Objects.requireNonNull(readers[turn]);
            ChangeBatch batch = reader.poll(firstPosition, Math.min(rowsMax, left), nowMillis);
            if (batch != null) {
                left -= batch.size();
                lastRead = reader;
                return watermarks.assign(turn, batch, nowMillis);
            }
            if (!reader.ended()) {
                return null;
            }
            end(turn, reader);
        }
    }

    private void openMore() {
        while (open < OPEN_MAX && opened < splits.size()) {
            readers[opened] = source.open(splits.get(opened), scan.columns(), null, badRecords);
            watermarks.begin(opened++);
            open++;
        }
    }

    /** The open split that has come least far, the first of several; -1 if none is open. */
    private int behind() {
        int behind = NONE;
        for (int split = 0; split < opened; split++) {
            if (readers[split] != null && (behind == NONE || watermarks.of(split) < watermarks.of(behind))) {
                behind = split;
            }
        }
        return behind;
    }

    private void end(int split, SplitReader reader) {
        String remark = reader.remark();
        if (remark != null && remarks.size() < REMARKS_MAX) {
            remarks.add(remark);
        }
        reader.close();
        readers[split] = null;
        watermarks.end(split);
        open--;
        turn = NONE;
    }

    @Override
    public boolean ended() {
        for (SplitReader reader : readers) {
            if (reader != null && !reader.ended()) {
                return false;
            }
        }
        return opened == splits.size();
    }

    @Override
    public long nextPollMillis(long nowMillis) {
        SplitReader next = turn == NONE ? null : readers[turn];
        return next == null ? nowMillis : next.nextPollMillis(nowMillis);
    }

    @Override
    public @Nullable String place(long position) {
        return lastRead == null ? null : lastRead.place(position);
    }

    @Override
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    @Override
    public long[] progressBytes() {
        return new long[] {0, 0};
    }

    @Override
    public void close() {
        for (SplitReader reader : readers) {
            if (reader != null) {
                reader.close();
            }
        }
    }
}
