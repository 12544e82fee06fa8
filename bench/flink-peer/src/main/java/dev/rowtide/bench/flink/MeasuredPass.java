// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.child.Stopwatch;
import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.query.Queries;
import org.jspecify.annotations.Nullable;

/**
 * What sources and sinks of the running job tell the program. Flink makes them from serialised copies, so they find the
 * pass in a static field, not by reference.
 */
final class MeasuredPass {
    private static volatile @Nullable MeasuredPass current;

    private final String query;
    private final Stopwatch stopwatch;
    private final @Nullable TableDigest digest;
    private int openSinks;
    private long changes;

    private MeasuredPass(String query, Stopwatch stopwatch, @Nullable TableDigest digest) {
        this.query = query;
        this.stopwatch = stopwatch;
        this.digest = digest;
    }

    static MeasuredPass begin(String query, Stopwatch stopwatch, @Nullable TableDigest digest) {
        MeasuredPass pass = new MeasuredPass(query, stopwatch, digest);
        current = pass;
        return pass;
    }

    static MeasuredPass current() {
        MeasuredPass pass = current;
        if (pass == null) {
            throw new IllegalStateException("no pass is being measured");
        }
        return pass;
    }

    /** Whether a column of the answer goes into the digest. */
    boolean digests(String column) {
        return Queries.isDetermined(query, column);
    }

    boolean digests() {
        return digest != null;
    }

    /** A source is about to hand out its first row. */
    void firstRow() {
        stopwatch.start();
    }

    synchronized void sinkOpened() {
        openSinks++;
    }

    /** A sink has taken its last change; with the last sink the time is up. */
    synchronized void sinkEnded(long sinkChanges, TableDigest sinkDigest) {
        changes += sinkChanges;
        if (digest != null) {
            digest.add(sinkDigest);
        }
        if (--openSinks == 0) {
            stopwatch.stop();
        }
    }

    synchronized long changes() {
        if (openSinks != 0) {
            throw new IllegalStateException("the job ended before its sinks did");
        }
        return changes;
    }
}
