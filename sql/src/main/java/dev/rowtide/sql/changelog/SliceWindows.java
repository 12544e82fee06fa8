// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Storage;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Merges sessions of inserted rows as they come, where nobody but an aggregate by their keys reads them that can be made of parts. And counts rows of windows that overlap once, in the step of time between the ends of two windows, where what a window has can be made of what its steps have: where nobody
 * else reads the rows, nor anything but the aggregate of them their windows, and its functions can be.
 */
final class SliceWindows {

    /** The sessions of a key at most that are complete and kept, as far as the gap tells. */
    private static final int SESSIONS_KEPT_MAX = 64;

    private final IdentityHashMap<PlanNode, Integer> useCounts;
    private final IdentityHashMap<PlanNode, PlanNode> done = new IdentityHashMap<>();

    private SliceWindows(List<SinkNode> roots) {
        useCounts = PlanOrder.useCounts(roots);
    }

    /** The same plans, in which windows are sliced. */
    static List<SinkNode> apply(List<SinkNode> roots) {
        SliceWindows pass = new SliceWindows(roots);
        return roots.stream().map(root -> (SinkNode) pass.rewritten(root)).toList();
    }

    private PlanNode rewritten(PlanNode node) {
        PlanNode known = done.get(node);
        if (known == null) {
            List<PlanNode> inputs = node.inputs().stream().map(this::rewritten).toList();
            boolean same = IntStream.range(0, inputs.size())
                    .allMatch(i -> inputs.get(i) == node.inputs().get(i));
            PlanNode sliced = node instanceof Windowed windowed ? sliced(windowed) : null;
            if (sliced == null && node instanceof Windowed windowed) {
                sliced = merging(windowed);
            }
            known = sliced != null ? sliced : same ? node : node.with(inputs, node.traits());
            done.put(node, known);
        }
        return known;
    }

    private @Nullable PlanNode sliced(Windowed node) {
        WindowColumns columns = node.windows().get(0);
        if (!(node.body() instanceof GroupAggregate aggregate)
                || node.emission().revises()
                || columns.clock() != WindowColumns.Clock.EVENT_TIME
                || isPutBack(columns.zone())
                || !aggregate.calls().stream().allMatch(call -> isMadeOfParts(call, aggregate.input()))) {
            return null;
        }
        AssignWindows assign = assigning(aggregate.input(), columns.start(), columns.end());
        if (assign == null || readsWindow(aggregate, assign, ColumnSet.of(columns.start(), columns.end()))) {
            return null;
        }
        PlanNode input = ofSlices(aggregate.input(), assign);
        return new Windowed(
                aggregate.with(List.of(input), node.traits()),
                node.windows(),
                assign.windows(),
                false,
                node.emission(),
                node.tellsLateRows(),
                node.traits());
    }

    /** Whether clocks may be put back. Windows do not end in the order of their local times then, which slices go by. */
    private static boolean isPutBack(@Nullable ZoneId zone) {
        return zone != null && !zone.getRules().isFixedOffset();
    }

    /** Whether local times are instants as they are stored. */
    private static boolean isOfInstants(@Nullable ZoneId zone) {
        return zone == null
                || zone.getRules().isFixedOffset()
                        && zone.getRules().getOffset(Instant.EPOCH).getTotalSeconds() == 0;
    }

    /** The same node over rows that are sessions of themselves; null if it can't be. */
    private @Nullable PlanNode merging(Windowed node) {
        WindowColumns columns = node.windows().get(0);
        if (columns.sessionGap() == 0
                || !canMerge(node.emission(), columns.sessionGap())
                || !isOfInstants(columns.zone())
                || !(node.body() instanceof GroupAggregate aggregate)
                || !aggregate.calls().stream().allMatch(call -> isMergeable(call, aggregate.input()))) {
            return null;
        }
        AssignSessions assign = sessions(aggregate.input());
        if (assign == null
                || !assign.emission().equals(node.emission())
                || !assign.input().mode().isAppendOnly()
                || !isKeyed(aggregate, columns, assign)) {
            return null;
        }
        PlanNode input = apart(aggregate.input(), assign);
        WindowColumns merged = new WindowColumns(
                columns.start(), columns.end(), columns.resolution(), null, assign.clock(), columns.sessionGap());
        return new Windowed(
                aggregate.with(List.of(input), node.traits()),
                List.of(merged),
                null,
                true,
                node.emission(),
                node.tellsLateRows(),
                node.traits());
    }

    /**
     * Results go out once, or with every change, each in the place of the one before. How many sessions of a key are kept is bounded by what is kept for late rows; a row looks
     * through them.
     */
    private static boolean canMerge(Emission emission, long gap) {
        return !emission.revises()
                || emission.onChange() && emission.updates() && emission.allowedLateness() / gap <= SESSIONS_KEPT_MAX;
    }

    /** Text that is kept of a group can't be moved with it. */
    private static boolean isMergeable(AggregateCall call, PlanNode input) {
        boolean extreme = call.function() == AggregateFunction.MIN || call.function() == AggregateFunction.MAX;
        return isMadeOfParts(call, input)
                && !(extreme && input.schema().type(call.arguments().get(0)).storage() == Storage.BYTES);
    }

    /** What cuts sessions below projections that nobody else reads; null if anything else is on the way. */
    private @Nullable AssignSessions sessions(PlanNode node) {
        if (useCounts.getOrDefault(node, 0) > 1) {
            return null;
        }
        return node instanceof AssignSessions assign
                ? assign
                : node instanceof Project project ? sessions(project.input()) : null;
    }

