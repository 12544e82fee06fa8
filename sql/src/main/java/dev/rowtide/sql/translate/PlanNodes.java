// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the nodes of a job's plans, with their traits. A node equal to one made before is that one, constant rows apart:
 * computed once, read by all who need it.
 */
final class PlanNodes {

    private final boolean batch;
    private final Map<PlanNode, PlanNode> made = new HashMap<>();

    /** @param batch whether there is one version only, so that nothing needs to wait for its windows */
    PlanNodes(boolean batch) {
        this.batch = batch;
    }

    PlanNode scan(Table table, List<Integer> columns, @Nullable WatermarkSpec watermark) {
        Schema schema = table.schema()
                .project(columns.stream().mapToInt(Integer::intValue).toArray());
        return shared(new Scan(table, columns, watermark, traits(schema, UniqueKeys.ofScan(table, columns))));
    }

    PlanNode values(List<List<@Nullable Object>> rows, Schema schema) {
        Set<ColumnSet> keys = rows.size() <= 1 ? Set.of(ColumnSet.of()) : Set.of();
        return shared(new Values(rows, traits(schema, keys)));
    }

    PlanNode filter(PlanNode input, Expression condition) {
        return shared(new Filter(
                input, condition, traits(input.schema(), input.traits().uniqueKeys())));
    }

    /** A projection; the input itself where it would change nothing but names, constant rows where it makes such of such. */
    PlanNode project(PlanNode input, List<Expression> expressions, List<String> names) {
        if (isIdentity(expressions, input)) {
            return input;
        }
        Schema schema = OutputSchemas.ofProject(expressions, names);
        if (input instanceof Values given && expressions.stream().allMatch(Literal.class::isInstance)) {
            List<@Nullable Object> row = new ArrayList<>();
            expressions.forEach(constant -> row.add(((Literal) constant).value()));
            return values(Collections.nCopies(given.rows().size(), row), schema);
        }
        return shared(new Project(input, expressions, traits(schema, UniqueKeys.ofProject(input, expressions))));
    }

    /** The columns at {@code indices} of a node, in that order. */
    PlanNode columns(PlanNode input, int[] indices) {
        return columns(
                input,
                indices,
                Arrays.stream(indices).mapToObj(input.schema()::name).toList());
    }

    /** The columns at {@code indices} of a node, in that order, with other names. */
    PlanNode columns(PlanNode input, int[] indices, List<String> names) {
        List<Expression> expressions = new ArrayList<>();
        for (int index : indices) {
            expressions.add(new InputRef(index, input.schema().type(index)));
        }
        return project(input, expressions, names);
    }

    /**
     * A row for each element.
     *
     * @param names of the element's columns and of its number, where there is one
     */
    PlanNode unnest(
            PlanNode input, int collection, List<Integer> kept, List<String> names, boolean ordinality, boolean outer) {
        Schema schema = OutputSchemas.ofUnnest(input.schema(), collection, kept, names, ordinality, outer);
        Unnest node = new Unnest(input, collection, kept, ordinality, outer, traits(schema, Set.of()));
        return shared(node.with(List.of(input), traits(node.schema(), UniqueKeys.ofUnnest(node))));
    }

    /**
     * Each row with those of a table outside.
     *
     * @param columns of the table, the key among them
     * @param tableKeys places in {@code columns}
     * @param names of the output's columns
     */
    PlanNode lookupJoin(
            PlanNode input,
            Table table,
            List<Integer> columns,
            List<Integer> inputKeys,
            List<Integer> tableKeys,
            boolean outer,
            @Nullable Expression condition,
            LookupCaching caching,
            boolean fixed,
            List<String> names) {
        Schema schema = OutputSchemas.ofLookupJoin(input.schema(), table.schema(), columns, outer, names);
        LookupJoin node = new LookupJoin(
                input,
                table,
                columns,
                inputKeys,
                tableKeys,
                outer,
                condition,
                caching,
                fixed,
                traits(schema, Set.of()));
        return shared(node.with(List.of(input), traits(node.schema(), UniqueKeys.ofLookupJoin(node))));
    }

    /** The rows of which the clock is within their time. */
    PlanNode temporalFilter(PlanNode input, List<Expression> from, List<Expression> until, Expression condition) {
        return shared(new TemporalFilter(
                input,
                from,
                until,
                condition,
                traits(input.schema(), input.traits().uniqueKeys())));
    }

    /** The rows of all; those of constant rows are constant rows. */
    PlanNode unionAll(List<PlanNode> inputs, Schema schema) {
        if (inputs.stream().allMatch(Values.class::isInstance)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            inputs.forEach(input -> rows.addAll(((Values) input).rows()));
            return values(rows, schema);
        }
        return inputs.size() == 1 ? inputs.get(0) : shared(new UnionAll(inputs, traits(schema, UnionKeys.of(inputs))));
    }

