// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.UpsertMaterialize;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.stream.Collectors;

/** Why a result can't go to a sink, said so that the reader sees which operator is the reason and what to do instead. */
final class Refusals {

    private Refusals() {}

    /** A sink that only takes inserts, below a result that updates or deletes. */
    static EngineException appendSink(SinkNode sink, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "sink '" + sink.table().name() + "' takes inserts only, but the query also sends "
                                + kinds(offers.of(sink.input()).mode()))
                .withDetail(reason(sink, offers))
                .withHint(
                        "Write every change with its kind ('changelog.encoding' = 'retract'), write to a table with a PRIMARY KEY"
                                + " whose connector puts rows by key, or write the final rows only: SET 'execution.runtime-mode' = 'batch'.");
    }

    /** A sink that puts rows by key, of which the table declares none. */
    static EngineException upsertSinkWithoutKey(SinkNode sink, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "sink '" + sink.table().name() + "' has no primary key to find the rows by that the query "
                                + "updates or deletes")
                .withDetail(reason(sink, offers))
                .withHint("Declare the key in CREATE TABLE: PRIMARY KEY (...) NOT ENFORCED.");
    }

    /** An aggregate that can't take rows back, over rows that are. */
    static EngineException aggregateWithoutRetraction(AggregateCall call, GroupAggregate node, ChangelogMode input) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "aggregate " + call.name()
                                + " can't take rows back, but the rows that it gets are updated or deleted")
                .withDetail(NodeText.of(node) + " reads " + NodeText.of(node.input()) + ", which sends " + input + ".")
                .withHint(
                        "Let the function retract, and say so (UserAggregate.retracts), or aggregate rows that are only inserted.");
    }

    /** A source without end, in a run that gives its answer at the end of its input. */
    static EngineException endlessSource(Table table) {
        return new EngineException(
                        ErrorCode.INVALID_QUERY,
                        "table '" + table.name() + "' has no end, and a batch run answers at the end")
                .withHint(
                        "Bound the table by an option of its connector, or SET 'execution.runtime-mode' = 'streaming'.");
    }

    /** A sink whose key may be claimed by several rows of the result, and a statement that does not say which of them stands. */
    static EngineException keyDoesNotFit(SinkNode sink) {
        Set<ColumnSet> keys = sink.input().traits().uniqueKeys();
        String unique = keys.isEmpty()
                ? "have no unique key"
                : "are unique by "
                        + keys.stream()
                                .map(key -> list(key, sink.input()))
                                .sorted()
                                .collect(Collectors.joining(" and by "));
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "several rows of the result may claim one primary key of sink '"
                                + sink.table().name() + "'")
                .withDetail("The sink's key is " + list(sink.key(), sink) + "; the rows of the result " + unique + ".")
                .withHint("Say ON CONFLICT DO DEDUPLICATE to keep the latest row of each key,"
                        + " or give the sink the key of the result.");
    }

    private static String list(ColumnSet columns, PlanNode node) {
        return "(" + String.join(", ", NodeText.names(columns, node.schema())) + ")";
    }

    private static String kinds(ChangelogMode mode) {
        if (!mode.hasUpdates()) {
            return "deletes";
        }
        return mode.delete() ? "updates and deletes" : "updates";
    }

    /** The operator nearest to the sink that makes changes of its own, why it does, and the way from it to the sink. */
    private static String reason(SinkNode sink, OfferedChanges offers) {
        Deque<PlanNode> path = new ArrayDeque<>();
        PlanNode node = sink;
        path.push(node);
        while (!makesChanges(node)) {
            node = updatingInput(node, offers);
            path.push(node);
        }
        String way = path.size() <= 2
                ? ""
                : " Its changes reach the sink through "
                        + path.stream()
                                .skip(1)
                                .limit(path.size() - 2L)
                                .map(passed -> NodeText.of(passed).toString())
                                .collect(Collectors.joining(", then "))
                        + ".";
        return NodeText.of(node) + " sends " + offers.of(node).mode() + ": " + why(node, offers) + "." + way;
    }

    private static boolean makesChanges(PlanNode node) {
        return node instanceof Scan
                || node instanceof GroupAggregate
                || node instanceof ChangelogNormalize
                || node instanceof UpsertMaterialize;
    }

    private static PlanNode updatingInput(PlanNode node, OfferedChanges offers) {
        return node.inputs().stream()
                .filter(input -> !offers.of(input).mode().isAppendOnly())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no input of " + NodeText.of(node) + " updates"));
    }

    private static String why(PlanNode node, OfferedChanges offers) {
        if (!(node instanceof GroupAggregate aggregate)) {
            return "its source delivers changes of existing rows";
        }
        if (!aggregate.calls().isEmpty()) {
            return "each further row of a group replaces the group's result";
        }
        return offers.of(node).mode().delete()
                ? "a row leaves when the last equal row of its input does"
                : "compatibility = 'flink' plans DISTINCT as an aggregate that may update";
    }
}
