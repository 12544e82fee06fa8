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

    /** The column that is the event time. */
    record EventTime(int column, Arrival arrival) {}

    /** In which order rows come, and how long others are waited for. */
    enum Arrival {
        /** In the order of time, so that windows become complete on the way. */
        SORTED("INTERVAL '1' SECOND"),
        /** As it happens; all windows are complete at the end. */
        AWAITED("INTERVAL '90' DAY"),
        /** As it happens, and rows are late. Only windows that are revised can read them. */
        LATE("INTERVAL '1' SECOND");

        private final String delay;

        Arrival(String delay) {
            this.delay = delay;
        }

        /** How late rows may be. */
        String delay() {
            return delay;
        }
    }

    /** Whether rows may come after their time. */
    boolean isLate() {
        return eventTime != null && eventTime.arrival() == Arrival.LATE;
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
