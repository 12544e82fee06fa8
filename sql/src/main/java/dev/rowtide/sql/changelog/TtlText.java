// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.StateTtl;
import java.util.ArrayList;
import java.util.List;

/** How long a node keeps what it keeps, for people. */
final class TtlText {

    private static final String[] UNITS = {"day", "hour", "minute", "second"};
    private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000};

    private TtlText() {}

    /** As in {@code taken out of the result after 1 day without a change}; empty where nothing expires. */
    static String of(PlanNode node) {
        List<StateTtl> ttls = node.ttls();
        if (!(node instanceof Join)) {
            return ttls.isEmpty() || !ttls.get(0).expires() ? "" : text(ttls.get(0));
        }
        if (ttls.get(0).equals(ttls.get(1))) {
            return ttls.get(0).expires() ? text(ttls.get(0)) : "";
        }
        List<String> sides = new ArrayList<>();
        for (int side = 0; side < ttls.size(); side++) {
            if (ttls.get(side).expires()) {
                sides.add((side == 0 ? "left rows " : "right rows ") + text(ttls.get(side)));
            }
        }
        return String.join(", ", sides);
    }

    private static String text(StateTtl ttl) {
        return (ttl.told() ? "taken out of the result after " : "forgotten after ") + duration(ttl.millis())
                + " without a change";
    }

    /** In the largest unit that it is a whole number of. */
    static String duration(long millis) {
        for (int unit = 0; unit < UNITS.length; unit++) {
            if (millis % UNIT_MILLIS[unit] == 0) {
                long count = millis / UNIT_MILLIS[unit];
                return count + " " + UNITS[unit] + (count == 1 ? "" : "s");
            }
        }
        return millis + " ms";
    }
}
