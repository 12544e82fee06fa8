// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.OverFunction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.AggregateOver;
import dev.rowtide.sql.validate.Positions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Functions over windows as columns behind those of their input: one node for all that share partition and order. */
final class TranslateOver {

    /** What can share a node. */
    private record Window(List<Integer> partition, List<SortKey> order) {}

    private final TranslateContext context;
    private final PlanNodes nodes;
    private final PlanNode input;
    private final WindowColumns columns;

    private TranslateOver(TranslateContext context, PlanNodes nodes, PlanNode input) {
        this.context = context;
        this.nodes = nodes;
        this.input = input;
        columns = new WindowColumns(context, input);
    }

    /**
     * The input with a column for each function, in their order.
     *
     * @param names the columns' names
     * @throws EngineException {@code NOT_SUPPORTED} for one that the engine lacks, or that {@code compatibility = 'flink'} refuses
     */
    static PlanNode of(
            TranslateContext context,
            PlanNodes nodes,
            PlanNode input,
            List<RexOver> functions,
            Function<RexOver, String> names) {
        return new TranslateOver(context, nodes, input).node(functions, names);
    }

    private PlanNode node(List<RexOver> functions, Function<RexOver, String> names) {
        Map<Window, List<RexOver>> windows = new LinkedHashMap<>();
        Map<RexOver, OverCall> calls = new LinkedHashMap<>();
        for (RexOver function : functions) {
            Window window = window(function);
            calls.put(function, call(function, window));
            windows.computeIfAbsent(window, unseen -> new ArrayList<>()).add(function);
        }
        if (context.followsFlink() && windows.size() > 1) {
            throw refused(functions.get(0), "OVER windows that differ in one SELECT are refused");
        }
        PlanNode result = columns.computed(nodes);
        int next = columns.size();
        Map<RexOver, Integer> places = new LinkedHashMap<>();
        for (Map.Entry<Window, List<RexOver>> entry : windows.entrySet()) {
            Window window = entry.getKey();
            List<OverCall> shared = entry.getValue().stream().map(calls::get).toList();
            boolean inEventTime = context.followsFlink() && !context.batch() && isByEventTime(window);
            if (context.followsFlink() && !context.batch() && !inEventTime) {
                entry.getValue()
                        .forEach(function ->
                                checkPlainOrder(function, window, Objects.requireNonNull(calls.get(function))));
            }
            result = nodes.over(
                    result,
                    window.partition(),
                    window.order(),
                    shared,
                    inEventTime,
                    entry.getValue().stream().map(names).toList());
            for (RexOver function : entry.getValue()) {
                places.put(function, next++);
            }
        }
        return nodes.columns(
                result,
                IntStream.concat(
                                IntStream.range(0, input.schema().size()),
                                functions.stream().mapToInt(places::get))
                        .toArray());
    }

    private Window window(RexOver over) {
        List<Integer> partition = columns.partition(over.getWindow());
        List<SortKey> order = columns.order(over);
        return new Window(partition, isOrderOfArrival(over, order) ? List.of() : order);
    }

    /** Rows come in the order of the time of processing. Only what compares times has to look at them. */
    private boolean isOrderOfArrival(RexOver over, List<SortKey> order) {
        if (order.size() != 1 || order.get(0).descending()) {
            return false;
        }
        Expression time = columns.expression(order.get(0).column());
        return TimeAttributes.isTime(time, input) && !TimeAttributes.isEventTime(time, input) && countsRows(over);
    }

    private boolean countsRows(RexOver over) {
        return switch (function(over)) {
            case LAG, LEAD, ROW_NUMBER, NTILE -> true;
            case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
            default -> over.getWindow().isRows() || context.followsFlink() && isSoFar(over.getWindow());
        };
    }

    /** To Flink rows of one processing time are no peers where a frame begins with the partition: each is sent at once. */
    private static boolean isSoFar(RexWindow window) {
        return window.getLowerBound().isUnbounded() && window.getUpperBound().isCurrentRow();
    }

