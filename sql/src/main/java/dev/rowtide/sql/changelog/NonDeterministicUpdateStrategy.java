// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

/** What is done about a function whose value a retraction can't repeat. */
public enum NonDeterministicUpdateStrategy {
    /** Nothing. */
    IGNORE,
    /** A query in which it matters is refused. */
    TRY_RESOLVE
}
