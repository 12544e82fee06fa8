// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Schema;
import java.util.List;
import java.util.stream.Collectors;

/** Which state a node keeps and how it grows, for people; empty for a node that keeps none. */
final class StateText implements PlanVisitor<String> {

    private static final StateText INSTANCE = new StateText();

    private StateText() {}

    static String of(PlanNode node) {
        return node.accept(INSTANCE);
    }

    @Override
    public String visit(Scan node) {
        return "";
    }

    @Override
    public String visit(Values node) {
        return "";
    }

    @Override
    public String visit(Filter node) {
        return "";
    }

    @Override
    public String visit(Project node) {
        return "";
    }

    @Override
    public String visit(UnionAll node) {
        return "";
    }

    @Override
    public String visit(GroupAggregate node) {
        Schema input = node.input().schema();
        List<String> keys = node.keys().stream().map(input::name).toList();
        String record = keys.isEmpty()
                ? "one record (" + accumulators(node) + "), does not grow"
                : "one record per " + tuple(keys) + " (" + withKey(accumulators(node))
                        + "), grows with the number of distinct keys";
        String values = node.calls().stream()
                .filter(call -> keepsValues(call, node.input().mode()))
                .map(call -> "the values of " + NodeText.aggregate(call, input))
                .distinct()
                .collect(Collectors.joining(" and "));
        return values.isEmpty()
                ? record
                : record + "; " + values + " with their counts, growing with the distinct values"
                        + (keys.isEmpty() ? "" : " per key");
    }

    @Override
    public String visit(ChangelogNormalize node) {
        String rows = node.condition() == null ? "the last row" : "the last row that meets the condition";
        return rows + " per " + tuple(NodeText.names(node.keys(), node.schema()))
                + ", grows with the number of live keys";
    }

    @Override
    public String visit(DropUpdateBefore node) {
        return "";
    }

    @Override
    public String visit(UpsertMaterialize node) {
        return "all live rows per " + tuple(NodeText.names(node.keys(), node.schema()))
                + ", grows with the number of live rows, because no key of the result fits the sink's";
    }

    @Override
    public String visit(SinkNode node) {
        return "";
    }

    /** Whether the aggregate needs each value that is there, not only a running result. */
    private static boolean keepsValues(AggregateCall call, ChangelogMode input) {
        return switch (call.function()) {
            case MIN, MAX, ANY_VALUE, SINGLE_VALUE, FIRST_VALUE, LAST_VALUE, MIN_BY, MAX_BY ->
                !input.isAppendOnly() || call.distinct();
            case LISTAGG, MODE, PERCENTILE_CONT, PERCENTILE_DISC, JSON_OBJECTAGG, JSON_ARRAYAGG -> true;
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

    private static String tuple(List<String> names) {
        return names.size() == 1 ? names.get(0) : "(" + String.join(", ", names) + ")";
    }
}
