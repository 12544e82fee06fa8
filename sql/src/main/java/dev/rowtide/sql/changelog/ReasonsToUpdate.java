// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
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

/** Why a node takes back or replaces rows that it sent, in words; empty for one that only passes on what its inputs do. */
final class ReasonsToUpdate implements PlanVisitor<String> {

    private static final String FROM_INPUTS = "";
    private static final String BY_SOURCE = "its source delivers changes of existing rows";

    private final OfferedChanges offers;

    private ReasonsToUpdate(OfferedChanges offers) {
        this.offers = offers;
    }

    static String of(PlanNode node, OfferedChanges offers) {
        return node.accept(new ReasonsToUpdate(offers));
    }

    @Override
    public String visit(Scan node) {
        return BY_SOURCE;
    }

    @Override
    public String visit(Values node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(Filter node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(Project node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(Unnest node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(UnionAll node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(GroupAggregate node) {
        if (!node.calls().isEmpty()) {
            return "each further row of a group replaces the group's result";
        }
        return offers.of(node).mode().delete()
                ? "a row leaves when the last equal row of its input does"
                : "compatibility = 'flink' plans DISTINCT as an aggregate that may update";
    }

    @Override
    public String visit(ChangelogNormalize node) {
        return BY_SOURCE;
    }

    @Override
    public String visit(DropUpdateBefore node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(UpsertMaterialize node) {
        return BY_SOURCE;
    }

    @Override
    public String visit(Join node) {
        return switch (node.type()) {
            case INNER, SEMI -> FROM_INPUTS;
            case LEFT -> "a left row without a match is sent with NULLs and taken back when a match comes";
            case RIGHT -> "a right row without a match is sent with NULLs and taken back when a match comes";
            case FULL -> "a row without a match is sent with NULLs and taken back when a match comes";
            case ANTI -> "a left row is taken back when a match comes";
        };
    }

    @Override
    public String visit(TopN node) {
        if (node.order().isEmpty()) {
            return "a row that its input takes back makes room for the next one";
        }
        if (node.withRank()) {
            return "a row that comes later may rank higher, and moves the rows behind it";
        }
        return node.to() == 1
                ? "a row that comes later may rank higher, and takes the place of the one before"
                : "a row that comes later may rank higher, and pushes another one out";
    }

    @Override
    public String visit(OverAggregate node) {
        return "a row that comes later may stand among those that an earlier one was computed from";
    }

    @Override
    public String visit(SetOperation node) {
        if (node.except()) {
            return "a left row is taken back when an equal right row comes";
        }
        boolean appends =
                node.inputs().stream().allMatch(input -> offers.of(input).mode().isAppendOnly());
        return appends ? "compatibility = 'flink' plans INTERSECT as an aggregate that may update" : FROM_INPUTS;
    }

    @Override
    public String visit(ToChangelog node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(FromChangelog node) {
        return "the rows of its input say which rows are updated and deleted";
    }

    @Override
    public String visit(AssignWindows node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(AssignSessions node) {
        return node.emission().revises() ? "a row may make the session of other rows another" : FROM_INPUTS;
    }

    @Override
    public String visit(Windowed node) {
        return node.emission().isEarly()
                ? "a window's result goes out before the window is complete, and further rows replace it"
                : "a late row replaces the result of a window that went out";
    }

    @Override
    public String visit(TimedJoin node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(LookupJoin node) {
        return FROM_INPUTS;
    }

    @Override
    public String visit(TemporalFilter node) {
        return node.until().isEmpty() ? FROM_INPUTS : "a row leaves when the clock has passed its time";
    }

    @Override
    public String visit(SinkNode node) {
        return FROM_INPUTS;
    }
}
