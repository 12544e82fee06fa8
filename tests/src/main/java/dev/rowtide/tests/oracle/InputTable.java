// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An input table of a case.
 *
 * @param name its name
 * @param schema its columns
 * @param kind which changes it delivers
 * @param key the indices of its primary key; empty without key
 * @param eventTime its event time, if it has one
 */
record InputTable(
        String name,
        Schema schema,
        Kind kind,
        List<Integer> key,
        @Nullable EventTime eventTime) {

    /**
     * The column that is the event time, of which no row is ever late.
     *
     * @param sorted whether rows come in its order, so that windows become complete on the way; else they all do at the end
     */
    record EventTime(int column, boolean sorted) {
        /** How late rows may be. */
        String delay() {
            return sorted ? "INTERVAL '1' SECOND" : "INTERVAL '90' DAY";
        }
    }

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
