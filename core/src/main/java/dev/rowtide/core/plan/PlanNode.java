// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.type.Schema;
import java.util.List;

/**
 * A node of a physical plan: an operator to be. A plan is a directed acyclic graph; a node that two parents share is one object, computed once.
 * Nodes are compared by identity in that sense, though records.
 */
public sealed interface PlanNode
        permits Scan,
                Values,
                Filter,
                Project,
                Unnest,
                UnionAll,
                GroupAggregate,
                ChangelogNormalize,
                DropUpdateBefore,
                UpsertMaterialize,
                Join,
                TopN,
                OverAggregate,
                SetOperation,
                ToChangelog,
                FromChangelog,
                AssignWindows,
                AssignSessions,
                LookupJoin,
                TemporalFilter,
                Windowed,
                TimedJoin,
                SinkNode {

    /** Its inputs, in order. */
    List<PlanNode> inputs();

    /** What holds of its output. */
    Traits traits();

    /** The same node over other inputs and with other traits. */
    PlanNode with(List<PlanNode> inputs, Traits traits);

    /** How long it keeps what it keeps, by input where it keeps something of several; empty where it keeps nothing. */
    default List<StateTtl> ttls() {
        return List.of();
    }

    /** The same node that keeps what it keeps so long; as many as {@link #ttls} has. */
    default PlanNode withTtls(List<StateTtl> ttls) {
        return this;
    }

    /** Calls the visitor's method for this kind of node. */
    <R> R accept(PlanVisitor<R> visitor);

    /** Whether it judges by the event time that its input has reached, so that the scans below it must say it. */
    default boolean needsWatermarks() {
        return false;
    }

    /** The name that it goes by where rows are counted. */
    default String label() {
        return getClass().getSimpleName();
    }

    /** The columns of its output. */
    default Schema schema() {
        return traits().schema();
    }

    /** The kinds of change that its output carries. */
    default ChangelogMode mode() {
        return traits().mode();
    }
}
