// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Turns what steps found and left into changes. */
final class ChangeEmitter {

    private final Schema schema;
    private final int keyCount;
    private final ResultColumn[] results;
    private final OutputRows rows;
    private final ZoneId zone;
    private final boolean repeats;
    private boolean[] changed = {};
    private long emittedWatermark = Watermarks.NONE;

    ChangeEmitter(GroupAggregate node, ResultColumn[] results, ZoneId zone) {
        schema = node.schema();
        keyCount = node.keys().size();
        rows = new OutputRows(node.mode().updateBefore());
        this.results = results;
        this.zone = zone;
        repeats = node.ttl().expires() && !node.ttl().told() && !node.mode().isAppendOnly();
    }

    /**
     * Emits the changes of steps 0 to {@code n - 1}.
     *
     * @param before the words that they found
     * @param after the words that they left
     * @param existedAnyway there was a result before even without rows
     * @param existsAnyway there is one afterwards even without rows
     * @throws RowFailure if a result is out of range; the changes of earlier positions are emitted before
     */
    void emit(
            WordColumns before,
            WordColumns after,
            int n,
            boolean existedAnyway,
            boolean existsAnyway,
            Origin origin,
            Output output) {
        int failed = n;
        EngineException failure = null;
        for (ResultColumn result : results) {
            result.compute(after, n);
            if (result.after().failedStep() < failed) {
                failed = result.after().failedStep();
                failure = result.after().failure();
            }
        }
        int complete = failed < n ? origin.firstOfPosition(failed) : n;
        rows.layOut(
                existedAnyway ? null : before.column(AggregateLayout.ROWS_WORD),
                existsAnyway ? null : after.column(AggregateLayout.ROWS_WORD),
                changes(before, n),
                complete);
        if (rows.size() > 0) {
            output.emit(batch(before, n, origin));
            emittedWatermark = origin.watermarks().after();
        }
        if (failure != null) {
            throw new RowFailure(origin.positions(new int[] {failed}, 1)[0], inGroup(failure, failed, origin));
        }
    }

    /** The steps with a result that changed; null for all. Where groups go in silence, what is behind must hear of those that stay, but not where rows never change. */
    private boolean @Nullable [] changes(WordColumns before, int n) {
        if (repeats || isChangedThroughout(before, n, true) || isChangedThroughout(before, n, false)) {
            return null;
        }
        if (changed.length < n) {
            changed = new boolean[Math.max(n, 2 * changed.length)];
        }
        Arrays.fill(changed, 0, n, false);
        for (ResultColumn result : results) {
            result.markChanges(changed, n);
        }
        return changed;
    }

    /** Whether one of the results, those that are plain or the others, is changed by all steps. */
    private boolean isChangedThroughout(WordColumns before, int n, boolean plain) {
        for (ResultColumn result : results) {
            if (result.isPlain() == plain) {
                result.computeBefore(before, n);
                if (result.isChangedThroughout(n)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Emits a watermark that no change has carried on. */
    void passOn(Watermarks watermarks, Output output) {
        if (watermarks.after() > emittedWatermark) {
            output.emit(new BatchBuilder(schema).build(watermarks));
            emittedWatermark = watermarks.after();
        }
    }

    /** The watermark that went out last. */
    long emittedWatermark() {
        return emittedWatermark;
    }

    /** Takes it as known behind the operator that the watermark has risen so far. */
    void restoreWatermark(long emitted) {
        emittedWatermark = Math.max(emittedWatermark, emitted);
    }

    private ChangeBatch batch(WordColumns before, int n, Origin origin) {
        int size = rows.size();
        int[] steps = rows.steps();
        byte[] retractions = rows.tellsBefore() ? rows.kinds() : null;
        Column[] columns = new Column[keyCount + results.length];
        origin.keys(steps, size, columns);
        for (int r = 0; r < results.length; r++) {
            if (retractions != null) {
                results[r].computeBefore(before, n);
            }
            columns[keyCount + r] = results[r].column(steps, retractions, size);
        }
        return ChangeBatch.of(size, columns, rows.kinds(), origin.positions(steps, size), origin.watermarks());
    }

    private EngineException inGroup(EngineException error, int step, Origin origin) {
        if (keyCount == 0) {
            return error;
        }
        Column[] keys = new Column[keyCount + results.length];
        origin.keys(new int[] {step}, 1, keys);
        StringJoiner group = new StringJoiner(", ");
        for (int k = 0; k < keyCount; k++) {
            Object value = Datum.get(keys[k], 0, schema.type(k));
            String text = value == null ? "NULL" : ValueText.format(value, schema.type(k), zone);
            group.add(schema.name(k) + " = " + text);
        }
        String detail = error.detail();
        return error.withDetail("In the group " + group + ": " + (detail == null ? error.message() : detail));
    }
}
