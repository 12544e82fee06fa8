// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.util.List;

/**
 * A join of rows that time brings together. It keeps a row until the time is reached from which on no row can come that it meets; what it says of a row without a match
 * it says then, once and for good.
 *
 * @param body the join as if all rows were kept, its whole condition included
 * @param bound which rows can meet
 * @param traits its output: the body's columns
 */
public record TimedJoin(Join body, TimeBound bound, Traits traits) implements PlanNode {

    @Override
    public List<PlanNode> inputs() {
        return body.inputs();
    }

    @Override
    public TimedJoin with(List<PlanNode> inputs, Traits traits) {
        return new TimedJoin(body.with(inputs, traits), bound, traits);
    }

    /** Only for the case that the body takes its place: a row has its own time to live here. */
    @Override
    public TimedJoin withTtls(List<StateTtl> ttls) {
        return ttls.isEmpty() ? this : new TimedJoin(body.withTtls(ttls), bound, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public String label() {
        return bound instanceof TimeBound.Interval ? "IntervalJoin" : "TemporalJoin";
    }

    @Override
    public boolean needsWatermarks() {
        return bound.clock() == WindowColumns.Clock.EVENT_TIME;
    }
}
