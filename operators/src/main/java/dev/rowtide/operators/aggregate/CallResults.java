// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.aggregate.AggregateLayout.FeedKey;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What each function is computed from: which rows it looks at, the accumulators that it shares with others or has to itself, and what is read from them. */
final class CallResults {

    private final AggregateLayout layout;
    private final Schema input;
    private final boolean retracts;
    private final List<AggregateCall> all;

    /**
     * @param layout where accumulators are placed
     * @param retracts whether rows are taken back
     * @param all the calls, which may share what they need
     */
    CallResults(AggregateLayout layout, Schema input, boolean retracts, List<AggregateCall> all) {
        this.layout = layout;
        this.input = input;
        this.retracts = retracts;
        this.all = all;
    }

    /** Where the result of a call is read, once its accumulators are placed. */
    ResultColumn result(AggregateCall call) {
        Type type = call.type();
        return switch (call.function()) {
            case COUNT -> new ResultColumn(count(call), Storage.LONG, null);
            case SUM -> new ResultColumn(sum(call, false), type.storage(), null);
            case SUM0 -> new ResultColumn(sum(call, true), type.storage(), null);
            case AVG -> new ResultColumn(average(call), type.storage(), null);
            case MIN -> extreme(call, true);
            case MAX -> extreme(call, false);
            case SINGLE_VALUE -> singleValue(call);
            case ANY_VALUE -> extreme(call, true);
            case FIRST_VALUE -> outermost(call, call.arguments(), call.distinct(), call.order(), true);
            case LAST_VALUE -> outermost(call, call.arguments(), call.distinct(), call.order(), false);
            case MIN_BY -> byKey(call, false);
            case MAX_BY -> byKey(call, true);
            case BIT_AND, BIT_OR, BIT_XOR -> bits(call);
            case LISTAGG -> list(call);
            case ARRAY_AGG -> array(call);
            case JSON_OBJECTAGG, JSON_ARRAYAGG -> json(call);
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> moments(call);
            case COVAR_POP,
                    COVAR_SAMP,
                    CORR,
                    REGR_COUNT,
                    REGR_AVGX,
                    REGR_AVGY,
                    REGR_SXX,
                    REGR_SYY,
                    REGR_SXY,
                    REGR_SLOPE,
                    REGR_INTERCEPT,
                    REGR_R2 -> coMoments(call);
            case MODE, PERCENTILE_CONT, PERCENTILE_DISC, APPROX_QUANTILE -> ranked(call);
            case APPROX_COUNT_DISTINCT -> aboutDistinct(call);
            case USER -> user(call);
        };
    }

    private Result count(AggregateCall call) {
        if (call.arguments().isEmpty() && call.filter() == AggregateCall.NO_FILTER) {
            return new CountResult(AggregateLayout.ROWS_WORD);
        }
        FeedKey feed = feedKey(call);
        return new CountResult(counter(feed).word());
    }

    private Accumulator counter(FeedKey feed) {
        return accumulator(feed, List.of(), new CountAccumulator());
    }

    private Result sum(AggregateCall call, boolean zeroForNull) {
        Accumulator accumulator = summed(call);
        if (argumentType(call).storage() == Storage.DOUBLE) {
            return new DoubleResults.Sum(accumulator.word(), call.type(), zeroForNull);
        }
        if (scale(argumentType(call)) != scale(call.type())) {
            throw new IllegalArgumentException("SUM of " + argumentType(call) + " can't be " + call.type());
        }
        ExactTotal total = new ExactTotal(accumulator.word(), argumentType(call).storage());
        return new SumResult(total, new NumericRange(origin(call), call.type()), call.type(), zeroForNull);
    }

    private Result average(AggregateCall call) {
        Accumulator accumulator = summed(call);
        Type argument = argumentType(call);
        if (argument.storage() == Storage.DOUBLE) {
            return new DoubleResults.Average(accumulator.word(), call.type());
        }
        ExactTotal total = new ExactTotal(accumulator.word(), argument.storage());
        return new AverageResult(total, new NumericRange(origin(call), call.type()), call.type(), scale(argument));
    }

    private Accumulator summed(AggregateCall call) {
        int column = call.arguments().get(0);
        Accumulator fresh = switch (argumentType(call).storage()) {
            case LONG -> new SumAccumulator(column);
            case WIDE -> new WideSumAccumulator(column);
            case DOUBLE -> new DoubleSumAccumulator(column);
            case BOOLEAN, BYTES -> throw new IllegalArgumentException(call.function() + " of " + argumentType(call));
        };
        FeedKey feed = feedKey(call);
        return accumulator(feed, List.of(column), fresh);
    }

    private ResultColumn extreme(AggregateCall call, boolean least) {
        Accumulator accumulator = extremeAccumulator(call, least);
        Storage storage = argumentType(call).storage();
        return new ResultColumn(
                new ExtremeResult(accumulator.word(), storage),
                storage,
                accumulator instanceof Extreme.OfBytes bytes ? bytes : null);
    }

