// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Schema;
import java.util.List;

/**
 * An input table of a case.
 *
 * @param name its name
 * @param schema its columns
 * @param kind which changes it delivers
 * @param key the indices of its primary key; empty without key
 */
record InputTable(String name, Schema schema, Kind kind, List<Integer> key) {

    /** Which changes a table delivers. */
    enum Kind {
        APPEND(ChangelogMode.APPEND),
        RETRACT(ChangelogMode.RETRACT),
        UPSERT(ChangelogMode.UPSERT),
        UPSERT_WITH_KEY_ONLY_DELETES(new ChangelogMode(true, false, true, true, true));

        private final ChangelogMode mode;

        Kind(ChangelogMode mode) {
            this.mode = mode;
        }

        ChangelogMode mode() {
            return mode;
        }

        boolean isUpsert() {
            return this == UPSERT || this == UPSERT_WITH_KEY_ONLY_DELETES;
        }
    }
}
