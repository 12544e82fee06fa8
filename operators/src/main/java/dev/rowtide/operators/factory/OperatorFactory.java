// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.factory;

import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
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
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.calc.DropUpdateBeforeOperator;
import dev.rowtide.operators.calc.FilterOperator;
import dev.rowtide.operators.calc.ProjectOperator;
import dev.rowtide.operators.changelog.FromChangelogOperator;
import dev.rowtide.operators.changelog.ToChangelogOperator;
import dev.rowtide.operators.consolidate.ConsolidateOperator;
import dev.rowtide.operators.consolidate.Consolidation;
import dev.rowtide.operators.consolidate.DropUnchangedOperator;
import dev.rowtide.operators.consolidate.KeyHandoverOperator;
import dev.rowtide.operators.join.CompleteJoinOperator;
import dev.rowtide.operators.join.IntervalJoinOperator;
import dev.rowtide.operators.join.JoinOperator;
import dev.rowtide.operators.join.TemporalJoinOperator;
import dev.rowtide.operators.lookup.LookupJoinOperator;
import dev.rowtide.operators.materialize.HoldUntilWatermarkOperator;
import dev.rowtide.operators.materialize.UpsertMaterializeOperator;
import dev.rowtide.operators.normalize.ChangelogNormalizeOperator;
import dev.rowtide.operators.over.EventTimeOverOperator;
import dev.rowtide.operators.over.OverAggregateOperator;
import dev.rowtide.operators.setop.SetOperationOperator;
import dev.rowtide.operators.temporal.TemporalFilterOperator;
import dev.rowtide.operators.topn.FirstByTimeOperator;
import dev.rowtide.operators.topn.TopNOperator;
import dev.rowtide.operators.union.UnionAllOperator;
import dev.rowtide.operators.unnest.UnnestOperator;
import dev.rowtide.operators.validate.ChangelogValidator;
import dev.rowtide.operators.watermark.WatermarkAssigner;
import dev.rowtide.operators.window.AssignWindowsOperator;
import dev.rowtide.operators.window.CompleteWindowsOperator;
import dev.rowtide.operators.window.MergedSessionsOperator;
import dev.rowtide.operators.window.RevisedSessionsOperator;
import dev.rowtide.operators.window.SessionOfRowOperator;
import dev.rowtide.operators.window.SessionsOperator;
import dev.rowtide.operators.window.SlicedWindowsOperator;
import dev.rowtide.operators.window.WindowedOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes the operators of a plan node, in the order in which changes pass them: mostly one, none for a node that passes its changes on as they come. For a source, what
 * stands behind it; for a sink, what stands in front.
 */
public final class OperatorFactory implements PlanVisitor<List<Operator>> {

    private final OperatorSettings settings;
    private final boolean batch;
    private final boolean validateChangelogs;
    private final boolean showsUnchanged;
    private final Function<LookupJoin, LookupReader> lookups;

    /**
     * @param settings what holds for all operators of the job
     * @param batch whether the whole input is one tick, of which only final rows come out
     * @param validateChangelogs whether sources, and changelogs read from rows, are checked to take out only what they put in
     */
    public OperatorFactory(OperatorSettings settings, boolean batch, boolean validateChangelogs) {
        this(settings, batch, validateChangelogs, false, node -> {
            throw new IllegalStateException("nothing to ask: " + node);
        });
    }

    /**
     * @param showsUnchanged whether sinks are sent updates that change nothing, too
     * @param lookups what asks the table outside of a node
     */
    public OperatorFactory(
            OperatorSettings settings,
            boolean batch,
            boolean validateChangelogs,
            boolean showsUnchanged,
            Function<LookupJoin, LookupReader> lookups) {
        this.lookups = lookups;
        this.settings = settings;
        this.batch = batch;
        this.validateChangelogs = validateChangelogs;
        this.showsUnchanged = showsUnchanged;
    }

    @Override
    public List<Operator> visit(Scan node) {
        List<Operator> operators = new ArrayList<>();
        if (validateChangelogs && !node.mode().isAppendOnly()) {
            operators.add(validator(node, "table \"" + node.table().name() + "\""));
        }
        if (node.watermark() != null) {
            operators.add(new WatermarkAssigner(node, settings));
        }
        return operators;
    }

    private Operator validator(PlanNode node, String subject) {
        boolean wholeRows = node.mode().updateBefore()
                || !node.mode().updateAfter() && !node.mode().keyOnlyDeletes();
        ColumnSet key = wholeRows ? null : node.traits().uniqueKeys().iterator().next();
        return new ChangelogValidator(node.schema(), key, subject, settings);
    }

    @Override
    public List<Operator> visit(Values node) {
        return List.of();
    }

    @Override
    public List<Operator> visit(Filter node) {
        return List.of(new FilterOperator(node, settings));
    }

    @Override
    public List<Operator> visit(Project node) {
        return List.of(new ProjectOperator(node, settings));
    }

    @Override
    public List<Operator> visit(Unnest node) {
        return List.of(new UnnestOperator(node));
    }

    @Override
    public List<Operator> visit(UnionAll node) {
        return List.of(new UnionAllOperator(node, settings));
    }

    @Override
    public List<Operator> visit(GroupAggregate node) {
        return List.of(new GroupAggregateOperator(node, settings));
    }

