// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

/** What happens to a row that has NULL in a NOT NULL column of the table written to. */
public enum NotNullEnforcer {
    /** The job fails. */
    ERROR,
    /** The row is counted and left out. */
    DROP
}
