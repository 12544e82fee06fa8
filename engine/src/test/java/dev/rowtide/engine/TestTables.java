// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.plan.ChangelogMode;

/** Tables for tests of plans, which deliver nothing. */
public final class TestTables {

    private TestTables() {}

    /** A connector whose tables {@code a} and {@code b} update and delete rows, told by whole old rows. */
    public static Connector retracting() {
        return new MemoryConnector(new VirtualClock(0))
                .source("a", ChangelogMode.RETRACT, "")
                .source("b", ChangelogMode.RETRACT, "")
                .source("w", ChangelogMode.RETRACT, "");
    }
}
