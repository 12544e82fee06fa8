// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
import java.util.Collection;

/** The kinds that nodes with rules of their own send, no more than they need to; {@link FlinkModes} are what Flink would say. */
final class OwnModes {

    private OwnModes() {}

    static ChangelogMode of(Join node, Offer left, Offer right) {
        boolean updates = left.mode().hasUpdates()
                || !node.type().leftOnly() && right.mode().hasUpdates();
        boolean matchesOnly = node.type() == JoinType.INNER || node.type() == JoinType.SEMI;
        boolean deletes = !matchesOnly
                || left.takesOut(JoinColumns.left(node))
                || right.takesOut(JoinColumns.right(node))
                || updates && node.condition() != null && !Expressions.isDeterministic(node.condition());
        return new ChangelogMode(true, updates, updates, deletes, false);
    }

    static ChangelogMode of(TopN node, Offer input) {
        boolean numbered = node.function() == RankFunction.ROW_NUMBER;
        if (!input.mode().isAppendOnly()) {
            return ChangelogMode.RETRACT;
        }
        if (node.order().isEmpty()) {
            return ChangelogMode.APPEND;
        }
        // A place that is taken once stays taken; without places, a row is pushed out by another.
        boolean places = numbered && (node.withRank() || node.to() == 1);
        boolean shared = node.withRank() && !numbered;
        boolean hidden = numbered && node.from() > 1 && !node.withRank();
        return shared || hidden ? ChangelogMode.RETRACT : new ChangelogMode(true, places, places, !places, false);
    }

    static ChangelogMode of(OverAggregate node, Offer input) {
        boolean appends = input.mode().isAppendOnly();
        boolean inOrderOfArrival =
                node.order().isEmpty() && node.calls().stream().allMatch(OwnModes::looksBackOnly);
        return node.inEventTime() || appends && inOrderOfArrival
                ? ChangelogMode.APPEND
                : new ChangelogMode(true, true, true, !appends, false);
    }

    /** Whether rows that come behind a row never change its result. */
    private static boolean looksBackOnly(OverCall call) {
        return switch (call.function()) {
            case ROW_NUMBER, LAG -> true;
            case COUNT, SUM, AVG, MIN, MAX, AGGREGATE, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
                call.frame().unit() == Frame.Unit.ROWS && call.frame().looksBackOnly();
            default -> false;
        };
    }

    static ChangelogMode of(FromChangelog node) {
        Collection<Integer> kinds = node.kinds().values();
        boolean updates =
                kinds.contains(RowKind.UPDATE_BEFORE.ordinal()) || kinds.contains(RowKind.UPDATE_AFTER.ordinal());
        boolean deletes = kinds.contains(RowKind.DELETE.ordinal());
        return new ChangelogMode(kinds.contains(RowKind.INSERT.ordinal()), updates, updates, deletes, false);
    }
}
