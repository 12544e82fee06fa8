// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.TemporalFilter;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.plan.WindowColumns;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which columns say when a row is from: the event time of a table, that of which its watermark is made, and the time of processing. */
final class TimeAttributes {

    private TimeAttributes() {}

    /** Whether an expression over the columns of {@code input} does. */
    static boolean isTime(Expression expression, PlanNode input) {
        if (expression instanceof Call call && call.function() == BuiltinFunction.CURRENT_TIMESTAMP) {
            return true;
        }
        if (input instanceof Scan scan) {
            return isEventTime(expression, scan.watermark());
        }
        return expression instanceof InputRef ref && isTime(ref.index(), input);
    }

    /** Whether an expression over the columns of {@code input} says event time, of which a watermark tells. */
    static boolean isEventTime(Expression expression, PlanNode input) {
        if (input instanceof Scan scan) {
            return isEventTime(expression, scan.watermark());
        }
        if (!(expression instanceof InputRef ref)) {
            return false;
        }
        WindowOrigin window = WindowOrigin.of(input, ref.index());
        if (window != null && window.role() == WindowOrigin.Role.TIME) {
            return window.clock() != WindowColumns.Clock.PROCESSING_TIME;
        }
        if (input instanceof Project project) {
            return isEventTime(project.expressions().get(ref.index()), project.input());
        }
        if (input instanceof AssignWindows assign) {
            return ref.index() < assign.startColumn() && isEventTime(ref, assign.input());
        }
        if (input instanceof TimedJoin join) {
            return isTimeOf(join, ref.index());
        }
        return input instanceof Filter filter && isEventTime(ref, filter.input())
                || input instanceof TemporalFilter timed && isEventTime(ref, timed.input())
                || input instanceof LookupJoin join
                        && ref.index() < join.input().schema().size()
                        && isEventTime(ref, join.input())
                || input instanceof Unnest unnest
                        && ref.index() < unnest.kept().size()
                        && isEventTime(moved(ref, unnest.kept().get(ref.index())), unnest.input())
                || input instanceof UnionAll union && union.inputs().stream().allMatch(each -> isEventTime(ref, each));
    }

    /** Whether a column says by which time a row was joined; not where it is padded. */
    private static boolean isTimeOf(TimedJoin join, int column) {
        int lefts = join.body().left().schema().size();
        JoinType type = join.body().type();
        if (join.bound() instanceof TimeBound.AsOf) {
            return join.bound().clock() == WindowColumns.Clock.EVENT_TIME
                    && column == join.bound().leftTime();
        }
        return join.bound().clock() == WindowColumns.Clock.EVENT_TIME
                && (column == join.bound().leftTime() && !type.padsRight()
                        || column == lefts + join.bound().rightTime() && !type.padsLeft());
    }

    /** The column of a node that says from when on its rows hold, -1 if there is none. The row that is the latest of its key does so when it comes. */
    static int versionTime(PlanNode node) {
        return IntStream.range(0, node.schema().size())
                .filter(column -> isVersionTime(column, node))
                .findFirst()
                .orElse(-1);
    }

    private static boolean isVersionTime(int column, PlanNode node) {
        if (node instanceof TopN top && top.function() == RankFunction.ROW_NUMBER && top.to() == 1) {
            return column < top.input().schema().size() && isVersionTime(column, top.input());
        }
        if (node instanceof Project project && project.expressions().get(column) instanceof InputRef ref) {
            return isVersionTime(ref.index(), project.input());
        }
        return node instanceof Filter filter && isVersionTime(column, filter.input())
                || isEventTime(new InputRef(column, node.schema().type(column)), node);
    }

    /** Whether an expression over the columns of {@code input} is the time at which a row is processed, which never falls from row to row. */
    static boolean isProcessingTime(Expression expression, PlanNode input) {
        return expression instanceof InputRef ref
                ? isProcessingTime(ref.index(), input)
                : expression instanceof Call call && call.function() == BuiltinFunction.CURRENT_TIMESTAMP;
    }

    private static InputRef moved(InputRef ref, int column) {
        return new InputRef(column, ref.type());
    }

    /** Whether a column of {@code node} says when its rows are processed. */
    static boolean isProcessingTime(int column, PlanNode node) {
        if (node instanceof Project project) {
            Expression expression = project.expressions().get(column);
            return expression instanceof Call call && call.function() == BuiltinFunction.CURRENT_TIMESTAMP
                    || expression instanceof InputRef ref && isProcessingTime(ref.index(), project.input());
        }
        WindowOrigin window = WindowOrigin.of(node, column);
        if (window != null && window.role() == WindowOrigin.Role.TIME) {
            return window.clock() == WindowColumns.Clock.PROCESSING_TIME;
        }
        if (node instanceof AssignWindows assign) {
            return column < assign.startColumn() && isProcessingTime(column, assign.input());
        }
        return node instanceof Filter filter && isProcessingTime(column, filter.input())
                || node instanceof LookupJoin join
                        && column < join.input().schema().size()
                        && isProcessingTime(column, join.input())
                || node instanceof UnionAll union
                        && union.inputs().stream().allMatch(input -> isProcessingTime(column, input));
    }

    private static boolean isTime(int column, PlanNode node) {
        if (node instanceof Scan scan) {
            return isEventTime(new InputRef(column, scan.schema().type(column)), scan.watermark());
        }
        if (node instanceof Project project) {
            return isTime(project.expressions().get(column), project.input());
        }
        if (node instanceof AssignWindows assign) {
            return column < assign.startColumn()
                    ? isTime(column, assign.input())
                    : column == assign.schema().size() - 1;
        }
        return node instanceof Filter filter && isTime(column, filter.input())
                || node instanceof TemporalFilter timed && isTime(column, timed.input())
                || node instanceof LookupJoin join
                        && column < join.input().schema().size()
                        && isTime(column, join.input())
                || node instanceof UnionAll union && union.inputs().stream().allMatch(input -> isTime(column, input));
    }

    /** A computed event time has no column in the scan, but the watermark is computed of it. */
    private static boolean isEventTime(Expression expression, @Nullable WatermarkSpec watermark) {
        if (watermark == null || !expression.type().kind().isTimestamp()) {
            return false;
        }
        return watermark.column() >= 0
                ? expression instanceof InputRef ref && ref.index() == watermark.column()
                : contains(watermark.expression(), expression);
    }

    private static boolean contains(Expression whole, Expression part) {
        return whole.equals(part)
                || whole instanceof Call call
                        && call.arguments().stream().anyMatch(argument -> contains(argument, part));
    }
}