    /**
     * The rows in their windows.
     *
     * @param emission when results of the windows go out
     * @param added the names of the columns of a window's start, end and last event time
     */
    PlanNode assignWindows(PlanNode input, int time, WindowSpec windows, Emission emission, List<String> added) {
        Schema schema = OutputSchemas.withWindow(input.schema(), time, added);
        Set<ColumnSet> keys = UniqueKeys.ofWindows(
                input, windows.isPartition(), input.schema().size() + 1);
        return shared(new AssignWindows(input, time, windows, emission, traits(schema, keys)));
    }

    /**
     * The rows in their sessions.
     *
     * @param shrinks whether a session is that of the rows that are left when some are taken back
     * @param emission when the rows of a session go out
     * @param added the names of the columns of a session's start, end and last event time
     */
    PlanNode assignSessions(
            PlanNode input,
            List<Integer> partition,
            int time,
            long gap,
            @Nullable ZoneId zone,
            boolean shrinks,
            Emission emission,
            List<String> added) {
        Schema schema = OutputSchemas.withWindow(input.schema(), time, added);
        Set<ColumnSet> keys = input.traits().uniqueKeys();
        WindowColumns.Clock clock = TimeAttributes.isProcessingTime(time, input)
                ? WindowColumns.Clock.PROCESSING_TIME
                : WindowColumns.Clock.EVENT_TIME;
        return shared(new AssignSessions(
                input, partition, time, gap, zone, clock, shrinks, emission, false, traits(schema, keys)));
    }

    /** The node, or that node for each window alone. */
    private PlanNode windowed(PlanNode node, List<WindowColumns> windows) {
        if (batch || windows.isEmpty()) {
            return shared(node);
        }
        WindowOrigin origin = Objects.requireNonNull(
                WindowOrigin.of(node.inputs().get(0), windows.get(0).end()));
        Emission emission = origin.emission();
        // Panes that are not taken back stand beside one another, as do sessions an hour apart of one local time.
        boolean isPaneOfSeveral = emission.revises() && !emission.updates();
        Traits traits =
                isPaneOfSeveral || mayShareTimes(windows.get(0)) ? traits(node.schema(), Set.of()) : node.traits();
        return shared(new Windowed(node, windows, null, false, emission, traits));
    }

    /** Whether two sessions may have equal bounds, since clocks are put back between them. */
    private static boolean mayShareTimes(WindowColumns windows) {
        ZoneId zone = windows.zone();
        return windows.sessionGap() > 0 && zone != null && !zone.getRules().isFixedOffset();
    }

    /**
     * A grouping; one by the windows of its input is made when they are complete.
     *
     * @param emptyRow whether there is a row, if there are no keys, for no input as well
     */
    PlanNode aggregate(
            PlanNode input, List<Integer> keys, List<AggregateCall> calls, boolean emptyRow, List<String> names) {
        Schema schema = OutputSchemas.ofAggregate(input.schema(), keys, calls, names);
        Traits traits = traits(schema, UniqueKeys.ofAggregate(input, keys));
        GroupAggregate node = new GroupAggregate(input, keys, calls, emptyRow, traits);
        return windowed(node, WindowOrigin.among(input, keys));
    }

    /** The same node that keeps what it keeps so long. */
    PlanNode withTtls(PlanNode node, List<StateTtl> ttls) {
        return node.ttls().equals(ttls) ? node : shared(node.withTtls(ttls));
    }

    /** A join; {@code names} are those of its output's columns. One whose keys equate the windows of both sides is made when they are complete. */
    PlanNode join(
            PlanNode left,
            PlanNode right,
            JoinType type,
            JoinCondition condition,
            boolean nullAware,
            List<String> names) {
        Join node = joined(left, right, type, condition, nullAware, names);
        List<WindowColumns> windows =
                nullAware ? List.of() : WindowOrigin.joined(left, right, condition.leftKeys(), condition.rightKeys());
        TimeBound interval = batch || nullAware || !windows.isEmpty() ? null : IntervalBounds.of(node);
        return interval == null ? windowed(node, windows) : shared(new TimedJoin(node, interval, node.traits()));
    }

    /** Each left row with the right row of its key that holds at its time, if the condition is TRUE of both; {@code names} are those of its output's columns. */
    PlanNode asOf(
            PlanNode left,
            PlanNode right,
            JoinType type,
            JoinCondition condition,
            TimeBound.AsOf asOf,
            List<String> names) {
        Join node = joined(left, right, type, condition, false, names);
        // Whatever the right rows, a left row meets one of them.
        Traits traits = traits(node.schema(), left.traits().uniqueKeys());
        return shared(new TimedJoin(node.with(node.inputs(), traits), asOf, traits));
    }

