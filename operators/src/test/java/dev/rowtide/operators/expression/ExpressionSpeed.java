// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.function.BuiltinFunction.AND;
import static dev.rowtide.core.function.BuiltinFunction.CASE;
import static dev.rowtide.core.function.BuiltinFunction.CAST;
import static dev.rowtide.core.function.BuiltinFunction.DATE_FORMAT;
import static dev.rowtide.core.function.BuiltinFunction.EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.EXTRACT_HOUR;
import static dev.rowtide.core.function.BuiltinFunction.GREATER;
import static dev.rowtide.core.function.BuiltinFunction.GREATER_OR_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.LESS;
import static dev.rowtide.core.function.BuiltinFunction.LESS_OR_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.LIKE;
import static dev.rowtide.core.function.BuiltinFunction.MOD;
import static dev.rowtide.core.function.BuiltinFunction.MULTIPLY;
import static dev.rowtide.core.function.BuiltinFunction.OR;
import static dev.rowtide.core.function.BuiltinFunction.UPPER;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.STRING;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.calc.FilterOperator;
import dev.rowtide.operators.calc.ProjectOperator;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Measures filters and projections by themselves, for whoever changes a kernel: nanoseconds of thread CPU time per input row, the best of some rounds; all workloads
 * in one JVM, which keeps call sites honestly shared.
 *
 * <pre>
 *   java -XX:+UseParallelGC ... ExpressionSpeed [WORKLOAD]
 * </pre>
 */
public final class ExpressionSpeed {

    private static final int BATCHES = 250;
    private static final int ROUNDS = 12;

    /** Counts rows, so that nothing can be left out as unused. */
    private static final class Counter implements Output {
        private long rows;

        @Override
        public void emit(ChangeBatch batch) {
            rows += batch.size();
        }
    }

    private record Workload(String name, Expression condition, List<Expression> columns) {}

    private static final Type TIME = Type.timestamp(3);
    private static final Schema SCHEMA = Schema.of(
            new Field("auction", BIGINT),
            new Field("bidder", BIGINT),
            new Field("price", BIGINT),
            new Field("date_time", TIME),
            new Field("extra", STRING));

    private static final Expression AUCTION = new InputRef(0, BIGINT);
    private static final Expression BIDDER = new InputRef(1, BIGINT);
    private static final Expression PRICE = new InputRef(2, BIGINT);
    private static final Expression DATE_TIME = new InputRef(3, TIME);
    private static final Expression EXTRA = new InputRef(4, STRING);
    private static final Literal TRUE = new Literal(true, BOOLEAN);

    private ExpressionSpeed() {}

    public static void main(String[] arguments) {
        List<ChangeBatch> batches = batches();
        for (Workload workload : workloads()) {
            if (arguments.length == 0 || workload.name.startsWith(arguments[0])) {
                measure(workload, batches);
            }
        }
    }

    private static List<Workload> workloads() {
        Expression scaled = call(MULTIPLY, BIGINT, integer(908), PRICE);
        Type euros = Type.decimal(23, 3);
        Expression converted = call(
                MULTIPLY,
                euros,
                call(CAST, Type.decimal(23, 3), decimal("0.908")),
                call(CAST, Type.decimal(19, 0), PRICE));
        Expression hour = call(EXTRACT_HOUR, BIGINT, DATE_TIME);
        Expression dayTime = call(
                AND,
                BOOLEAN,
                call(GREATER_OR_EQUAL, BOOLEAN, hour, integer(8)),
                call(LESS_OR_EQUAL, BOOLEAN, hour, integer(18)));
        Expression nightTime = call(
                OR,
                BOOLEAN,
                call(LESS_OR_EQUAL, BOOLEAN, hour, integer(6)),
                call(GREATER_OR_EQUAL, BOOLEAN, hour, integer(20)));
        Expression timeOfDay =
                call(CASE, STRING, dayTime, text("dayTime"), nightTime, text("nightTime"), text("otherTime"));
        return List.of(
                new Workload(
                        "q2: MOD(auction, 123) = 0",
                        equal(call(MOD, BIGINT, AUCTION, integer(123)), 0),
                        List.of(AUCTION, PRICE)),
                new Workload(
                        "between: 908 * p BETWEEN ..",
                        call(
                                AND,
                                BOOLEAN,
                                call(GREATER_OR_EQUAL, BOOLEAN, scaled, integer(1_000_000)),
                                call(LESS_OR_EQUAL, BOOLEAN, scaled, integer(50_000_000))),
                        List.of(AUCTION, PRICE)),
                new Workload(
                        "three: 908 * p BETWEEN .., CASE HOUR(ts) .., a % 7",
                        call(
                                AND,
                                BOOLEAN,
                                call(GREATER_OR_EQUAL, BOOLEAN, scaled, integer(1_000_000)),
                                call(LESS_OR_EQUAL, BOOLEAN, scaled, integer(50_000_000))),
                        List.of(timeOfDay, call(MOD, BIGINT, AUCTION, integer(7)))),
                new Workload(
                        "q1: 0.908 * price as DECIMAL(23, 3)",
                        TRUE,
                        List.of(AUCTION, BIDDER, converted, DATE_TIME, EXTRA)),
                new Workload(
                        "q14 without count_char",
                        call(
                                AND,
                                BOOLEAN,
                                call(GREATER, BOOLEAN, converted, call(CAST, euros, integer(1_000_000))),
                                call(LESS, BOOLEAN, converted, call(CAST, euros, integer(50_000_000)))),
                        List.of(AUCTION, BIDDER, converted, timeOfDay, DATE_TIME, EXTRA)),
                new Workload(
                        "q15's columns: DATE_FORMAT(ts, day), three ranges",
                        TRUE,
                        List.of(
                                call(DATE_FORMAT, STRING, DATE_TIME, text("yyyy-MM-dd")),
                                call(LESS, BOOLEAN, PRICE, integer(10_000)),
                                call(
                                        AND,
                                        BOOLEAN,
                                        call(GREATER_OR_EQUAL, BOOLEAN, PRICE, integer(10_000)),
                                        call(LESS, BOOLEAN, PRICE, integer(1_000_000))),
                                call(GREATER_OR_EQUAL, BOOLEAN, PRICE, integer(1_000_000)))),
                new Workload(
                        "DATE_FORMAT(ts, second)",
                        TRUE,
                        List.of(call(DATE_FORMAT, STRING, DATE_TIME, text("yyyy-MM-dd HH:mm:ss")))),
                new Workload("extra LIKE '%cba%'", call(LIKE, BOOLEAN, EXTRA, text("%cba%")), List.of(AUCTION)),
                new Workload("UPPER(extra)", TRUE, List.of(call(UPPER, STRING, EXTRA))),
                new Workload("CAST(price AS STRING)", TRUE, List.of(call(CAST, STRING, PRICE))));
    }

