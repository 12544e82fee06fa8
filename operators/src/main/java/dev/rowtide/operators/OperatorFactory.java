// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanVisitor;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Values;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.calc.DropUpdateBeforeOperator;
import dev.rowtide.operators.calc.FilterOperator;
import dev.rowtide.operators.calc.ProjectOperator;
import dev.rowtide.operators.consolidate.ConsolidateOperator;
import dev.rowtide.operators.consolidate.Consolidation;
import dev.rowtide.operators.materialize.UpsertMaterializeOperator;
import dev.rowtide.operators.normalize.ChangelogNormalizeOperator;
import dev.rowtide.operators.union.UnionAllOperator;
import dev.rowtide.operators.watermark.WatermarkAssigner;
import org.jspecify.annotations.Nullable;

/** Makes the operator of a plan node; null for a node that passes its changes on as they come. For a sink, what stands in front of it. */
public final class OperatorFactory implements PlanVisitor<@Nullable Operator> {

    private final OperatorSettings settings;
    private final boolean batch;

    /**
     * @param settings what holds for all operators of the job
     * @param batch whether the whole input is one tick, of which only final rows come out
     */
    public OperatorFactory(OperatorSettings settings, boolean batch) {
        this.settings = settings;
        this.batch = batch;
    }

    @Override
    public @Nullable Operator visit(Scan node) {
        return node.watermark() == null ? null : new WatermarkAssigner(node, settings);
    }

    @Override
    public @Nullable Operator visit(Values node) {
        return null;
    }

    @Override
    public Operator visit(Filter node) {
        return new FilterOperator(node, settings);
    }

    @Override
    public Operator visit(Project node) {
        return new ProjectOperator(node, settings);
    }

    @Override
    public Operator visit(UnionAll node) {
        return new UnionAllOperator(node, settings);
    }

    @Override
    public Operator visit(GroupAggregate node) {
        return new GroupAggregateOperator(node, settings);
    }

    @Override
    public Operator visit(ChangelogNormalize node) {
        return new ChangelogNormalizeOperator(node, settings);
    }

    @Override
    public Operator visit(DropUpdateBefore node) {
        return new DropUpdateBeforeOperator(node, settings);
    }

    @Override
    public Operator visit(UpsertMaterialize node) {
        return new UpsertMaterializeOperator(node, settings);
    }

    @Override
    public @Nullable Operator visit(SinkNode node) {
        if (settings.everyChange() || Consolidation.isDoneBy(node.input())) {
            return null;
        }
        boolean byKey = node.input().mode().updateAfter()
                && !node.input().mode().updateBefore()
                && node.key().size() > 0;
        return new ConsolidateOperator(node.input().schema(), byKey ? node.key() : null, batch);
    }
}