    private boolean isByEventTime(Window window) {
        return !window.order().isEmpty()
                && TimeAttributes.isEventTime(
                        columns.expression(window.order().get(0).column()), input);
    }

    private void checkPlainOrder(RexOver function, Window window, OverCall call) {
        if (function.getWindow().orderKeys.isEmpty()) {
            throw refused(function, "OVER without ORDER BY is refused");
        }
        if (window.order().size() > 1) {
            throw refused(
                    function, "OVER ordered by several columns, of which the first is not event time, is refused");
        }
        if (!window.order().isEmpty()
                && call.function().readsFrame()
                && call.frame().lower() != null) {
            throw refused(function, "a bounded OVER frame is refused where the order is not that of time");
        }
    }

    private OverCall call(RexOver over, Window window) {
        OverFunction function = function(over);
        Frame frame = function.readsFrame() ? frame(over, window) : Frame.ALL;
        if (context.followsFlink()) {
            checkFrame(over, function, frame, window);
        }
        if (function == OverFunction.AGGREGATE) {
            return OverCall.of(aggregate(over), frame);
        }
        if (over.isDistinct() && function != OverFunction.MIN && function != OverFunction.MAX) {
            throw at(
                    over,
                    new EngineException(ErrorCode.INVALID_QUERY, function + " OVER a window takes no DISTINCT")
                            .withDetail("It is the value of one row, however often that is there."));
        }
        Type type = TypeMapping.toCore(over.getType());
        return new OverCall(
                function,
                arguments(over, function, type),
                over.ignoreNulls(),
                number(over, function),
                frame,
                type,
                origin(over));
    }

    private void checkFrame(RexOver over, OverFunction function, Frame frame, Window window) {
        boolean looksAhead = function.readsFrame() ? !frame.looksBackOnly() : readsWholePartition(function);
        if (looksAhead) {
            throw refused(over, "an OVER frame with FOLLOWING is refused");
        }
        if (window.order().stream().anyMatch(SortKey::descending)) {
            throw refused(over, "OVER with a descending order is refused");
        }
    }

    private static boolean readsWholePartition(OverFunction function) {
        return switch (function) {
            case LEAD, PERCENT_RANK, CUME_DIST, NTILE -> true;
            default -> false;
        };
    }

    private static OverFunction function(RexOver over) {
        return switch (over.getAggOperator().getKind()) {
            case COUNT ->
                countsDistinct(over.getAggOperator(), over)
                                || over.getOperands().size() > 1
                        ? OverFunction.AGGREGATE
                        : OverFunction.COUNT;
            case SUM -> over.isDistinct() ? OverFunction.AGGREGATE : OverFunction.SUM;
            case AVG -> over.isDistinct() ? OverFunction.AGGREGATE : OverFunction.AVG;
            case MIN, ANY_VALUE -> OverFunction.MIN;
            case MAX -> OverFunction.MAX;
            case FIRST_VALUE -> OverFunction.FIRST_VALUE;
            case LAST_VALUE -> OverFunction.LAST_VALUE;
            case NTH_VALUE -> OverFunction.NTH_VALUE;
            case LAG -> OverFunction.LAG;
            case LEAD -> OverFunction.LEAD;
            case ROW_NUMBER -> OverFunction.ROW_NUMBER;
            case RANK -> OverFunction.RANK;
            case DENSE_RANK -> OverFunction.DENSE_RANK;
            case PERCENT_RANK -> OverFunction.PERCENT_RANK;
            case CUME_DIST -> OverFunction.CUME_DIST;
            case NTILE -> OverFunction.NTILE;
            default -> OverFunction.AGGREGATE;
        };
    }

    /** Whether equal values are one: about how many there are is told exactly, since rows leave frames and no sketch can take them back. */
    private static boolean countsDistinct(SqlAggFunction function, RexOver over) {
        return over.isDistinct() || function == SqlStdOperatorTable.APPROX_COUNT_DISTINCT;
    }

