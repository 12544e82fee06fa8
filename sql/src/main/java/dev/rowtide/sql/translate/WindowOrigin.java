// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowColumns.Clock;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Type;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a column says of the window that its row is in, and of which windows. Columns with the same windows that come to one row by a path of this kind say the same window.
 *
 * @param role what it says
 * @param windows the windows: their lengths, or the node that finds the sessions
 * @param resolution as in {@link WindowColumns}
 * @param zone as in {@link WindowColumns}
 * @param clock what tells a reader of the column that a window is complete
 * @param emission when results of the windows go out
 */
record WindowOrigin(
        Role role,
        Object windows,
        long resolution,
        @Nullable ZoneId zone,
        Clock clock,
        Emission emission) {

    private static final int MICRO_DIGITS = 6;
    private static final int MILLI_DIGITS = 3;

    enum Role {
        START,
        END,
        TIME
    }

    /** What a column of {@code node} says; null if it is no window's. A column that may be NULL, as of a side that a join pads, says nothing. */
    static @Nullable WindowOrigin of(PlanNode node, int column) {
        if (node.schema().type(column).nullable()) {
            return null;
        }
        if (node instanceof AssignWindows assign) {
            return column < assign.startColumn() ? of(assign.input(), column) : of(assign, column);
        }
        if (node instanceof AssignSessions assign) {
            return column < assign.startColumn() ? null : of(assign, column);
        }
        if (node instanceof Filter filter) {
            return of(filter.input(), column);
        }
        if (node instanceof Project project) {
            return project.expressions().get(column) instanceof InputRef ref ? of(project.input(), ref.index()) : null;
        }
        if (node instanceof UnionAll union) {
            return ofUnion(union, column);
        }
        if (node instanceof Windowed windowed) {
            return of(windowed, column);
        }
        return null;
    }

    /** What is revised is not complete when it comes: its windows are columns like any other, of which event time can be told still. */
    private static @Nullable WindowOrigin of(Windowed windowed, int column) {
        WindowOrigin below = ofBody(windowed.body(), column);
        if (below == null || !windowed.emission().revises()) {
            return below == null ? null : below.with(Clock.COMPLETE);
        }
        return below.role == Role.TIME ? below : null;
    }

    private static WindowOrigin of(AssignWindows assign, int column) {
        Type time = assign.input().schema().type(assign.timeColumn());
        boolean processingTime = TimeAttributes.isProcessingTime(assign.timeColumn(), assign.input());
        return new WindowOrigin(
                Role.values()[column - assign.startColumn()],
                assign.windows(),
                resolution(time),
                assign.windows().zone(),
                processingTime ? Clock.PROCESSING_TIME : Clock.EVENT_TIME,
                assign.emission());
    }

    private static WindowOrigin of(AssignSessions assign, int column) {
        Role role = Role.values()[column - assign.startColumn()];
        boolean ofTime = role == Role.TIME && assign.clock() == Clock.PROCESSING_TIME;
        return new WindowOrigin(
                role,
                assign,
                resolution(assign.input().schema().type(assign.timeColumn())),
                assign.zone(),
                ofTime || assign.emission().revises() ? assign.clock() : Clock.COMPLETE,
                assign.emission());
    }

    /** Microseconds between two event times of a type. */
    static long resolution(Type time) {
        long resolution = 1;
        for (int digits = Math.max(MILLI_DIGITS, time.precision()); digits < MICRO_DIGITS; digits++) {
            resolution *= 10;
        }
        return resolution;
    }

    /** The rows of a window come from all inputs, at times of their own. */
    private static @Nullable WindowOrigin ofUnion(UnionAll union, int column) {
        List<@Nullable WindowOrigin> origins =
                union.inputs().stream().map(input -> of(input, column)).toList();
        WindowOrigin first = origins.get(0);
        if (first == null || !origins.stream().allMatch(other -> other != null && first.isSame(other))) {
            return null;
        }
        return first.clock == Clock.PROCESSING_TIME ? first : first.with(Clock.EVENT_TIME);
    }

    private static @Nullable WindowOrigin ofBody(PlanNode body, int column) {
        if (body instanceof GroupAggregate aggregate) {
            return column < aggregate.keys().size()
                    ? of(aggregate.input(), aggregate.keys().get(column))
                    : null;
        }
        if (body instanceof TopN top) {
            return column < top.input().schema().size() ? of(top.input(), column) : null;
        }
        if (body instanceof Join join) {
            int lefts = join.left().schema().size();
            return column < lefts ? of(join.left(), column) : of(join.right(), column - lefts);
        }
        return null;
    }

    /** Whether both are of the same windows, and say the same of them. */
    boolean isSame(WindowOrigin other) {
        return role == other.role && isOfSameWindows(other);
    }

    /** Whether both are of the same windows. */
    boolean isOfSameWindows(WindowOrigin other) {
        return windows.equals(other.windows)
                && resolution == other.resolution
                && Objects.equals(zone, other.zone)
                && emission.equals(other.emission)
                && (clock == Clock.PROCESSING_TIME) == (other.clock == Clock.PROCESSING_TIME);
    }

    WindowOrigin with(Clock other) {
        return new WindowOrigin(role, windows, resolution, zone, other, emission);
    }

    /** The columns that say the window, of which this is one. */
    WindowColumns columns(int start, int end) {
        long sessionGap = windows instanceof AssignSessions sessions ? sessions.gap() : 0;
        return new WindowColumns(start, end, resolution, zone, clock, sessionGap);
    }

    /** The start and the end of a window among {@code columns} of a node, or nothing. */
    static List<WindowColumns> among(PlanNode node, List<Integer> columns) {
        for (int start : columns) {
            WindowOrigin ofStart = of(node, start);
            if (ofStart == null || ofStart.role != Role.START) {
                continue;
            }
            for (int end : columns) {
                WindowOrigin ofEnd = of(node, end);
                if (ofEnd != null && ofEnd.role == Role.END && ofEnd.isOfSameWindows(ofStart)) {
                    return List.of(ofStart.columns(start, end));
                }
            }
        }
        return List.of();
    }

    /** The windows of both sides that a join's keys equate, or none. */
    static List<WindowColumns> joined(PlanNode left, PlanNode right, List<Integer> leftKeys, List<Integer> rightKeys) {
        List<WindowColumns> ofLefts = among(left, leftKeys);
        if (ofLefts.isEmpty()) {
            return List.of();
        }
        WindowColumns lefts = ofLefts.get(0);
        int start = rightKeys.get(leftKeys.indexOf(lefts.start()));
        int end = rightKeys.get(leftKeys.indexOf(lefts.end()));
        List<WindowColumns> rights = among(right, List.of(start, end));
        WindowOrigin ofLeft = of(left, lefts.start());
        WindowOrigin ofRight = of(right, start);
        boolean same = !rights.isEmpty()
                && rights.get(0).start() == start
                && ofLeft != null
                && ofRight != null
                && ofLeft.isSame(ofRight);
        return same ? List.of(merged(lefts), merged(rights.get(0))) : List.of();
    }

    /** A window is complete on both sides when the slower one says so. */
    private static WindowColumns merged(WindowColumns columns) {
        return columns.clock() == Clock.PROCESSING_TIME
                ? columns
                : new WindowColumns(
                        columns.start(),
                        columns.end(),
                        columns.resolution(),
                        columns.zone(),
                        Clock.EVENT_TIME,
                        columns.sessionGap());
    }
}
