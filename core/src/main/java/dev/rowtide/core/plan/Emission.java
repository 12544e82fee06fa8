// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * When the results of windows go out, and what a result says of one that went out before.
 *
 * @param onChange whether a window's result goes out with its first row and with every change, and not only when the window is complete
 * @param allowedLateness microseconds for which a complete window is kept, to take in rows that come late; each of them revises the result
 * @param panes how a result relates to those before it
 */
public record Emission(boolean onChange, long allowedLateness, Panes panes) {

    /** How a result relates to those of its window that went out before. */
    public enum Panes {
        /** It takes the place of the one before, which is taken back. */
        RETRACTING,
        /** It is the result of the rows that came since. */
        DISCARDING
    }

    /** Once, when the window is complete. */
    public static final Emission ON_WATERMARK = new Emission(false, 0, Panes.RETRACTING);

    /** Whether a window may have more than one result. */
    public boolean revises() {
        return onChange || allowedLateness > 0;
    }

    /** Whether a result replaces one that went out before. */
    public boolean updates() {
        return revises() && panes == Panes.RETRACTING;
    }
}
