// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.AggregateFunctions;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.UserAggregateFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregations as the engine's. */
final class TranslateAggregate {

    private static final String LIST_SEPARATOR = ",";
    private static final Set<String> JSON_MAKERS = Set.of("JSON_OBJECT", "JSON_ARRAY", "JSON_QUERY");
    private static final BigDecimal MEDIAN = new BigDecimal("0.5");

    private final PlanNode input;

    TranslateAggregate(PlanNode input) {
        this.input = input;
    }

    /**
     * An aggregation of a translated input. A constant for each group is not an aggregate's business: it is projected.
     *
     * @param emptyRow whether there is a row for no input if all of it is one group
     */
    static PlanNode of(PlanNodes nodes, Aggregate aggregate, PlanNode input, boolean emptyRow) {
        List<Integer> keys = aggregate.getGroupSet().asList();
        List<String> names = aggregate.getRowType().getFieldNames();
        List<org.apache.calcite.rel.core.AggregateCall> calls = aggregate.getAggCallList();
        boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE
                && calls.stream().noneMatch(GroupingSets::tellsSet);
        if (simple && isOneRowPerGroup(input, keys, calls)) {
            IntStream values = calls.stream().mapToInt(call -> call.getArgList().get(0));
            return nodes.columns(
                    input,
                    IntStream.concat(keys.stream().mapToInt(Integer::intValue), values)
                            .toArray(),
                    names);
        }
        TranslateAggregate translation = new TranslateAggregate(input);
        List<AggregateCall> computed = new ArrayList<>();
        List<String> computedNames = new ArrayList<>(names.subList(0, keys.size()));
        for (int i = 0; i < calls.size(); i++) {
            if (!isConstant(calls.get(i)) && !GroupingSets.tellsSet(calls.get(i))) {
                computed.add(translation.call(calls.get(i)));
                computedNames.add(names.get(keys.size() + i));
            }
        }
        if (!simple) {
            return new GroupingSets(nodes, aggregate, computed, emptyRow).over(input);
        }
        DatesAsNumbers dates = new DatesAsNumbers(nodes, input);
        List<Integer> groupedBy = keys.stream().map(dates::key).toList();
        List<AggregateCall> ofNumbers = computed.stream().map(dates::call).toList();
        PlanNode ofGroups = nodes.withTtls(
                nodes.aggregate(dates.input(), groupedBy, ofNumbers, emptyRow && keys.isEmpty(), computedNames),
                List.of(HintedTtl.of(aggregate.getInput())));
        PlanNode grouped = dates.withTexts(ofGroups, keys, computed);
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

    static boolean isConstant(org.apache.calcite.rel.core.AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
    }

    static Expression constant(org.apache.calcite.rel.core.AggregateCall call) {
        RexLiteral literal = (RexLiteral) call.rexList.get(0);
        return new Literal(literal.getValueAs(Boolean.class), TypeMapping.toCore(literal.getType()));
    }

    private static boolean isTheOnlyValue(org.apache.calcite.rel.core.AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.SINGLE_VALUE && !call.hasFilter();
    }

    /** Whether groups are rows, and the values in them are all that is asked for; a DISTINCT does not believe what a table is declared to be. */
    private static boolean isOneRowPerGroup(
            PlanNode input, List<Integer> keys, List<org.apache.calcite.rel.core.AggregateCall> calls) {
        ColumnSet group = ColumnSet.of(keys.stream().mapToInt(Integer::intValue).toArray());
        boolean unique = calls.isEmpty()
                ? UniqueKeys.areDistinct(input, group)
                : input.traits().isUnique(group);
        return unique && !keys.isEmpty() && calls.stream().allMatch(TranslateAggregate::isTheOnlyValue);
    }

    /**
     * The engine's form of a call.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if there is none
     */
    AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
        if (call.getAggregation() instanceof UserAggregateFunction user) {
            return userCall(call, user.definition());
        }
        AggregateFunction function = function(call.getAggregation());
        if (function == null || call.distinctKeys != null) {
            String name = call.getAggregation().getName();
            throw refused(
                    call,
                    function == null
                            ? "the aggregate " + name + " is not supported yet"
                            : name + " WITHIN DISTINCT is not supported yet");
        }
        List<Integer> arguments = call.getArgList();
        if (ofBits(function) && input.schema().type(arguments.get(0)).storage() == Storage.BYTES) {
            throw refused(call, function + " of bytes is not supported yet");
        }
        List<SortKey> order = call.getCollation().getFieldCollations().stream()
                .map(TranslateAggregate::sortKey)
                .toList();
        order.forEach(key -> checkOrder(call, input.schema().type(key.column())));
        if (function == AggregateFunction.PERCENTILE_CONT || function == AggregateFunction.PERCENTILE_DISC) {
            return percentile(call, function, order);
        }
        if (function == AggregateFunction.APPROX_QUANTILE) {
            return fraction(call, function, arguments.get(0), constant(call, arguments.get(1), "the fraction"), order);
        }
        if (function == AggregateFunction.COUNT && call.isApproximate() && arguments.size() == 1) {
            return new AggregateCall(
                    AggregateFunction.APPROX_COUNT_DISTINCT, arguments, false, filter(call), type(call));
        }
        boolean distinct = call.isDistinct() && countsCopies(function);
        if (distinct && order.stream().anyMatch(key -> key.column() != arguments.get(0))) {
            throw refused(call, function + "(DISTINCT) can't be ordered by anything but its argument")
                    .withHint("The rows that are left out have other values there.");
        }
        int filter = filter(call);
        Type type = type(call);
        if (function == AggregateFunction.MIN || function == AggregateFunction.MAX) {
            checkOrder(call, type);
        } else if (function == AggregateFunction.MIN_BY || function == AggregateFunction.MAX_BY) {
            checkOrder(call, input.schema().type(arguments.get(1)));
        }
        if (function == AggregateFunction.LISTAGG) {
            Object separator =
                    arguments.size() > 1 ? constant(call, arguments.get(1), "the separator") : LIST_SEPARATOR;
            return new AggregateCall(
                    function, arguments.subList(0, 1), distinct, filter, order, List.of(separator), type, origin(call));
        }
        List<Object> parameters = parameters(function, call);
        return new AggregateCall(function, arguments, distinct, filter, order, parameters, type, origin(call));
    }

