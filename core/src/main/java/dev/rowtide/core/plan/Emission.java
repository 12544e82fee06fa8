// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * When the results of windows go out, and what a result says of one that went out before. The result of a complete window goes out whatever else does.
 *
 * @param onChange whether a window's result goes out with its first row and with every change
 * @param every the microseconds of the windows' time after which what has changed goes out, each time that it has come to a multiple of them; 0 if none does
 * @param allowedLateness microseconds for which a complete window is kept, to take in rows that come late; each of them revises the result
 * @param panes how a result relates to those before it
 */
public record Emission(boolean onChange, long every, long allowedLateness, Panes panes) {

    /** How a result relates to those of its window that went out before. */
    public enum Panes {
        /** It takes the place of the one before, which is taken back. */
        RETRACTING,
        /** It is of all rows so far, and a row of its own beside the one before. */
        ACCUMULATING,
        /** It is the result of the rows that came since. */
        DISCARDING
    }

    /** Once, when the window is complete. */
    public static final Emission ON_WATERMARK = new Emission(false, 0, 0, Panes.RETRACTING);

    /** With every change, and no late rows. */
    public static final Emission ON_CHANGE = new Emission(true, 0, 0, Panes.RETRACTING);

    /** Whether a window may have a result before it is complete. */
    public boolean isEarly() {
        return onChange || every > 0;
    }

    /** Whether a window may have more than one result. */
    public boolean revises() {
        return isEarly() || allowedLateness > 0;
    }

    /** Whether a result replaces one that went out before. */
    public boolean updates() {
        return revises() && panes == Panes.RETRACTING;
    }

    /** Whether a result depends on rows that were in one that went out before. */
    public boolean accumulates() {
        return revises() && panes != Panes.DISCARDING;
    }
}
