// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What holds for all operators of a job.
 *
 * @param everyChange whether every input position's effect is emitted, or the tick's net effect ({@link Operator})
 * @param zone the session's time zone
 * @param deadLetters takes rows on which an expression fails; null when the job shall fail
 * @param lateRows takes rows that come too late for their event time; null where they are only counted
 */
public record OperatorSettings(
        boolean everyChange,
        ZoneId zone,
        @Nullable DeadLetters deadLetters,
        @Nullable DeadLetters lateRows) {

    /** Where late rows are only counted. */
    public OperatorSettings(boolean everyChange, ZoneId zone, @Nullable DeadLetters deadLetters) {
        this(everyChange, zone, deadLetters, null);
    }
}