    private List<Object> parameters(AggregateFunction function, org.apache.calcite.rel.core.AggregateCall call) {
        if (function == AggregateFunction.ARRAY_AGG) {
            return List.of(AggregateFunctions.keepsNulls(call.getAggregation()));
        }
        return isJson(function)
                ? List.of(
                        AggregateFunctions.keepsNulls(call.getAggregation()),
                        isJson(input, call.getArgList().get(call.getArgList().size() - 1)))
                : List.of();
    }

    /** A call of the user's, of arguments that have the declared types: values are handed over as they are stored. */
    private AggregateCall userCall(org.apache.calcite.rel.core.AggregateCall call, CatalogAggregate function) {
        for (int i = 0; i < call.getArgList().size(); i++) {
            Type type = input.schema().type(call.getArgList().get(i));
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
                List.of(),
                List.of(new AggregateCall.User(function.name(), function.body())),
                TypeMapping.toCore(call.getType()),
                origin(call));
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

    private static boolean isJson(AggregateFunction function) {
        return function == AggregateFunction.JSON_OBJECTAGG || function == AggregateFunction.JSON_ARRAYAGG;
    }

    /** Whether a column has JSON that was made here, and is put into other JSON as it is. */
    private static boolean isJson(PlanNode node, int column) {
        if (node instanceof Filter filter) {
            return isJson(filter.input(), column);
        } else if (node instanceof GroupAggregate aggregate) {
            int call = column - aggregate.keys().size();
            return call >= 0 && isJson(aggregate.calls().get(call).function());
        } else if (node instanceof Project project) {
            Expression expression = project.expressions().get(column);
            return expression instanceof InputRef ref
                    ? isJson(project.input(), ref.index())
                    : expression instanceof ScalarCall made
                            && JSON_MAKERS.contains(made.function().name());
        }
        return false;
    }

    private static @Nullable AggregateFunction function(SqlAggFunction aggregate) {
        AggregateFunction ours = AggregateFunctions.function(aggregate);
        return ours != null
                ? ours
                : switch (aggregate.getKind()) {
                    case COUNT -> AggregateFunction.COUNT;
                    case SUM -> AggregateFunction.SUM;
                    case SUM0 -> AggregateFunction.SUM0;
                    case AVG -> AggregateFunction.AVG;
                    case MIN -> AggregateFunction.MIN;
                    case MAX -> AggregateFunction.MAX;
                    case SINGLE_VALUE -> AggregateFunction.SINGLE_VALUE;
                    case ANY_VALUE -> AggregateFunction.ANY_VALUE;
                    case BIT_AND -> AggregateFunction.BIT_AND;
                    case BIT_OR -> AggregateFunction.BIT_OR;
                    case BIT_XOR -> AggregateFunction.BIT_XOR;
                    case MODE -> AggregateFunction.MODE;
                    default -> null;
                };
    }

    /** (fraction, sort key), or the median of its argument. */
    private AggregateCall percentile(
            org.apache.calcite.rel.core.AggregateCall call, AggregateFunction function, List<SortKey> order) {
        List<Integer> arguments = call.getArgList();
        Object fraction = arguments.size() == 1 ? MEDIAN : constant(call, arguments.get(0), "the fraction");
        return fraction(call, function, arguments.get(arguments.size() - 1), fraction, order);
    }

    private AggregateCall fraction(
            org.apache.calcite.rel.core.AggregateCall call,
            AggregateFunction function,
            int column,
            Object fraction,
            List<SortKey> order) {
        return new AggregateCall(
                function,
                List.of(column),
                call.isDistinct(),
                filter(call),
                order,
                List.of(new BigDecimal(fraction.toString())),
                type(call),
                origin(call));
    }

    private static int filter(org.apache.calcite.rel.core.AggregateCall call) {
        return call.hasFilter() ? call.filterArg : AggregateCall.NO_FILTER;
    }

    private static Type type(org.apache.calcite.rel.core.AggregateCall call) {
        return TypeMapping.toCore(call.getType());
    }

    private static boolean ofBits(AggregateFunction function) {
        return switch (function) {
            case BIT_AND, BIT_OR, BIT_XOR -> true;
            default -> false;
        };
    }

    /** Whether it makes a difference how often a value is there. */
    private static boolean countsCopies(AggregateFunction function) {
        return switch (function) {
            case MIN, MAX, ANY_VALUE, MIN_BY, MAX_BY, BIT_AND, BIT_OR -> false;
            default -> true;
        };
    }

    private static SortKey sortKey(RelFieldCollation field) {
        return new SortKey(
                field.getFieldIndex(), field.direction.isDescending(), field.nullDirection == NullDirection.FIRST);
    }

    /** The value of a column that is the same in all rows. */
    private Object constant(org.apache.calcite.rel.core.AggregateCall call, int column, String what) {
        Object value = constant(input, column);
        if (value == null) {
            throw refused(call, what + " of " + call.getAggregation().getName() + " must be a constant");
        }
        return value;
    }

    private static @Nullable Object constant(PlanNode node, int column) {
        if (node instanceof Filter filter) {
            return constant(filter.input(), column);
        }
        if (node instanceof Values values) {
            return constant(values, column);
        }
        if (!(node instanceof Project project)) {
            return null;
        }
        Expression expression = project.expressions().get(column);
        if (expression instanceof InputRef ref) {
            return constant(project.input(), ref.index());
        }
        return expression instanceof Literal literal ? literal.value() : null;
    }

    /** Without rows it is not asked for, and anything does. */
    private static @Nullable Object constant(Values values, int column) {
        List<@Nullable Object> different = values.rows().stream()
                .<@Nullable Object>map(row -> row.get(column))
                .distinct()
                .toList();
        if (different.isEmpty()) {
            return values.schema().type(column).kind().isText() ? "" : BigDecimal.ZERO;
        }
        return different.size() == 1 ? different.get(0) : null;
    }

    private Provenance origin(org.apache.calcite.rel.core.AggregateCall call) {
        String arguments = call.getArgList().stream().map(input.schema()::name).collect(Collectors.joining(", "));
        String text = call.getAggregation().getName() + "(" + (call.isDistinct() ? "DISTINCT " : "") + arguments + ")";
        SqlParserPos position = call.getParserPosition();
        return new Provenance(text, position.getLineNum(), position.getColumnNum());
    }

    private static void checkOrder(org.apache.calcite.rel.core.AggregateCall call, Type type) {
        try {
            NestedExpressions.checkOrder(type);
        } catch (EngineException e) {
            throw at(call, e);
        }
    }

    private static EngineException refused(org.apache.calcite.rel.core.AggregateCall call, String message) {
        return at(call, new EngineException(ErrorCode.NOT_SUPPORTED, message));
    }

    private static EngineException at(org.apache.calcite.rel.core.AggregateCall call, EngineException error) {
        SqlParserPos position = call.getParserPosition();
        return position.equals(SqlParserPos.ZERO) ? error : Positions.at(position, error);
    }
}
