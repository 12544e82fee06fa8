// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the rows of each partition into sessions: rows whose event times are no further apart than the gap are of one. Once the watermark says that a session is
 * complete its rows go out at one position, with the session's start, end (the gap after its last row) and last event time behind their columns. An emission may ask for
 * them earlier, and for rows that come late: rows that went out are taken back, then, whose session has become another.
 *
 * @param input its input
 * @param partitionKeys the partition columns; none for one partition
 * @param timeColumn the event time
 * @param gap microseconds
 * @param zone the zone of whose local time start and end are, for event times that are points in time; null for event times without zone
 * @param clock what tells that sessions are complete: the watermark, or the time of the tick
 * @param shrinks whether a row that is taken back leaves its session as if it had never come; else the session spans its time still
 * @param emission when the rows of a session go out
 * @param apart whether each row goes out at once as a session of itself, since whoever reads it merges them; nothing is kept then
 * @param traits its output
 */
public record AssignSessions(
        PlanNode input,
        List<Integer> partitionKeys,
        int timeColumn,
        long gap,
        @Nullable ZoneId zone,
        WindowColumns.Clock clock,
        boolean shrinks,
        Emission emission,
        boolean apart,
        Traits traits)
        implements PlanNode {

    public AssignSessions {
        partitionKeys = List.copyOf(partitionKeys);
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public AssignSessions with(List<PlanNode> inputs, Traits traits) {
        return new AssignSessions(
                inputs.get(0), partitionKeys, timeColumn, gap, zone, clock, shrinks, emission, apart, traits);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public String label() {
        return "SessionWindows";
    }

    @Override
    public boolean needsWatermarks() {
        return !apart && clock == WindowColumns.Clock.EVENT_TIME;
    }

    /** The column of the session's start; its end and last event time follow. */
    public int startColumn() {
        return input.schema().size();
    }
}
