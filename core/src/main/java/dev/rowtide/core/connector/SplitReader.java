// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.batch.ChangeBatch;
import org.jspecify.annotations.Nullable;

/** Reads one split. Called by one thread. */
public interface SplitReader extends AutoCloseable {

    /**
     * The next changes: columns and kinds; the reader fills in neither positions (they start at {@code firstPosition}) nor watermarks beyond
     * {@link dev.rowtide.core.batch.Watermarks#absent()}.
     *
     * <p>Where {@code -U} is followed by the {@code +U} of the same update, both are in one batch and share a position; every other change takes the next
     * position.
     *
     * @param firstPosition the position of the first change
     * @param rowsMax the number of rows wanted at most; a pair that would be cut may exceed it by one
     * @param nowMillis the engine's clock, milliseconds since the epoch: rate-limited sources deliver what is due by then
     * @return null when nothing is there now; see {@link #ended()}
     * @throws dev.rowtide.core.error.EngineException if reading fails, or a record is bad and the policy is to fail
     */
    @Nullable
    ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis);

    /** Whether the split is at its end: {@link #poll} will deliver nothing more. */
    boolean ended();

    /** Where the reader stands, behind the last change delivered: opaque text for {@link Source#open}. */
    String position();

    /** When {@link #poll} may have something, milliseconds since the epoch; for rate-limited sources. */
    default long nextPollMillis(long nowMillis) {
        return nowMillis;
    }

    /**
     * Where in the outside the change at {@code position}, one of the last batch, came from, for people: file and line, partition and offset.
     *
     * @return null if unknown
     */
    default @Nullable String place(long position) {
        return null;
    }

    /** What a user should know about what was read, one sentence without its full stop; asked at the end of the split. Null for nothing. */
    default @Nullable String remark() {
        return null;
    }

    /** Bytes read so far and bytes in all, for progress; {0, 0} when unknown. */
    default long[] progressBytes() {
        return new long[] {0, 0};
    }

    @Override
    void close();
}