    private ResultColumn singleValue(AggregateCall call) {
        Accumulator accumulator = extremeAccumulator(call, true);
        int rows = call.filter() == AggregateCall.NO_FILTER
                ? AggregateLayout.ROWS_WORD
                : counter(new FeedKey(call.filter(), List.of(), false)).word();
        Storage storage = argumentType(call).storage();
        return new ResultColumn(
                new SingleValueResult(
                        rows,
                        new ExtremeResult(accumulator.word(), storage),
                        new Provenance(
                                arguments(call),
                                origin(call).line(),
                                origin(call).column())),
                storage,
                accumulator instanceof Extreme.OfBytes bytes ? bytes : null);
    }

    /** A function of the user's sees NULLs too, but for DISTINCT ones. */
    private ResultColumn user(AggregateCall call) {
        AggregateCall.User user = Objects.requireNonNull(call.user());
        List<Type> types = call.arguments().stream().map(input::type).toList();
        FeedKey feed = new FeedKey(call.filter(), call.distinct() ? call.arguments() : List.of(), call.distinct());
        UserAccumulator<?> accumulator =
                new UserAccumulator<>(user.name(), origin(call), user.body(), call.arguments(), types, call.type());
        layout.place(feed, accumulator);
        Storage storage = call.type().storage();
        ExtremeResult value = new ExtremeResult(accumulator.word(), storage);
        return new ResultColumn(new UserResult(value, accumulator), storage, accumulator);
    }

    /** Equal values make no difference to an extreme, so DISTINCT is left out. */
    private Accumulator extremeAccumulator(AggregateCall call, boolean least) {
        int column = call.arguments().get(0);
        Storage storage = argumentType(call).storage();
        Accumulator fresh = retracts
                ? new MultisetExtremeAccumulator(column, storage, least)
                : switch (storage) {
                    case LONG, DOUBLE, BOOLEAN -> new LongExtremeAccumulator(column, least);
                    case WIDE -> new WideExtremeAccumulator(column, least);
                    case BYTES -> new BytesExtremeAccumulator(column, least);
                };
        FeedKey feed = new FeedKey(call.filter(), call.arguments(), false);
        return accumulator(feed, List.of(column, least), fresh);
    }

    private ResultColumn byKey(AggregateCall call, boolean greatest) {
        int key = call.arguments().get(1);
        return outermost(call, List.of(key), false, List.of(new SortKey(key, greatest, false)), true);
    }

    /**
     * The first argument of the first or last row in an order.
     *
     * @param required the columns that must not be NULL for a row to count
     */
    private ResultColumn outermost(
            AggregateCall call, List<Integer> required, boolean distinct, List<SortKey> order, boolean first) {
        int column = call.arguments().get(0);
        SortedRows rows = new SortedRows(order, new Payload.OfColumn(column));
        Accumulator fresh = retracts ? new OutermostRowAccumulator(rows, first) : new KeptRowAccumulator(rows, first);
        Accumulator accumulator =
                accumulator(new FeedKey(call.filter(), required, distinct), List.of(column, order, first), fresh);
        Extreme.OfBytes bytes = (Extreme.OfBytes) accumulator;
        Storage storage = input.type(column).storage();
        return new ResultColumn(new PayloadResult(accumulator.word(), bytes, storage), storage, bytes);
    }

    private ResultColumn list(AggregateCall call) {
        int column = call.arguments().get(0);
        JoinedRowsAccumulator joined = joined(
                feedKey(call),
                call,
                new Payload.OfColumn(column),
                "",
                (String) call.parameters().get(0),
                "");
        return new ResultColumn(new ExtremeResult(joined.word(), Storage.BYTES), Storage.BYTES, joined);
    }

    private ResultColumn array(AggregateCall call) {
        int column = call.arguments().get(0);
        SortedRows rows = new SortedRows(call.order(), new Payload.OfColumn(column));
        Storage element = argumentType(call).storage();
        boolean keepsNulls = (Boolean) call.parameters().get(0);
        ArrayAccumulator array = (ArrayAccumulator) accumulator(
                new FeedKey(
                        call.filter(),
                        keepsNulls ? List.of() : call.arguments(),
                        call.distinct() ? call.arguments() : List.of()),
                List.of(column, call.order()),
                new ArrayAccumulator(rows, retracts, element));
        return new ResultColumn(new ExtremeResult(array.word(), Storage.BYTES), Storage.BYTES, array);
    }

