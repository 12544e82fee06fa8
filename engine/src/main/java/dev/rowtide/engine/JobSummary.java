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
 * @param dropped rows left out, by cause, and what expired
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

    /** The number of rows left out; what expired was not. */
    public long rowsDropped() {
        return dropped.stream()
                .filter(entry -> !entry.cause().equals(Dropped.EXPIRED))
                .mapToLong(Dropped.Entry::rows)
                .sum();
    }

    /** Counts changes as they are written. */
    static final class Counter {
        private final long[] kinds = new long[4];
        private long pairs;
        private byte previousKind;
        private long previousPosition = -1;

        void count(ChangeBatch batch) {
            byte[] codes = batch.kinds();
            int n = batch.size();
            if (codes == null || n == 0) {
                kinds[RowKind.PLUS_I] += n;
                previousKind = n == 0 ? previousKind : RowKind.PLUS_I;
                return;
            }
            if (batch.isUpdatePairs()) {
                kinds[RowKind.MINUS_U] += n / 2;
                kinds[RowKind.PLUS_U] += n / 2;
                pairs += n / 2;
                previousKind = RowKind.PLUS_U;
                return;
            }
            // Locals, not fields: this loop sees every change that is written.
            long insertsSeen = 0;
            long beforesSeen = 0;
            long aftersSeen = 0;
            long pairsSeen = 0;
            byte before = previousKind;
            long position = previousPosition;
            for (int i = 0; i < n; i++) {
                int row = batch.row(i);
                byte kind = codes[row];
                long at = batch.position(row);
                insertsSeen += kind == RowKind.PLUS_I ? 1 : 0;
                beforesSeen += kind == RowKind.MINUS_U ? 1 : 0;
                aftersSeen += kind == RowKind.PLUS_U ? 1 : 0;
                pairsSeen += kind == RowKind.PLUS_U & before == RowKind.MINUS_U & at == position ? 1 : 0;
                before = kind;
                position = at;
            }
            kinds[RowKind.PLUS_I] += insertsSeen;
            kinds[RowKind.MINUS_U] += beforesSeen;
            kinds[RowKind.PLUS_U] += aftersSeen;
            kinds[RowKind.MINUS_D] += n - insertsSeen - beforesSeen - aftersSeen;
            pairs += pairsSeen;
            previousKind = before;
            previousPosition = position;
        }

        JobSummary summary(long rowsRead, Dropped dropped, long millis) {
            long all = kinds[0] + kinds[1] + kinds[2] + kinds[3];
            return new JobSummary(
                    rowsRead, kinds[0], kinds[1], kinds[2], kinds[3], all - pairs, dropped.entries(), millis);
        }
    }
}