    /** Whether a grouping has the start and end of sessions and all their keys among its own, and nothing else; and reads nothing of them otherwise. */
    private static boolean isKeyed(GroupAggregate aggregate, WindowColumns columns, AssignSessions assign) {
        Set<Integer> keys = new HashSet<>();
        for (int key : aggregate.keys()) {
            if (key != columns.start() && key != columns.end()) {
                keys.add(below(aggregate.input(), key));
            }
        }
        boolean readsWindow = aggregate.calls().stream()
                .flatMap(call -> Stream.concat(call.arguments().stream(), Stream.of(call.filter())))
                .anyMatch(column -> column >= 0 && reads(aggregate.input(), column, assign.startColumn()));
        return !readsWindow && keys.equals(Set.copyOf(assign.partitionKeys()));
    }

    /** Where a column of a projection comes from; -1 if it is computed. */
    private static int below(PlanNode node, int column) {
        if (!(node instanceof Project project)) {
            return column;
        }
        return project.expressions().get(column) instanceof InputRef ref ? below(project.input(), ref.index()) : -1;
    }

    /** Whether a column of a projection is made of one of those below it from {@code first} on. */
    private static boolean reads(PlanNode node, int column, int first) {
        if (!(node instanceof Project project)) {
            return column >= first;
        }
        return Arrays.stream(
                        Expressions.columns(project.expressions().get(column)).toArray())
                .anyMatch(each -> reads(project.input(), each, first));
    }

    private static PlanNode apart(PlanNode node, AssignSessions assign) {
        return node == assign
                ? new AssignSessions(
                        assign.input(),
                        assign.partitionKeys(),
                        assign.timeColumn(),
                        assign.gap(),
                        assign.zone(),
                        assign.clock(),
                        assign.shrinks(),
                        assign.emission(),
                        true,
                        assign.traits())
                : node.with(List.of(apart(node.inputs().get(0), assign)), node.traits());
    }

    private static boolean isMadeOfParts(AggregateCall call, PlanNode input) {
        return switch (call.function()) {
            case COUNT, SUM, SUM0, AVG -> !call.distinct();
            case MIN, MAX -> input.mode().isAppendOnly();
            default -> false;
        };
    }

    /** The node that puts rows into windows, of which those columns are, if only rows and columns are left out on the way from it. */
    private @Nullable AssignWindows assigning(PlanNode node, int start, int end) {
        if (useCounts.getOrDefault(node, 0) > 1) {
            return null;
        }
        if (node instanceof AssignWindows assign) {
            WindowSpec windows = assign.windows();
            boolean overlap = windows.kind() != WindowSpec.Kind.TUMBLE
                    && windows.unit() == WindowSpec.Unit.MICROS
                    && windows.size() > windows.step()
                    && windows.size() % windows.step() == 0;
            return overlap && start == assign.startColumn() ? assign : null;
        }
        if (node instanceof Filter filter) {
            return assigning(filter.input(), start, end);
        }
        return node instanceof Project project
                        && project.expressions().get(start) instanceof InputRef startBelow
                        && project.expressions().get(end) instanceof InputRef endBelow
                ? assigning(project.input(), startBelow.index(), endBelow.index())
                : null;
    }

    /** Whether anything from a grouping down to its windows reads these, but the grouping itself their start and end. */
    private static boolean readsWindow(GroupAggregate aggregate, AssignWindows assign, ColumnSet startAndEnd) {
        Set<Integer> ofWindow = ofWindow(aggregate.input(), assign);
        return ofWindow == null
                || aggregate.keys().stream().anyMatch(key -> ofWindow.contains(key) && !startAndEnd.contains(key))
                || aggregate.calls().stream()
                        .flatMap(call -> Stream.concat(call.arguments().stream(), Stream.of(call.filter())))
                        .anyMatch(ofWindow::contains);
    }

    /** The columns of a node that are made of its rows' windows; null if a condition is. */
    private static @Nullable Set<Integer> ofWindow(PlanNode node, AssignWindows assign) {
        if (node == assign) {
            return IntStream.range(0, AssignWindows.ADDED_COLUMNS)
                    .mapToObj(added -> assign.startColumn() + added)
                    .collect(Collectors.toSet());
        }
        Set<Integer> below = ofWindow(node.inputs().get(0), assign);
        if (below == null || node instanceof Filter filter && readsAny(filter.condition(), below)) {
            return null;
        }
        return node instanceof Project project
                ? IntStream.range(0, project.expressions().size())
                        .filter(column -> readsAny(project.expressions().get(column), below))
                        .boxed()
                        .collect(Collectors.toSet())
                : below;
    }

    private static boolean readsAny(Expression expression, Set<Integer> columns) {
        ColumnSet reads = Expressions.columns(expression);
        return columns.stream().anyMatch(reads::contains);
    }

    private static PlanNode ofSlices(PlanNode node, AssignWindows assign) {
        if (node != assign) {
            return node.with(List.of(ofSlices(node.inputs().get(0), assign)), node.traits());
        }
        WindowSpec windows = assign.windows();
        long offset = Math.floorMod(windows.offset(), windows.step());
        WindowSpec slices = new WindowSpec(
                WindowSpec.Kind.TUMBLE, windows.unit(), windows.step(), windows.step(), offset, windows.zone());
        return new AssignWindows(assign.input(), assign.timeColumn(), slices, assign.emission(), assign.traits());
    }
}
