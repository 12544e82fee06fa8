// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.Windowed;
import java.util.ArrayDeque;
import java.util.Deque;
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
                .withDetail(reason(sink, offers, "the sink"))
                .withHint(wayAround(sink, offers)
                        + "Write every change with its kind ('changelog.encoding' = 'retract', or TO_CHANGELOG, which turns the kind into"
                        + " a column), write to a table with a PRIMARY KEY whose connector puts rows by key, or write the final rows only:"
                        + " SET 'execution.runtime-mode' = 'batch'.");
    }

    /** FROM_CHANGELOG reads a log, which only grows. */
    static EngineException fromChangelogOverUpdates(FromChangelog node, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "FROM_CHANGELOG takes inserts only, but its input also sends "
                                + kinds(offers.of(node.input()).mode()))
                .withDetail(reason(node, offers, "FROM_CHANGELOG"))
                .withHint(
                        "Its input is a log of changes, one a row. TO_CHANGELOG makes one of a table that is updated.");
    }

    /** Flink takes only rows that are inserted where it joins and ranks in windows, and where a join keeps rows for a while. */
    static EngineException inFlinkOverUpdates(PlanNode node, PlanNode input, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        NodeText.of(node).name() + " takes inserts only, but its input also sends "
                                + kinds(offers.of(input).mode()))
                .withDetail("compatibility = 'flink' refuses what Flink refuses.")
                .withHint("SET compatibility = 'native' allows it.");
    }

    /** An input of which rows may be taken back, though it is not known any more then what they met. */
    static EngineException closestOfUpdates(TimedJoin node, PlanNode input, OfferedChanges offers) {
        return new EngineException(
                ErrorCode.CHANGELOG_MISMATCH,
                NodeText.of(node).name() + " takes inserts only from this side, but "
                        + NodeText.of(input).name() + " also sends "
                        + kinds(offers.of(input).mode()));
    }

    /** Versions of which some are left out: which is the one before would not be known. */
    static EngineException filteredVersions(TimedJoin node) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "FOR SYSTEM_TIME AS OF does not take a table of which a condition leaves out some versions")
                .withDetail("When a row of " + NodeText.of(node.body().right()).name()
                        + " no longer passes it can't be told from when on.")
                .withHint("Ask the condition in ON, of the version that holds.");
    }

    /** Panes that discard are of rows that came since; of rows that are taken back there is no such result. */
    static EngineException discardingOverUpdates(Windowed node, PlanNode input, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        NodeText.of(node).name()
                                + " with discarding panes takes inserts only, but its input also sends "
                                + kinds(offers.of(input).mode()))
                .withHint("Use retracting panes.");
    }

    /** What sends rows once, in the order of event time, over rows that are not final. */
    static EngineException inEventTimeOverUpdates(OverAggregate node, OfferedChanges offers) {
        boolean sorts = node.calls().isEmpty();
        String reader = sorts ? "ORDER BY" : "OVER";
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        reader + " event time takes inserts only, but its input also sends "
                                + kinds(offers.of(node.input()).mode()))
                .withDetail(reason(node, offers, reader))
                .withHint(
                        sorts
                                ? "Add a LIMIT: then the first rows are kept as a table, and corrected."
                                : "SET compatibility = 'native' corrects results as rows are updated.");
    }

    /** A sink that puts rows by key, of which the table declares none. */
    static EngineException upsertSinkWithoutKey(SinkNode sink, OfferedChanges offers) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "sink '" + sink.table().name() + "' has no primary key to find the rows by that the query "
                                + "updates or deletes")
                .withDetail(reason(sink, offers, "the sink"))
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
    static EngineException keyDoesNotFit(SinkNode sink, Offer offer) {
        String hint = "Say ON CONFLICT DO DEDUPLICATE to keep the latest row of each key,"
                + " or give the sink the key of the result.";
        if (sink.input().traits().isUnique(sink.key())) {
            return keyDoesNotFit(sink)
                    .withDetail("The rows of the result are unique by the sink's key " + list(sink.key(), sink)
                            + ", but compatibility = 'flink' does not count on it: where rows are spread by other columns"
                            + " than a key, as by a join, that key is lost.")
                    .withHint(hint + " Under compatibility = 'native' the key counts.");
        }
        String unique = offer.keys().isEmpty()
                ? "have no unique key"
                : "are unique by "
                        + offer.keys().stream()
                                .map(key -> list(key, sink.input()))
                                .sorted()
                                .collect(Collectors.joining(" and by "));
        return keyDoesNotFit(sink)
                .withDetail("The sink's key is " + list(sink.key(), sink) + "; the rows of the result " + unique + ".")
                .withHint(hint);
    }

    private static EngineException keyDoesNotFit(SinkNode sink) {
        return new EngineException(
                ErrorCode.CHANGELOG_MISMATCH,
                "several rows of the result may claim one primary key of sink '"
                        + sink.table().name() + "'");
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

    /** The operator nearest to {@code reader} that makes changes of its own, why it does, and the way from it to the reader. */
    private static String reason(PlanNode reader, OfferedChanges offers, String readerName) {
        Deque<PlanNode> path = path(reader, offers);
        PlanNode origin = path.getFirst();
        String way = path.size() <= 2
                ? ""
                : " Its changes reach " + readerName + " through "
                        + path.stream()
                                .skip(1)
                                .limit(path.size() - 2L)
                                .map(passed -> NodeText.of(passed).toString())
                                .collect(Collectors.joining(", then "))
                        + ".";
        return NodeText.of(origin) + " sends " + offers.of(origin).mode() + ": " + ReasonsToUpdate.of(origin, offers)
                + "." + way;
    }

    /** From the operator nearest to {@code reader} that makes changes of its own to the reader. */
    private static Deque<PlanNode> path(PlanNode reader, OfferedChanges offers) {
        Deque<PlanNode> path = new ArrayDeque<>();
        path.push(reader);
        do {
            path.push(updatingInput(path.getFirst(), offers));
        } while (ReasonsToUpdate.of(path.getFirst(), offers).isEmpty());
        return path;
    }

    private static PlanNode updatingInput(PlanNode node, OfferedChanges offers) {
        return node.inputs().stream()
                .filter(input -> !offers.of(input).mode().isAppendOnly())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no input of " + NodeText.of(node) + " updates"));
    }

    /** What to change in the query, where something can be. */
    private static String wayAround(SinkNode sink, OfferedChanges offers) {
        boolean pads = path(sink, offers).getFirst() instanceof Join join
                && !join.type().leftOnly()
                && join.inputs().stream()
                        .allMatch(input -> offers.of(input).mode().isAppendOnly());
        return pads ? "If rows without a match are not needed, join with JOIN: then rows are only inserted. " : "";
    }
}
