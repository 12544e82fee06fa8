// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sink of differences can take: a result of which every column outside of the key is an additive aggregate, so that who reads it gets the result back by
 * adding up. Where rows can leave the result, one of them must be {@code COUNT(*)}: it alone is 0 exactly when a row is gone.
 */
final class DeltaRules {

    private DeltaRules() {}

    /**
     * Makes sure that the result can be written as differences.
     *
     * @throws EngineException {@code CHANGELOG_MISMATCH} if not, naming the column or aggregate
     */
    static void check(SinkNode sink, OfferedChanges offers) {
        Offer offer = offers.of(sink.input());
        PlanNode result = sink.input();
        if (!result.traits().isUnique(sink.key())) {
            throw refusal(
                    sink,
                    sink.key().size() == 0
                            ? "the table has no primary key, and the result more than one row"
                            : "several rows of the result may have one primary key",
                    "Declare the grouping columns: PRIMARY KEY (...) NOT ENFORCED.");
        }
        boolean counts = false;
        for (int column = 0; column < result.schema().size(); column++) {
            if (!sink.key().contains(column)) {
                counts |= countsRows(additive(sink, column));
            }
        }
        boolean rowsLeave = offer.mode().delete() || !offer.complete();
        if (rowsLeave && !counts) {
            throw refusal(
                    sink,
                    "rows leave the result, and no column tells a row that is gone from one whose values are 0",
                    expires(sink, offers)
                            ? "Add COUNT(*) to the columns, or SET updating_ttl = '0', so that no key is forgotten."
                            : "Add COUNT(*) to the columns.");
        }
    }

    private static boolean expires(SinkNode sink, OfferedChanges offers) {
        return PlanOrder.inputsFirst(List.of(sink)).stream()
                .anyMatch(node -> offers.ttls(node).stream().anyMatch(StateTtl::told));
    }

    private static boolean countsRows(AggregateCall call) {
        return call.function() == AggregateFunction.COUNT
                && call.arguments().isEmpty()
                && call.filter() == AggregateCall.NO_FILTER;
    }

    /** The additive aggregate that a column of the result is. */
    private static AggregateCall additive(SinkNode sink, int column) {
        PlanNode node = sink.input();
        int at = column;
        while (true) {
            if (node instanceof Filter filter) {
                node = filter.input();
            } else if (node instanceof Windowed windowed) {
                node = windowed.body();
            } else if (node instanceof Project project
                    && source(project.expressions().get(at)) instanceof InputRef ref) {
                node = project.input();
                at = ref.index();
            } else if (node instanceof GroupAggregate aggregate
                    && at >= aggregate.keys().size()) {
                AggregateCall call = aggregate.calls().get(at - aggregate.keys().size());
                refuseIfNotAdditive(sink, call, aggregate.input().schema());
                return call;
            } else {
                throw refusal(
                        sink,
                        "column " + sink.table().schema().name(column) + " is " + what(node, at)
                                + ", and of no aggregate a difference can be added",
                        "Let the columns outside of the key be COUNT or SUM, or make the column part of the primary key.");
            }
        }
    }

    private static String what(PlanNode node, int column) {
        if (node instanceof Project project) {
            return ExpressionText.of(project.expressions().get(column), named(project.input()));
        }
        return node instanceof GroupAggregate ? "a grouping column" : "a column of " + NodeText.of(node);
    }

    /** The columns of a node, those of aggregates named by what they are. */
    private static Schema named(PlanNode node) {
        if (node instanceof Filter filter) {
            return named(filter.input());
        }
        if (!(node instanceof GroupAggregate aggregate)) {
            return node.schema();
        }
        List<Field> fields = new ArrayList<>(aggregate.schema().fields());
        for (int i = 0; i < aggregate.calls().size(); i++) {
            AggregateCall call = aggregate.calls().get(i);
            String name = NodeText.aggregate(call, aggregate.input().schema());
            fields.set(aggregate.keys().size() + i, new Field(name, call.type()));
        }
        return new Schema(fields);
    }

    /** The column that an expression is, perhaps in a type that holds all its values, or written as the text that it stands for; else the expression. */
    private static Expression source(Expression expression) {
        return expression instanceof Call call && isSameValue(call)
                ? source(call.arguments().get(0))
                : expression;
    }

    private static boolean isSameValue(Call call) {
        return call.function() == BuiltinFunction.DATE_TEXT
                || (call.function() == BuiltinFunction.CAST
                        && widens(call.arguments().get(0).type(), call.type()));
    }

    private static boolean widens(Type from, Type to) {
        return isExact(from)
                && isExact(to)
                && wholeDigits(to) >= wholeDigits(from)
                && fractionDigits(to) >= fractionDigits(from);
    }

    private static int wholeDigits(Type type) {
        return switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            default -> type.precision() - type.scale();
        };
    }

    private static int fractionDigits(Type type) {
        return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }

    private static boolean isExact(Type type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
            default -> false;
        };
    }

    private static void refuseIfNotAdditive(SinkNode sink, AggregateCall call, Schema input) {
        String reason = reasonNotAdditive(call, input);
        if (reason != null) {
            throw refusal(
                    sink,
                    NodeText.aggregate(call, input) + " " + reason,
                    "Write every change with its kind ('changelog.encoding' = 'retract'), or puts by key ('upsert').");
        }
    }

    private static @Nullable String reasonNotAdditive(AggregateCall call, Schema input) {
        boolean sum = call.function() == AggregateFunction.SUM || call.function() == AggregateFunction.SUM0;
        if (!sum && call.function() != AggregateFunction.COUNT) {
            return "is not additive: its new value does not follow from a difference";
        }
        if (call.distinct()) {
            return "is not additive: a value that is there already adds nothing";
        }
        if (sum && !isExact(call.type())) {
            return "adds up " + call.type().name() + " values, whose differences are rounded";
        }
        boolean mayBeNull = call.function() == AggregateFunction.SUM
                && (call.filter() != AggregateCall.NO_FILTER
                        || input.type(call.arguments().get(0)).nullable());
        return mayBeNull ? "may be NULL, which no difference says; COALESCE its argument" : null;
    }

    private static EngineException refusal(SinkNode sink, String detail, String hint) {
        return new EngineException(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "the result can't be written to sink '" + sink.table().name() + "' as differences")
                .withDetail(Character.toUpperCase(detail.charAt(0)) + detail.substring(1) + ".")
                .withHint(hint);
    }
}
