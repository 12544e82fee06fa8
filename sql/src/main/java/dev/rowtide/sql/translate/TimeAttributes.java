// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.plan.WatermarkSpec;
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
        if (input instanceof Project project) {
            return isEventTime(project.expressions().get(ref.index()), project.input());
        }
        return input instanceof Filter filter && isEventTime(ref, filter.input())
                || input instanceof UnionAll union && union.inputs().stream().allMatch(each -> isEventTime(ref, each));
    }

    /** Whether an expression over the columns of {@code input} is the time at which a row is processed, which never falls from row to row. */
    static boolean isProcessingTime(Expression expression, PlanNode input) {
        if (expression instanceof InputRef ref && input instanceof Project project) {
            return isProcessingTime(project.expressions().get(ref.index()), project.input());
        }
        if (expression instanceof InputRef && input instanceof Filter filter) {
            return isProcessingTime(expression, filter.input());
        }
        return expression instanceof Call call && call.function() == BuiltinFunction.CURRENT_TIMESTAMP;
    }

    private static boolean isTime(int column, PlanNode node) {
        if (node instanceof Scan scan) {
            return isEventTime(new InputRef(column, scan.schema().type(column)), scan.watermark());
        }
        if (node instanceof Project project) {
            return isTime(project.expressions().get(column), project.input());
        }
        return node instanceof Filter filter && isTime(column, filter.input())
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
