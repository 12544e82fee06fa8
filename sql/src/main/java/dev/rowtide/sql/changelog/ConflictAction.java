// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

/** What {@code ON CONFLICT DO ...} asks of a sink when several rows of the result claim one key. */
public enum ConflictAction {
    /** The latest row that was not taken back stands. */
    DEDUPLICATE,
    /** The job fails. */
    ERROR,
    /** The earliest row stands. */
    NOTHING
}
