// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.UserAggregateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregations as the engine's. */
final class TranslateAggregate {

    private TranslateAggregate() {}

    /**
     * An aggregation of a translated input. A constant for each group is not an aggregate's business: it is projected.
     *
     * @param emptyRow whether there is a row for no input
     */
    static PlanNode of(PlanNodes nodes, Aggregate aggregate, PlanNode input, boolean emptyRow) {
        List<Integer> keys = aggregate.getGroupSet().asList();
        List<String> names = aggregate.getRowType().getFieldNames();
        List<org.apache.calcite.rel.core.AggregateCall> calls = aggregate.getAggCallList();
        if (isOneRowPerGroup(input, keys) && calls.stream().allMatch(TranslateAggregate::isTheOnlyValue)) {
            List<Integer> columns = new ArrayList<>(keys);
            calls.forEach(call -> columns.add(call.getArgList().get(0)));
            return nodes.project(input, refs(input, columns), names);
        }
        List<AggregateCall> computed = new ArrayList<>();
        List<String> computedNames = new ArrayList<>(names.subList(0, keys.size()));
        for (int i = 0; i < calls.size(); i++) {
            if (!isConstant(calls.get(i))) {
                computed.add(call(calls.get(i), input.schema()));
                computedNames.add(names.get(keys.size() + i));
            }
        }
        PlanNode grouped = nodes.aggregate(input, keys, computed, emptyRow, computedNames);
        return computed.size() == calls.size() ? grouped : withConstants(nodes, aggregate, grouped);
    }

    private static PlanNode withConstants(PlanNodes nodes, Aggregate aggregate, PlanNode grouped) {
        List<Expression> columns = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
            int call = i - aggregate.getGroupCount();
            columns.add(
                    call >= 0 && isConstant(aggregate.getAggCallList().get(call))
                            ? constant(aggregate.getAggCallList().get(call))
                            : new InputRef(next, grouped.schema().type(next++)));
        }
        return nodes.project(grouped, columns, aggregate.getRowType().getFieldNames());
    }

    private static boolean isConstant(org.apache.calcite.rel.core.AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
    }

    private static Expression constant(org.apache.calcite.rel.core.AggregateCall call) {
        RexLiteral literal = (RexLiteral) call.rexList.get(0);
        return new Literal(literal.getValueAs(Boolean.class), TypeMapping.toCore(literal.getType()));
    }

    private static boolean isTheOnlyValue(org.apache.calcite.rel.core.AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.SINGLE_VALUE && !call.hasFilter();
    }

    private static boolean isOneRowPerGroup(PlanNode input, List<Integer> keys) {
        return !keys.isEmpty()
                && input.traits()
                        .isUnique(ColumnSet.of(
                                keys.stream().mapToInt(Integer::intValue).toArray()));
    }

    private static List<Expression> refs(PlanNode input, List<Integer> columns) {
        return columns.stream()
                .<Expression>map(column -> new InputRef(column, input.schema().type(column)))
                .toList();
    }

    /**
     * The engine's form of a call.
     *
     * @param input the rows that are aggregated
     * @throws EngineException {@code NOT_SUPPORTED} if there is none
     */
    private static AggregateCall call(org.apache.calcite.rel.core.AggregateCall call, Schema input) {
        if (call.getAggregation() instanceof UserAggregateFunction user) {
            return userCall(call, user.definition(), input);
        }
        AggregateFunction function = function(call.getAggregation().getKind());
        boolean ordered = !call.getCollation().getFieldCollations().isEmpty();
        if (function == null || ordered || call.distinctKeys != null) {
            throw refused(call, "the aggregate " + call.getAggregation().getName() + " is not supported yet");
        }
        if (call.getArgList().size() > 1) {
            throw refused(call, function + " of several arguments is not supported yet");
        }
        Type type = TypeMapping.toCore(call.getType());
        if (call.getAggregation().getKind() == SqlKind.COUNTIF) {
            if (call.hasFilter() || call.isDistinct()) {
                throw refused(call, "COUNTIF with FILTER or DISTINCT is not supported yet");
            }
            return new AggregateCall(
                    function, List.of(), false, call.getArgList().get(0), type);
        }
        boolean distinct = call.isDistinct() && function != AggregateFunction.MIN && function != AggregateFunction.MAX;
        int filter = call.hasFilter() ? call.filterArg : AggregateCall.NO_FILTER;
        return new AggregateCall(function, call.getArgList(), distinct, filter, null, type, origin(call, input));
    }

    /** A call of the user's, of arguments that have the declared types: values are handed over as they are stored. */
    private static AggregateCall userCall(
            org.apache.calcite.rel.core.AggregateCall call, CatalogAggregate function, Schema input) {
        for (int i = 0; i < call.getArgList().size(); i++) {
            Type type = input.type(call.getArgList().get(i));
            Type parameter = function.parameters().get(i);
            if (!isStoredAs(type, parameter)) {
                throw refused(
                        call,
                        "argument " + (i + 1) + " of " + function.name() + " is " + type.name() + ", and not "
                                + parameter.name() + " as declared: cast it");
            }
        }
        int filter = call.hasFilter() ? call.filterArg : AggregateCall.NO_FILTER;
        return new AggregateCall(
                AggregateFunction.USER,
                call.getArgList(),
                call.isDistinct(),
                filter,
                new AggregateCall.User(function.name(), function.body()),
                TypeMapping.toCore(call.getType()),
                origin(call, input));
    }

    private static boolean isStoredAs(Type type, Type parameter) {
        boolean sameDatum = switch (parameter.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> isInteger(type);
            case CHAR, VARCHAR -> type.kind().isText();
            case BINARY, VARBINARY -> type.kind() == TypeKind.BINARY || type.kind() == TypeKind.VARBINARY;
            case FLOAT, DOUBLE -> type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
            default -> type.kind() == parameter.kind();
        };
        boolean timed = type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIMESTAMP_LTZ;
        return sameDatum && (!timed || type.unitsPerSecond() == parameter.unitsPerSecond());
    }

    private static boolean isInteger(Type type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
            default -> false;
        };
    }

    private static @Nullable AggregateFunction function(SqlKind kind) {
        return switch (kind) {
            case COUNT, COUNTIF -> AggregateFunction.COUNT;
            case SUM -> AggregateFunction.SUM;
            case SUM0 -> AggregateFunction.SUM0;
            case AVG -> AggregateFunction.AVG;
            case MIN -> AggregateFunction.MIN;
            case MAX -> AggregateFunction.MAX;
            case SINGLE_VALUE -> AggregateFunction.SINGLE_VALUE;
            default -> null;
        };
    }

    private static Provenance origin(org.apache.calcite.rel.core.AggregateCall call, Schema input) {
        String arguments = call.getArgList().stream().map(input::name).collect(Collectors.joining(", "));
        String text = call.getAggregation().getName() + "(" + (call.isDistinct() ? "DISTINCT " : "") + arguments + ")";
        SqlParserPos position = call.getParserPosition();
        return new Provenance(text, position.getLineNum(), position.getColumnNum());
    }

    private static EngineException refused(org.apache.calcite.rel.core.AggregateCall call, String message) {
        EngineException error = new EngineException(ErrorCode.NOT_SUPPORTED, message);
        SqlParserPos position = call.getParserPosition();
        return position.equals(SqlParserPos.ZERO) ? error : Positions.at(position, error);
    }
}
