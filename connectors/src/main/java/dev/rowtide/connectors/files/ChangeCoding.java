// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.core.plan.ChangelogMode;

/** What the records of a file say of changes. */
enum ChangeCoding {
    /** Nothing: each is a row that is inserted. */
    APPEND(ChangelogMode.APPEND),
    /** A row with the kind of change. */
    RETRACT(ChangelogMode.RETRACT),
    /** A put or a delete by key. */
    UPSERT(new ChangelogMode(true, false, true, true, true)),
    /** The rows before and after. */
    DEBEZIUM(ChangelogMode.RETRACT),
    /** The row after, and of the one before the key. */
    DEBEZIUM_BY_KEY(new ChangelogMode(true, false, true, true, true));

    private final ChangelogMode mode;

    ChangeCoding(ChangelogMode mode) {
        this.mode = mode;
    }

    /** The kinds of change that come of them. */
    ChangelogMode mode() {
        return mode;
    }
}
