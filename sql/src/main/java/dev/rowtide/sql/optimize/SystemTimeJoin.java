// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Each row on the left with the rows of a table on the right as they are at a time of that row: {@code JOIN t FOR SYSTEM_TIME AS OF o.at ON …}. It is no
 * {@code Join} of Calcite's, since a condition on the right must not be asked before the time has chosen the row. Or each row on the left with the one on the right that a
 * comparison finds closest: {@code ASOF JOIN}.
 */
public final class SystemTimeJoin extends BiRel {

    private final RexNode time;
    private final RexNode condition;
    private final JoinRelType type;
    private final @Nullable RexNode match;

    private SystemTimeJoin(
            RelOptCluster cluster,
            RelTraitSet traits,
            RelNode left,
            RelNode right,
            RexNode time,
            RexNode condition,
            JoinRelType type,
            @Nullable RexNode match) {
        super(cluster, traits, left, right);
        this.time = time;
        this.condition = condition;
        this.type = type;
        this.match = match;
    }

    /**
     * @param time over the columns of {@code left}
     * @param condition over those of {@code left}, then those of {@code right}
     * @param type INNER or LEFT
     */
    static SystemTimeJoin of(RelNode left, RelNode right, RexNode time, RexNode condition, JoinRelType type) {
        return new SystemTimeJoin(left.getCluster(), left.getTraitSet(), left, right, time, condition, type, null);
    }

    /**
     * Each row on the left with the closest on the right.
     *
     * @param match compares a column of each side
     */
    static SystemTimeJoin closest(RelNode left, RelNode right, RexNode match, RexNode condition, JoinRelType type) {
        return new SystemTimeJoin(left.getCluster(), left.getTraitSet(), left, right, match, condition, type, match);
    }

    /** The comparison that finds the closest row on the right; null where there is a time instead. */
    public @Nullable RexNode match() {
        return match;
    }

    /** The time as of which the right side is seen, over the columns of the left one. */
    public RexNode time() {
        return time;
    }

    /** Which of the rows as of that time match, over the columns of both sides. */
    public RexNode condition() {
        return condition;
    }

    /** INNER or LEFT. */
    public JoinRelType type() {
        return type;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new SystemTimeJoin(getCluster(), traits, inputs.get(0), inputs.get(1), time, condition, type, match);
    }

    @Override
    public RelNode accept(RexShuttle shuttle) {
        RexNode newTime = shuttle.apply(time);
        RexNode newCondition = shuttle.apply(condition);
        RexNode newMatch = match == null ? null : newTime;
        return newTime == time && newCondition == condition
                ? this
                : new SystemTimeJoin(getCluster(), getTraitSet(), left, right, newTime, newCondition, type, newMatch);
    }

    @Override
    protected RelDataType deriveRowType() {
        return SqlValidatorUtil.deriveJoinRowType(
                left.getRowType(), right.getRowType(), type, getCluster().getTypeFactory(), null, List.of());
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("time", time)
                .item("condition", condition)
                .item("type", type.lowerName);
    }
}
