// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which state a node keeps and how it grows, for people.
 *
 * @param text what is kept, and how that grows; empty for a node that keeps nothing
 * @param growth how it grows
 */
record StateText(String text, Growth growth) {

    /** How a state grows with an input that only inserts. */
    enum Growth {
        NONE,
        /** With each new value of a key. */
        WITH_KEYS,
        /** With each row. */
        WITH_ROWS
    }

    private static final StateText NONE = new StateText("", Growth.NONE);

    static StateText of(PlanNode node) {
        return node.accept(DESCRIBE);
    }

    private static final PlanVisitor<StateText> DESCRIBE = new PlanVisitor<>() {

        @Override
        public StateText visit(Scan node) {
            return NONE;
        }

        @Override
        public StateText visit(Values node) {
            return NONE;
        }

        @Override
        public StateText visit(Filter node) {
            return NONE;
        }

        @Override
        public StateText visit(Unnest node) {
            return NONE;
        }

        @Override
        public StateText visit(Project node) {
            return NONE;
        }

        @Override
        public StateText visit(UnionAll node) {
            return NONE;
        }

        @Override
        public StateText visit(GroupAggregate node) {
            Schema input = node.input().schema();
            List<String> keys = node.keys().stream().map(input::name).toList();
            String record = keys.isEmpty()
                    ? "one record (" + accumulators(node) + "), does not grow"
                    : "one record per " + NodeText.tuple(keys) + " (" + withKey(accumulators(node))
                            + "), grows with the number of distinct keys";
            String values = node.calls().stream()
                    .filter(call -> keepsValues(call, node.input().mode()))
                    .map(call -> "the values of " + NodeText.aggregate(call, input))
                    .distinct()
                    .collect(Collectors.joining(" and "));
            if (values.isEmpty()) {
                return new StateText(record, keys.isEmpty() ? Growth.NONE : Growth.WITH_KEYS);
            }
            String ofValues = "; " + values + " with their counts, growing with the distinct values";
            return new StateText(record + ofValues + (keys.isEmpty() ? "" : " per key"), Growth.WITH_KEYS);
        }

        @Override
        public StateText visit(ChangelogNormalize node) {
            String rows = node.condition() == null ? "the last row" : "the last row that meets the condition";
            return new StateText(
                    rows + " per " + NodeText.tuple(NodeText.names(node.keys(), node.schema()))
                            + ", grows with the number of live keys",
                    Growth.WITH_KEYS);
        }

        @Override
        public StateText visit(DropUpdateBefore node) {
            return NONE;
        }

        @Override
        public StateText visit(UpsertMaterialize node) {
            return new StateText(
                    "all live rows per " + NodeText.tuple(NodeText.names(node.keys(), node.schema()))
                            + ", grows with the number of live rows, because no key of the result fits the sink's",
                    Growth.WITH_ROWS);
        }

        @Override
        public StateText visit(Join node) {
            return JoinText.state(node);
        }

        @Override
        public StateText visit(TopN node) {
            return TopNText.state(node);
        }

        @Override
        public StateText visit(OverAggregate node) {
            return OverText.state(node);
        }

        @Override
        public StateText visit(SetOperation node) {
            return new StateText(
                    "every distinct row with how often it is on each side, grows with the distinct rows of both inputs",
                    Growth.WITH_KEYS);
        }

        @Override
        public StateText visit(ToChangelog node) {
            return NONE;
        }

        @Override
        public StateText visit(FromChangelog node) {
            return new StateText("the old row of an update until its new one comes, does not grow", Growth.NONE);
        }

        @Override
        public StateText visit(AssignWindows node) {
            return NONE;
        }

        @Override
        public StateText visit(AssignSessions node) {
            return WindowText.state(node);
        }

        @Override
        public StateText visit(Windowed node) {
            return WindowText.state(node);
        }

        @Override
        public StateText visit(TimedJoin node) {
            return TimedJoinText.state(node);
        }

        @Override
        public StateText visit(LookupJoin node) {
            return LookupText.state(node);
        }

        @Override
        public StateText visit(TemporalFilter node) {
            String pending =
                    node.from().isEmpty() ? "the rows in the result" : "the rows in the result or still to come";
            return new StateText(
                    (node.until().isEmpty() ? "the rows still to come" : pending)
                            + ", each until the clock has passed its time",
                    Growth.NONE);
        }

        @Override
        public StateText visit(SinkNode node) {
            return NONE;
        }
    };

    /** Whether the aggregate needs each value that is there, not only a running result. */
    private static boolean keepsValues(AggregateCall call, ChangelogMode input) {
        return switch (call.function()) {
            case MIN, MAX, ANY_VALUE, SINGLE_VALUE, FIRST_VALUE, LAST_VALUE, MIN_BY, MAX_BY ->
                !input.isAppendOnly() || call.distinct();
            case LISTAGG, ARRAY_AGG, MODE, PERCENTILE_CONT, PERCENTILE_DISC, JSON_OBJECTAGG, JSON_ARRAYAGG -> true;
            case APPROX_COUNT_DISTINCT -> !input.isAppendOnly();
            default -> call.distinct();
        };
    }

    private static String accumulators(GroupAggregate node) {
        int calls = node.calls().size();
        String count = node.input().mode().isAppendOnly() ? "" : "row count";
        if (calls == 0) {
            return count;
        }
        String accumulators = calls == 1 ? "1 accumulator" : calls + " accumulators";
        return count.isEmpty() ? accumulators : accumulators + " + " + count;
    }

    private static String withKey(String accumulators) {
        return accumulators.isEmpty() ? "key only" : "key + " + accumulators;
    }
}
