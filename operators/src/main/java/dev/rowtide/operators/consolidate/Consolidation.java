// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.DropUpdateBefore;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.state.Matching;
import java.util.List;

/** What a node's output tells of the net effect of a tick. */
public final class Consolidation {

    private Consolidation() {}

    /** Whether nothing in a tick's output of {@code node} cancels out. */
    public static boolean isDoneBy(PlanNode node) {
        if (node.mode().isAppendOnly()
                || node instanceof GroupAggregate
                || node instanceof ChangelogNormalize
                || node instanceof SetOperation
                || node instanceof UpsertMaterialize) {
            return true;
        }
        if (node instanceof TopN topN) {
            return isRowPerRank(topN);
        }
        if (node instanceof Filter filter) {
            return isDoneBy(filter.input());
        }
        return node instanceof Project project
                && isDoneBy(project.input())
                && keepsAllColumns(
                        project.expressions(), project.input().schema().size());
    }

    /** Whether a rank has one row of each partition, which a tick replaces by another, once: no state may expire amid a tick. */
    private static boolean isRowPerRank(TopN node) {
        boolean oneRow = node.from() == 1 && node.to() == 1;
        return node.function() == RankFunction.ROW_NUMBER
                && (node.withRank() || oneRow && Matching.of(node.input().mode()) != Matching.WHOLE_ROW)
                && !node.inEventTime()
                && !node.ttl().expires();
    }

    /**
     * The kinds of the net effect of a tick of {@code node}: where a half of an update cancels out with one of another, what is left goes out as {@code -D} and
     * {@code +I}.
     */
    public static ChangelogMode ofTick(PlanNode node) {
        ChangelogMode mode = node.mode();
        boolean loneHalves = mode.updateBefore() && !isDoneBy(node);
        return new ChangelogMode(
                mode.insert() || loneHalves,
                mode.updateBefore(),
                mode.updateAfter(),
                mode.delete() || loneHalves,
                mode.keyOnlyDeletes());
    }

    /** Whether a {@code +I} of {@code node} says that its row is new: not where an upsert source's changes come as they are, which may put a key again. */
    public static boolean hasExactKinds(PlanNode node) {
        if (node instanceof Scan) {
            return node.mode().updateBefore() || !node.mode().updateAfter();
        }
        boolean passesOn = node instanceof Filter
                || node instanceof Project
                || node instanceof AssignWindows
                || node instanceof UnionAll
                || node instanceof DropUpdateBefore;
        return !passesOn || node.inputs().stream().allMatch(Consolidation::hasExactKinds);
    }

    /** Whether at one position a key can pass from one row of {@code node} to another, and be put before it is taken out. */
    public static boolean mayHandOverKeys(PlanNode node) {
        if (node.mode().isAppendOnly()) {
            return false;
        }
        boolean passesOn = node instanceof Filter
                || node instanceof Project
                || node instanceof AssignWindows
                || node instanceof DropUpdateBefore;
        return passesOn
                ? mayHandOverKeys(node.inputs().get(0))
                : node instanceof Join
                        || node instanceof TimedJoin
                        || node instanceof TopN
                        || node instanceof OverAggregate
                        || node instanceof LookupJoin
                        || node instanceof TemporalFilter
                        || node instanceof UnionAll
                        || node instanceof Windowed;
    }

    /** A projection that loses a column can make the halves of an update equal. */
    private static boolean keepsAllColumns(List<Expression> expressions, int inputColumns) {
        return expressions.stream()
                        .filter(InputRef.class::isInstance)
                        .map(expression -> ((InputRef) expression).index())
                        .distinct()
                        .count()
                == inputColumns;
    }
}