    /** An aggregate as it is without OVER, of the columns that there are. */
    private AggregateCall aggregate(RexOver over) {
        SqlAggFunction function = over.getAggOperator();
        List<Integer> arguments =
                over.getOperands().stream().map(columns::column).toList();
        RelCollation order = RelCollations.EMPTY;
        int filter = AggregateCall.NO_FILTER;
        if (function instanceof AggregateOver clauses) {
            order = RelCollations.of(clauses.order().stream()
                    .map(key -> collation(key, arguments))
                    .toList());
            filter = clauses.filter() < 0 ? AggregateCall.NO_FILTER : arguments.get(clauses.filter());
            function = clauses.function();
        }
        AggregateCall call = new TranslateAggregate(columns.computed(nodes))
                .call(org.apache.calcite.rel.core.AggregateCall.create(
                        over.getParserPosition(),
                        function,
                        countsDistinct(function, over),
                        false,
                        false,
                        List.of(),
                        over.getAggOperator() instanceof AggregateOver clauses
                                ? arguments.subList(0, clauses.ownArguments())
                                : arguments,
                        filter,
                        null,
                        order,
                        over.getType(),
                        null));
        AggregateCall.User user = call.user();
        if (user != null && !user.body().retracts()) {
            throw at(
                    over,
                    new EngineException(ErrorCode.NOT_SUPPORTED, user.name() + " can't be used OVER a window")
                            .withDetail("Rows leave the frame, and the function can't take them back.")
                            .withHint("Let it implement retract, and say so in retracts()."));
        }
        return call;
    }

    private static RelFieldCollation collation(AggregateOver.Key key, List<Integer> arguments) {
        return new RelFieldCollation(
                arguments.get(key.argument()),
                key.descending() ? RelFieldCollation.Direction.DESCENDING : RelFieldCollation.Direction.ASCENDING,
                key.nullsFirst() ? RelFieldCollation.NullDirection.FIRST : RelFieldCollation.NullDirection.LAST);
    }

    private List<Integer> arguments(RexOver over, OverFunction function, Type type) {
        List<RexNode> operands = over.getOperands();
        return switch (function) {
            case COUNT ->
                operands.stream()
                        .filter(operand -> operand.getType().isNullable())
                        .map(columns::column)
                        .toList();
            case SUM, AVG -> List.of(columns.column(operands.get(0)));
            case MIN, MAX, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> List.of(valueColumn(operands.get(0), type));
            case LAG, LEAD -> {
                int value = valueColumn(operands.get(0), type);
                yield operands.size() < 3 ? List.of(value) : List.of(value, valueColumn(operands.get(2), type));
            }
            case AGGREGATE, ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE -> List.of();
        };
    }

    /** The column with the values that a result is one of. */
    private int valueColumn(RexNode operand, Type type) {
        Expression value = columns.expression(columns.column(operand));
        return columns.column(Conversions.to(value, type));
    }

    private long number(RexOver over, OverFunction function) {
        return switch (function) {
            case LAG, LEAD -> over.getOperands().size() < 2 ? 1 : constant(over, 1, "the offset of " + function);
            case NTH_VALUE -> atLeastOne(over, constant(over, 1, "the row number of NTH_VALUE"), "NTH_VALUE");
            case NTILE -> atLeastOne(over, constant(over, 0, "the number of NTILE"), "NTILE");
            default -> 0;
        };
    }

    private static long constant(RexOver over, int operand, String what) {
        if (over.getOperands().get(operand) instanceof RexLiteral literal
                && literal.getValue() instanceof BigDecimal number) {
            return number.longValue();
        }
        throw at(over, new EngineException(ErrorCode.INVALID_QUERY, what + " must be a constant number"));
    }

    private static long atLeastOne(RexOver over, long number, String function) {
        if (number < 1) {
            throw at(
                    over,
                    new EngineException(ErrorCode.INVALID_QUERY, function + " counts from 1, not from " + number));
        }
        return number;
    }

