// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Source;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.setting.Settings;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** Finds the changelog mode of every node of a job's plans, and inserts the nodes that the modes need. */
public final class InferChangelog {

    private InferChangelog() {}

    /**
     * The same plans with modes.
     *
     * @param sinks all sinks of a job, so that what they share is planned for all of them
     * @param sources the source of a table that a plan scans; asked once per table
     * @param batch whether the job runs once over all of its input and writes final rows only
     * @return the roots in the order of {@code sinks}; nodes that were shared still are
     * @throws dev.rowtide.core.error.EngineException if a source can't be understood or has no end in a batch run, or a sink can't read
     *     its result
     */
    public static List<SinkNode> apply(
            List<SinkRequest> sinks, Function<Table, Source> sources, Settings settings, boolean batch) {
        IdentityHashMap<Table, Source> made = new IdentityHashMap<>();
        Function<Table, Source> known = table -> made.computeIfAbsent(table, sources);
        IdentityHashMap<Table, ChangelogMode> modes = new IdentityHashMap<>();
        Function<Table, ChangelogMode> sourceModes =
                table -> modes.computeIfAbsent(table, t -> mode(t, known.apply(t), batch));

        List<SinkNode> roots =
                NormalizeSources.apply(sinks.stream().map(SinkRequest::node).toList(), sourceModes, settings);
        Function<List<SinkNode>, OfferedChanges> offering = plans -> OfferedChanges.of(
                plans,
                sourceModes,
                new StateTtls(plans, table -> !known.apply(table).bounded(), settings, batch),
                settings,
                batch);
        OfferedChanges offers = offering.apply(roots);
        for (List<SinkNode> kept = KeepRows.apply(roots, offers); kept != roots; kept = KeepRows.apply(roots, offers)) {
            roots = kept;
            offers = offering.apply(roots);
        }

        for (PlanNode node : PlanOrder.inputsFirst(roots)) {
            refuseWhatCannotRetract(node, offers);
        }
        SinkRules rules = new SinkRules(offers, settings, batch);
        IdentityHashMap<PlanNode, SinkRules.Choice> choices = new IdentityHashMap<>();
        for (int i = 0; i < roots.size(); i++) {
            SinkRequest request = sinks.get(i);
            choices.put(roots.get(i), rules.choose(roots.get(i), request.sink(), request.conflictAction()));
        }

        RequiredChanges required = RequiredChanges.of(roots, offers, choices);
        List<SinkNode> plans = AnnotatePlan.apply(
                roots, offers, required, choices, settings.get(ChangelogSettings.CDC_EVENTS_DUPLICATE));
        if (ChangelogSettings.refusesNonDeterministicUpdates(settings)) {
            NonDeterministicUpdates.refuse(
                    plans, sinks.stream().map(SinkRequest::sink).toList(), new LeftOutRows(settings), batch);
        }
        return LateRowsOnce.apply(SliceWindows.apply(plans));
    }

    private static void refuseWhatCannotRetract(PlanNode any, OfferedChanges offers) {
        PlanNode node = any instanceof Windowed windowed ? windowed.body() : any;
        if (node instanceof GroupAggregate aggregate
                && !offers.of(aggregate.input()).mode().isAppendOnly()) {
            for (AggregateCall call : aggregate.calls()) {
                if (call.user() != null && !call.user().body().retracts()) {
                    throw Refusals.aggregateWithoutRetraction(
                            call, aggregate, offers.of(aggregate.input()).mode());
                }
            }
        }
    }

    private static ChangelogMode mode(Table table, Source source, boolean batch) {
        if (batch && !source.bounded()) {
            throw Refusals.endlessSource(table);
        }
        return source.mode();
    }
}
