// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.TopN;

/** What Flink's planner promises where it knows less than {@link OfferedChanges} does, or forwards the kinds of its inputs. */
final class FlinkModes {

    /** An aggregate over inserts. */
    private static final ChangelogMode UPDATING = new ChangelogMode(true, true, true, false, false);

    private FlinkModes() {}

    /** Inner and semi joins forward the kind of the row that came; the others delete and insert. */
    static ChangelogMode of(Join node, Offer left, Offer right) {
        if (node.type() != JoinType.INNER && node.type() != JoinType.SEMI) {
            return ChangelogMode.RETRACT;
        }
        ChangelogMode both = left.mode().union(right.mode());
        return new ChangelogMode(true, both.hasUpdates(), both.hasUpdates(), both.delete(), false);
    }

    /** A LIMIT without order over inserts keeps the first rows for good; any other may do everything. */
    static ChangelogMode of(TopN node, Offer input) {
        return node.order().isEmpty() && input.mode().isAppendOnly() ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
    }

    /** Aggregates over a semi join, an anti join, or a union of both inputs. */
    static ChangelogMode of(SetOperation node, boolean appends) {
        boolean overAntiJoin = node.except() && !node.all();
        return appends && !overAntiJoin ? UPDATING : ChangelogMode.RETRACT;
    }
}