    private static Join joined(
            PlanNode left,
            PlanNode right,
            JoinType type,
            JoinCondition condition,
            boolean nullAware,
            List<String> names) {
        Schema schema = OutputSchemas.ofJoin(left.schema(), right.schema(), type, names);
        Set<ColumnSet> keys = UniqueKeys.ofJoin(left, right, type, condition.leftKeys(), condition.rightKeys());
        return new Join(
                left,
                right,
                type,
                condition.leftKeys(),
                condition.rightKeys(),
                condition.nullsMatch(),
                condition.rest(),
                nullAware,
                traits(schema, keys));
    }

    /**
     * The rows of each partition whose rank is from {@code from} to {@code to}; those of windows when they are complete.
     *
     * @param rankName the name of the rank's column, or null for none
     * @throws EngineException {@code NOT_SUPPORTED} if values of a sort key have no order
     */
    PlanNode topN(
            PlanNode input,
            List<Integer> partition,
            List<SortKey> order,
            RankFunction function,
            long from,
            long to,
            @Nullable String rankName) {
        order.stream()
                .filter(key -> !key.isArrival())
                .forEach(key -> NestedExpressions.checkOrder(input.schema().type(key.column())));
        Schema schema = OutputSchemas.ofTopN(input.schema(), rankName);
        int rank = rankName == null ? -1 : input.schema().size();
        Set<ColumnSet> keys = UniqueKeys.ofTopN(input, partition, function, from == to, rank);
        TopN node = new TopN(input, partition, order, function, from, to, rankName != null, traits(schema, keys));
        boolean inEventTime = rankName == null && isFirstByTime(node);
        return windowed(inEventTime ? node.inEventTime(true) : node, WindowOrigin.among(input, partition));
    }

    /** Whether it is the first row of each key by event time, as far as its rank is not read. */
    boolean isFirstByTime(TopN node) {
        if (batch
                || node.partitionKeys().isEmpty()
                || node.function() != RankFunction.ROW_NUMBER
                || node.to() != 1
                || node.order().size() != 1
                || node.order().get(0).descending()
                || !WindowOrigin.among(node.input(), node.partitionKeys()).isEmpty()) {
            return false;
        }
        int time = node.order().get(0).column();
        return TimeAttributes.isEventTime(
                new InputRef(time, node.input().schema().type(time)), node.input());
    }

    /** Functions of the rows around each row, as columns of the given names behind the input's. */
    PlanNode over(
            PlanNode input,
            List<Integer> partition,
            List<SortKey> order,
            List<OverCall> calls,
            boolean inEventTime,
            List<String> names) {
        Schema schema = OutputSchemas.ofOver(input.schema(), calls, names);
        Traits traits = traits(schema, input.traits().uniqueKeys());
        return shared(new OverAggregate(input, partition, order, calls, inEventTime, traits));
    }

    PlanNode setOperation(PlanNode left, PlanNode right, boolean except, boolean all, Schema schema) {
        return shared(new SetOperation(
                left, right, except, all, traits(schema, UniqueKeys.ofSetOperation(left, right, except, all))));
    }

    /** All changes of {@code input} as inserted rows; the first of the columns is the code of the kind. */
    PlanNode toChangelog(PlanNode input, List<@Nullable String> codes, Schema schema) {
        return shared(new ToChangelog(input, codes, traits(schema, Set.of())));
    }

    /** The rows of {@code input} as changes, without the column that says their kind. */
    PlanNode fromChangelog(PlanNode input, int operation, Map<String, Integer> kinds, Schema schema) {
        return shared(new FromChangelog(input, operation, kinds, traits(schema, Set.of())));
    }

    /** A root; never shared. */
    SinkNode sink(PlanNode input, Table table) {
        int[] key = table.primaryKey().stream()
                .mapToInt(table.schema().names()::indexOf)
                .toArray();
        return new SinkNode(input, table, ColumnSet.of(key), traits(table.schema(), Set.of()));
    }

    private PlanNode shared(PlanNode node) {
        if (isConstant(node)) {
            return node;
        }
        PlanNode earlier = made.putIfAbsent(node, node);
        return earlier == null ? node : earlier;
    }

    /**
     * Constant rows: each that was written is a leaf of its own, so that their order, and their count, is the text's.
     */
    private static boolean isConstant(PlanNode node) {
        return node instanceof Values
                || (node instanceof Project || node instanceof Filter)
                        && isConstant(node.inputs().get(0));
    }

    private static boolean isIdentity(List<Expression> expressions, PlanNode input) {
        return expressions.size() == input.schema().size()
                && IntStream.range(0, expressions.size())
                        .allMatch(i -> expressions.get(i) instanceof InputRef ref && ref.index() == i);
    }

    private static Traits traits(Schema schema, Set<ColumnSet> uniqueKeys) {
        return new Traits(schema, uniqueKeys, ChangelogMode.UNKNOWN);
    }
}