    private ResultColumn json(AggregateCall call) {
        boolean keepsNulls = (Boolean) call.parameters().get(0);
        boolean isJson = (Boolean) call.parameters().get(1);
        int last = call.arguments().size() - 1;
        int value = call.arguments().get(last);
        List<Integer> required = keepsNulls ? call.arguments().subList(0, last) : call.arguments();
        FeedKey feed = new FeedKey(call.filter(), required, call.distinct());
        int rows = call.filter() == AggregateCall.NO_FILTER
                ? AggregateLayout.ROWS_WORD
                : counter(new FeedKey(call.filter(), List.of(), false)).word();
        if (call.function() == AggregateFunction.JSON_ARRAYAGG) {
            Payload element = JsonPayload.element(value, input.type(value), isJson);
            JoinedRowsAccumulator joined = joined(feed, call, element, "[", ",", "]");
            return new ResultColumn(new JsonResult(rows, rows, joined, origin(call)), Storage.BYTES, joined);
        }
        int name = call.arguments().get(0);
        int names = counter(new FeedKey(call.filter(), List.of(name), false)).word();
        Payload member = JsonPayload.member(name, value, input.type(value), isJson);
        JoinedRowsAccumulator joined = joined(feed, call, member, "{", ",", "}");
        return new ResultColumn(new JsonResult(rows, names, joined, origin(call)), Storage.BYTES, joined);
    }

    private JoinedRowsAccumulator joined(
            FeedKey feed, AggregateCall call, Payload payload, String front, String separator, String back) {
        SortedRows rows = new SortedRows(call.order(), payload);
        return (JoinedRowsAccumulator) accumulator(
                feed,
                List.of(call.function(), call.arguments(), call.order(), call.parameters()),
                new JoinedRowsAccumulator(rows, retracts, front, separator, back));
    }

    /** All calls that ask for places of the same values have one accumulator. */
    private ResultColumn ranked(AggregateCall call) {
        int column = call.arguments().get(0);
        FeedKey feed = feedKey(call);
        boolean coarse = call.function() == AggregateFunction.APPROX_QUANTILE;
        List<RankedRead> reads = all.stream()
                .filter(other -> feedKey(other).equals(feed)
                        && coarse == (other.function() == AggregateFunction.APPROX_QUANTILE))
                .map(RankedRead::of)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        RankedAccumulator accumulator = (RankedAccumulator) accumulator(
                feed, List.of(column, coarse), new RankedAccumulator(column, input.type(column), reads, coarse));
        RankedRead read = Objects.requireNonNull(RankedRead.of(call));
        Storage storage = read.storage(input.type(column).storage());
        return new ResultColumn(
                new ExtremeResult(accumulator.word(read), storage),
                storage,
                storage == Storage.BYTES ? accumulator : null);
    }

    /** From values that are taken back no sketch recovers: they are counted. */
    private ResultColumn aboutDistinct(AggregateCall call) {
        if (retracts) {
            return new ResultColumn(
                    new CountResult(counter(new FeedKey(call.filter(), call.arguments(), true))
                            .word()),
                    Storage.LONG,
                    null);
        }
        int column = call.arguments().get(0);
        Accumulator sketch = accumulator(feedKey(call), List.of(column), new DistinctSketchAccumulator(column));
        return new ResultColumn(new CountResult(sketch.word()), Storage.LONG, null);
    }

    private static FeedKey feedKey(AggregateCall call) {
        return new FeedKey(call.filter(), call.arguments(), call.distinct());
    }

    private ResultColumn bits(AggregateCall call) {
        int column = call.arguments().get(0);
        Accumulator accumulator = accumulator(
                feedKey(call),
                List.of(column, call.function()),
                new BitsAccumulator(call.function(), column, retracts));
        return new ResultColumn(new ExtremeResult(accumulator.word(), Storage.LONG), Storage.LONG, null);
    }

    private ResultColumn moments(AggregateCall call) {
        int column = call.arguments().get(0);
        Accumulator accumulator =
                accumulator(feedKey(call), List.of(column), new MomentsAccumulator(column, input.type(column)));
        return new ResultColumn(new MomentsResult(call.function(), accumulator.word()), Storage.DOUBLE, null);
    }

    private ResultColumn coMoments(AggregateCall call) {
        Accumulator accumulator = accumulator(
                feedKey(call),
                call.arguments(),
                new CoMomentsAccumulator(
                        call.arguments().get(0), call.arguments().get(1), input));
        return new ResultColumn(
                new CoMomentsResult(call.function(), accumulator.word()),
                call.type().storage(),
                null);
    }

    private Accumulator accumulator(FeedKey feed, List<?> of, Accumulator fresh) {
        return layout.accumulator(feed, of, fresh);
    }

    private Type argumentType(AggregateCall call) {
        return input.type(call.arguments().get(0));
    }

    private static int scale(Type type) {
        return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }

    /** The names of the columns; one that the planner named computes what the user wrote there. */
    private String arguments(AggregateCall call) {
        return call.arguments().stream()
                .map(input::name)
                .map(name -> name.startsWith("$") || name.startsWith("EXPR$") ? "…" : name)
                .collect(Collectors.joining(", "));
    }

    private Provenance origin(AggregateCall call) {
        Provenance source = call.source();
        String distinctText = call.distinct() ? "DISTINCT " : "";
        String text = call.name() + "(" + distinctText + arguments(call) + ")";
        return source == null ? new Provenance(text) : new Provenance(text, source.line(), source.column());
    }
}
