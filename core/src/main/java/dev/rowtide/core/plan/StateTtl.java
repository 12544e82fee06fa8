// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * How long a state keeps a key, or a row, that no change has come for.
 *
 * @param millis the time, by the processing time of ticks, milliseconds; 0 for ever, negative while it is not decided
 * @param told whether what goes is taken out of the result with a {@code -D}; without, it is forgotten in silence and stays in the result
 */
public record StateTtl(long millis, boolean told) {

    /** Not decided yet. */
    public static final StateTtl OPEN = new StateTtl(-1, false);

    /** Nothing ever goes. */
    public static final StateTtl FOREVER = new StateTtl(0, false);

    /** Whether what no change comes for goes at some time. */
    public boolean expires() {
        return millis > 0;
    }
}