    private Frame frame(RexOver over, Window window) {
        RexWindow written = over.getWindow();
        if (written.getExclude() != RexWindowExclusion.EXCLUDE_NO_OTHER) {
            throw notSupported(over, "EXCLUDE is");
        }
        RexWindowBound lower = written.getLowerBound();
        RexWindowBound upper = written.getUpperBound();
        boolean whole = lower.isUnbounded() && upper.isUnbounded();
        if (whole || !written.isRows() && written.orderKeys.isEmpty()) {
            return Frame.ALL;
        }
        return new Frame(
                written.isRows() || window.order().isEmpty() ? Frame.Unit.ROWS : Frame.Unit.RANGE,
                distance(over, lower, window),
                distance(over, upper, window));
    }

    private @Nullable BigDecimal distance(RexOver over, RexWindowBound bound, Window window) {
        if (bound.isUnbounded()) {
            return null;
        }
        if (bound.isCurrentRow()) {
            return BigDecimal.ZERO;
        }
        if (!(bound.getOffset() instanceof RexLiteral literal) || !(literal.getValue() instanceof BigDecimal number)) {
            throw at(over, new EngineException(ErrorCode.INVALID_QUERY, "the bounds of a frame must be constants"));
        }
        if (number.signum() < 0) {
            throw at(
                    over,
                    new EngineException(ErrorCode.INVALID_QUERY, "the bounds of a frame can't be negative: " + number)
                            .withHint("PRECEDING counts toward the start, FOLLOWING toward the end."));
        }
        BigDecimal stored = over.getWindow().isRows()
                ? number
                : stored(over, number, literal, window.order().get(0));
        return bound.isPreceding() ? stored.negate() : stored;
    }

    /** A distance in the stored unit of a sort column. */
    private BigDecimal stored(RexOver over, BigDecimal number, RexLiteral literal, SortKey key) {
        Type type = columns.expression(key.column()).type();
        if (type.storage() != Storage.LONG && type.storage() != Storage.DOUBLE) {
            throw notSupported(over, "RANGE with a distance of " + type.withNullable(true) + " is");
        }
        BigDecimal stored = switch (type.kind()) {
            case DECIMAL -> number.movePointRight(type.scale());
            case TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE -> number;
            case DATE -> days(over, number, literal);
            case TIME -> millis(over, number, literal).movePointRight(3);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                millis(over, number, literal)
                        .multiply(BigDecimal.valueOf(type.unitsPerSecond()))
                        .movePointLeft(3);
            default -> throw notSupported(over, "RANGE with a distance of " + type.withNullable(true) + " is");
        };
        if (type.storage() == Storage.LONG && stored.stripTrailingZeros().scale() > 0) {
            throw at(
                    over,
                    new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "a distance of " + number.toPlainString() + " lies between the values of "
                                    + type.withNullable(true)));
        }
        return stored;
    }

    private static BigDecimal days(RexOver over, BigDecimal number, RexLiteral literal) {
        return millis(over, number, literal).divide(BigDecimal.valueOf(86_400_000));
    }

    private static BigDecimal millis(RexOver over, BigDecimal number, RexLiteral literal) {
        if (TypeMapping.toCore(literal.getType()).kind() != TypeKind.INTERVAL_DAY_TIME) {
            throw notSupported(over, "RANGE with a distance of months is");
        }
        return number;
    }

    private static Provenance origin(RexOver over) {
        String text = over.getAggOperator().getName() + " OVER";
        SqlParserPos position = over.getParserPosition();
        return new Provenance(text, position.getLineNum(), position.getColumnNum());
    }

    private static EngineException notSupported(RexOver over, String what) {
        return at(over, new EngineException(ErrorCode.NOT_SUPPORTED, what + " not supported yet"));
    }

    static EngineException refused(RexOver over, String message) {
        return at(
                over,
                new EngineException(ErrorCode.NOT_SUPPORTED, message)
                        .withDetail("compatibility = 'flink' refuses what Flink refuses.")
                        .withHint("SET compatibility = 'native' allows it."));
    }

    private static EngineException at(RexOver over, EngineException error) {
        return over.getParserPosition().equals(SqlParserPos.ZERO)
                ? error
                : Positions.at(over.getParserPosition(), error);
    }
}
