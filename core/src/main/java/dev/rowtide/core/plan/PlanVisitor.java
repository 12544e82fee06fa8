// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/** A stage that treats each kind of node. No method has a default: a new node does not compile until every stage has answered it. */
public interface PlanVisitor<R> {

    R visit(Scan node);

    R visit(Values node);

    R visit(Filter node);

    R visit(Project node);

    R visit(Unnest node);

    R visit(UnionAll node);

    R visit(GroupAggregate node);

    R visit(ChangelogNormalize node);

    R visit(DropUpdateBefore node);

    R visit(UpsertMaterialize node);

    R visit(Join node);

    R visit(TopN node);

    R visit(OverAggregate node);

    R visit(SetOperation node);

    R visit(ToChangelog node);

    R visit(FromChangelog node);

    R visit(AssignWindows node);

    R visit(AssignSessions node);

    R visit(Windowed node);

    R visit(TimedJoin node);

    R visit(LookupJoin node);

    R visit(TemporalFilter node);

    R visit(SinkNode node);
}
