// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import java.util.List;

/**
 * What a job has done so far.
 *
 * @param rowsRead changes taken from the sources
 * @param inserts {@code +I} written
 * @param updatesBefore {@code -U} written
 * @param updatesAfter {@code +U} written
 * @param deletes {@code -D} written
 * @param upsertMessages what the same log would be as an upsert stream: the halves of an update are one message
 * @param dropped rows left out, by cause
 * @param millis how long it has run, milliseconds
 */
public record JobSummary(
        long rowsRead,
        long inserts,
        long updatesBefore,
        long updatesAfter,
        long deletes,
        long upsertMessages,
        List<Dropped.Entry> dropped,
        long millis) {

    /** All changes written. */
    public long changes() {
        return inserts + updatesBefore + updatesAfter + deletes;
    }

    /** The rows of the result table: those put in less those taken out, where each update came as a pair. */
    public long finalRows() {
        return inserts + updatesAfter - updatesBefore - deletes;
    }

    /** The number of rows left out. */
    public long rowsDropped() {
        return dropped.stream().mapToLong(Dropped.Entry::rows).sum();
    }

    /** Counts changes as they are written. */
    static final class Counter {
        private final long[] kinds = new long[4];
        private long pairs;
        private byte previousKind;
        private long previousPosition = -1;

        void count(ChangeBatch batch) {
            byte[] codes = batch.kinds();
            if (codes == null) {
                kinds[RowKind.PLUS_I] += batch.size();
                previousKind = RowKind.PLUS_I;
                return;
            }
            for (int i = 0, n = batch.size(); i < n; i++) {
                int row = batch.row(i);
                byte kind = codes[row];
                kinds[kind]++;
                if (kind == RowKind.PLUS_U && previousKind == RowKind.MINUS_U && batch.position(row) == previousPosition) {
                    pairs++;
                }
                previousKind = kind;
                previousPosition = batch.position(row);
            }
        }

        JobSummary summary(long rowsRead, Dropped dropped, long millis) {
            long all = kinds[0] + kinds[1] + kinds[2] + kinds[3];
            return new JobSummary(
                    rowsRead, kinds[0], kinds[1], kinds[2], kinds[3], all - pairs, dropped.entries(), millis);
        }
    }
}
