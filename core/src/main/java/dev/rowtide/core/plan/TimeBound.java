// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Expression;
import org.jspecify.annotations.Nullable;

/** How time bounds which rows of a join can meet, so that it need not keep any for ever. */
public sealed interface TimeBound {

    /** The column of the left input that says when a row is from. */
    int leftTime();

    /** The column of the right input that does. */
    int rightTime();

    /** What tells which time has been reached: the watermark, or the time of the tick. */
    WindowColumns.Clock clock();

    /**
     * The right row's time lies from {@code lower} to {@code upper} behind the left row's, both included.
     *
     * @param lower in the unit that both time columns are stored in; negative where the right row may be the earlier one
     * @param upper in the same unit
     * @param condition what else must be TRUE of a pair, over the columns of both sides, or null
     */
    record Interval(
            int leftTime,
            int rightTime,
            long lower,
            long upper,
            WindowColumns.Clock clock,
            @Nullable Expression condition)
            implements TimeBound {}

    /**
     * The left row meets one right row of its key: the newest that is not later than it. In processing time that is the one that is there when it comes.
     *
     * @param rightTime -1 in processing time
     * @param earlier whether the right row must be earlier than the left one
     */
    record AsOf(int leftTime, int rightTime, boolean earlier, WindowColumns.Clock clock) implements TimeBound {}
}