    @Override
    public List<Operator> visit(ChangelogNormalize node) {
        return List.of(new ChangelogNormalizeOperator(node, settings));
    }

    @Override
    public List<Operator> visit(DropUpdateBefore node) {
        return List.of(new DropUpdateBeforeOperator(node, settings));
    }

    @Override
    public List<Operator> visit(UpsertMaterialize node) {
        Operator materialize = new UpsertMaterializeOperator(node, settings);
        return node.waits()
                ? List.of(new HoldUntilWatermarkOperator(node.schema()), materialize)
                : List.of(materialize);
    }

    @Override
    public List<Operator> visit(Join node) {
        return List.of(new JoinOperator(node, settings));
    }

    @Override
    public List<Operator> visit(TopN node) {
        return List.of(node.inEventTime() ? new FirstByTimeOperator(node, settings) : new TopNOperator(node, settings));
    }

    @Override
    public List<Operator> visit(OverAggregate node) {
        return List.of(
                node.inEventTime()
                        ? new EventTimeOverOperator(node, settings)
                        : new OverAggregateOperator(node, settings));
    }

    @Override
    public List<Operator> visit(SetOperation node) {
        return List.of(new SetOperationOperator(node, settings));
    }

    @Override
    public List<Operator> visit(ToChangelog node) {
        List<Operator> operators = new ArrayList<>();
        if (needsConsolidation(node.input())) {
            operators.add(new ConsolidateOperator(node.input().schema(), null, true, batch));
        }
        operators.add(new ToChangelogOperator(node, settings));
        return operators;
    }

    @Override
    public List<Operator> visit(FromChangelog node) {
        Operator read = new FromChangelogOperator(node, settings);
        return validateChangelogs && !node.mode().isAppendOnly()
                ? List.of(read, validator(node, "FROM_CHANGELOG"))
                : List.of(read);
    }

    @Override
    public List<Operator> visit(AssignWindows node) {
        return List.of(new AssignWindowsOperator(node));
    }

    @Override
    public List<Operator> visit(AssignSessions node) {
        if (node.apart()) {
            return List.of(new SessionOfRowOperator(node));
        }
        return List.of(
                node.emission().revises()
                        ? new RevisedSessionsOperator(node, settings)
                        : new SessionsOperator(node, settings));
    }

    /** The body sees the rows of a window that goes out once as a tick, of which it puts out what is left at its end. */
    @Override
    public List<Operator> visit(Windowed node) {
        if (node.sliced() != null) {
            return List.of(new SlicedWindowsOperator(node, settings));
        }
        if (node.mergesSessions()) {
            return List.of(new MergedSessionsOperator(node, settings));
        }
        OperatorFactory ofWindow = new OperatorFactory(
                new OperatorSettings(node.emission().accumulates(), settings.zone(), settings.deadLetters()),
                batch,
                false);
        Function<PlanNode, Operator> operators = body -> body.accept(ofWindow).get(0);
        if (node.windows().get(0).clock() == WindowColumns.Clock.COMPLETE) {
            return List.of(new CompleteWindowsOperator(node, () -> operators.apply(node.body()), settings.zone()));
        }
        boolean once = !node.emission().revises();
        return List.of(new WindowedOperator(
                node,
                body -> once && body instanceof Join join && CompleteJoinOperator.isFor(join)
                        ? new CompleteJoinOperator(join)
                        : operators.apply(body),
                settings));
    }

    @Override
    public List<Operator> visit(TimedJoin node) {
        return List.of(
                node.bound() instanceof TimeBound.Interval
                        ? new IntervalJoinOperator(node, settings)
                        : new TemporalJoinOperator(node, settings, batch));
    }

    @Override
    public List<Operator> visit(LookupJoin node) {
        return List.of(new LookupJoinOperator(node, lookups.apply(node), settings));
    }

    @Override
    public List<Operator> visit(TemporalFilter node) {
        return List.of(new TemporalFilterOperator(node, settings));
    }

    @Override
    public List<Operator> visit(SinkNode node) {
        ChangelogMode mode = node.input().mode();
        boolean keyed = node.key().size() > 0;
        boolean byKey = keyed && mode.updateAfter() && !mode.updateBefore();
        List<Operator> operators = new ArrayList<>();
        if (needsConsolidation(node.input())) {
            boolean exactKinds = Consolidation.hasExactKinds(node.input());
            operators.add(new ConsolidateOperator(node.input().schema(), byKey ? node.key() : null, exactKinds, batch));
        }
        if (settings.everyChange() && !showsUnchanged && mode.updateBefore() && !Consolidation.isDoneBy(node.input())) {
            operators.add(new DropUnchangedOperator(node.input().schema()));
        }
        boolean oneChangePerKey = byKey && !settings.everyChange();
        if (keyed && !oneChangePerKey && !mode.keyOnlyDeletes() && Consolidation.mayHandOverKeys(node.input())) {
            operators.add(new KeyHandoverOperator(node.key(), !byKey));
        }
        return operators;
    }

    /** Whether what {@code node} sends in a tick is more than the difference that a reader sees. */
    private boolean needsConsolidation(PlanNode node) {
        return !settings.everyChange() && !Consolidation.isDoneBy(node);
    }
}
