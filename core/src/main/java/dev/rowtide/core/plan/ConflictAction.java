// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/** What becomes of it when several rows of a result claim one key of the sink: what {@code ON CONFLICT DO ...} says. */
public enum ConflictAction {
    /** The latest row that was not taken back stands. */
    DEDUPLICATE,
    /** The job fails. */
    ERROR,
    /** The earliest row stands. */
    NOTHING
}