    private static void measure(Workload workload, List<ChangeBatch> batches) {
        OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
        Values input = new Values(List.of(), new Traits(SCHEMA, Set.of(), ChangelogMode.APPEND));
        Operator filter = new FilterOperator(new Filter(input, workload.condition, input.traits()), settings);
        Operator project = new ProjectOperator(new Project(input, workload.columns, input.traits()), settings);
        Tick tick = new Tick(1, 0, 0);
        double best = Double.MAX_VALUE;
        long kept = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Counter counter = new Counter();
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (ChangeBatch batch : batches) {
                filter.receive(0, batch, tick, chosen -> project.receive(0, chosen, tick, counter));
            }
            double nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            best = Math.min(best, nanos / (batches.size() * (double) ChangeBatch.ROWS_MAX));
            kept = counter.rows;
        }
        System.out.printf(
                "%6.2f ns/row  %5.1f %% kept  %s%n",
                best, 100.0 * kept / (BATCHES * ChangeBatch.ROWS_MAX), workload.name);
    }

    private static List<ChangeBatch> batches() {
        SplittableRandom random = new SplittableRandom(1);
        List<ChangeBatch> batches = new ArrayList<>();
        for (int b = 0; b < BATCHES; b++) {
            int rows = ChangeBatch.ROWS_MAX;
            long[] auctions = random.longs(rows, 1000, 100_000).toArray();
            long[] bidders = random.longs(rows, 1000, 100_000).toArray();
            long[] prices = new long[rows];
            long[] times = new long[rows];
            int[] starts = new int[rows];
            int[] lengths = new int[rows];
            byte[] text = new byte[rows * 40];
            for (int i = 0; i < rows; i++) {
                prices[i] = Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
                times[i] = 1_700_000_000_000_000L + (b * (long) rows + i) * 50_000;
                starts[i] = i * 40;
                lengths[i] = 40;
            }
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) random.nextInt('a', 'z' + 1);
            }
            Column[] columns = {
                new LongColumn(auctions, null),
                new LongColumn(bidders, null),
                new LongColumn(prices, null),
                new LongColumn(times, null),
                new BytesColumn(text, starts, lengths, null)
            };
            batches.add(ChangeBatch.inserts(rows, columns, b * (long) rows, Watermarks.absent()));
        }
        return batches;
    }

    private static Expression equal(Expression left, long right) {
        return call(EQUAL, BOOLEAN, left, integer(right));
    }

    private static Literal integer(long value) {
        return new Literal(value, BIGINT);
    }

    private static Literal decimal(String value) {
        BigDecimal number = new BigDecimal(value);
        return new Literal(number, Type.decimal(number.precision(), number.scale()));
    }

    private static Literal text(String value) {
        return new Literal(value, STRING);
    }

    private static Call call(BuiltinFunction function, Type type, Expression... arguments) {
        return new Call(function, List.of(arguments), type);
    }
}
